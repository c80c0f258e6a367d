import fc from 'fast-check';

import { LikenessError } from '../../renderer/core/errors.ts';

/** One of each kind that must never appear in a log. */
export const SECRETS = {
  address: '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA',
  mail: 'ada.lovelace@example.com',
  phrase: 'abandon ability able about above absent absorb abstract absurd abuse access accident',
} as const;

interface Secret {
  readonly text: string;
  /** None of these may appear. */
  readonly parts: readonly string[];
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const WORDS = `${SECRETS.phrase} unfold uniform unique unit universe unknown unlock until unusual
  unveil update upgrade zebra zero zone zoo wrestle wrist yard year yellow young youth`.split(
  /\s+/,
);
const NAMES = ['IMG_2041.jpg', 'my passport.png', 'Ada & Grace.heic', 'holiday-1999.webp'];

const long = (units: string, min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...units.split('')), minLength: min, maxLength: max });

/** A long text counts as found if any third of it appears. */
const thirds = (text: string): readonly string[] => {
  const size = Math.ceil(text.length / 3);
  return [text.slice(0, size), text.slice(size, 2 * size), text.slice(-size)];
};
const whole = (text: string, body = text): Secret => ({ text, parts: thirds(body) });

const hex = (length: number): fc.Arbitrary<string> =>
  long('0123456789abcdefABCDEF', length, length);

/** Addresses, hashes, keys, mail, phrases, pictures, and paths of files. */
const secrets: fc.Arbitrary<Secret> = fc.oneof(
  long(BASE58, 32, 44).map((text) => whole(text)),
  long(BASE58, 86, 88).map((text) => whole(text)),
  hex(40).map((body) => whole(`0x${body}`, body)),
  hex(64).map((body) => whole(`0x${body}`, body)),
  hex(64).map((body) => whole(body)),
  fc
    .tuple(long('abcdefghijkmnopqrstuvwxyz.', 6, 20), fc.constantFrom('example.com', 'mail.test'))
    .map(([name, host]) => ({ text: `${name}@${host}`, parts: [`${name}@`, host, name] })),
  fc.shuffledSubarray(WORDS, { minLength: 12, maxLength: 24 }).map((words) => ({
    text: words.join(' '),
    parts: words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`),
  })),
  long(`${BASE58}+/`, 60, 200).map((body) => whole(`data:image/png;base64,${body}`, body)),
  fc.uuid().map((id) => ({ text: `blob:https://likeness.example/${id}`, parts: [id, 'blob:'] })),
  fc
    .tuple(
      fc.constantFrom('/home/ada lovelace/Pictures/', 'C:\\Users\\Ada\\', 'file:///Users/ada/'),
      fc.constantFrom(...NAMES),
    )
    .map(([folder, name]) => ({ text: folder + name, parts: [folder, name] })),
);

/** How a secret may appear in a sentence. */
const around: fc.Arbitrary<(secret: string) => string> = fc.constantFrom(
  (secret) => secret,
  (secret) => `Could not read ${secret}: it is gone`,
  (secret) => `"${secret}"`,
  (secret) => `(${secret})`,
  (secret) => `Cannot read properties of undefined (reading '${secret}')`,
  (secret) => `Failed to fetch dynamically imported module: ${secret}`,
  (secret) => `Failed to execute 'put' on 'IDBObjectStore': ${secret}`,
  (secret) => `x is not a function ${secret}`,
  (secret) => `first line\n${secret}\nlast line`,
);

/** How it may appear in a stack. */
const frame: fc.Arbitrary<(secret: string) => string> = fc.constantFrom(
  (secret) => `Error: ${secret}\n    at go (https://a.example/index-B1.js:1:2)`,
  (secret) => `    at go (${secret}:1:2)`,
  (secret) => `    at ${secret} (index-B1.js:1:2)`,
  (secret) => `    at go (https://a.example/${secret}/index-B1.js:1:2)`,
  (secret) => `    at go (https://a.example/${secret}.js:1:2)`,
  (secret) => `    at go (https://a.example/a.js?${secret}:1:2)`,
  (secret) => `${secret}@https://a.example/index-B1.js:1:2`,
  (secret) => `    at go (index-B1.js:1:2) ${secret}`,
);

/** Thrown values of all kinds with a secret somewhere in them. */
export const secretErrors: fc.Arbitrary<{ readonly thrown: unknown; readonly secret: Secret }> = fc
  .tuple(secrets, around, frame, fc.constantFrom(...'abcdefghij'.split('')))
  .map(([secret, say, stand, where]) => {
    const text = say(secret.text);
    const plain = new TypeError('no');
    const thrown: Record<string, () => unknown> = {
      a: () => new TypeError(text),
      b: () => Object.assign(plain, { name: text }),
      c: () => Object.assign(plain, { code: text }),
      d: () => Object.assign(plain, { stack: stand(secret.text) }),
      e: () => new Error('no', { cause: new Error(text) }),
      f: () => new Error('no', { cause: text }),
      g: () =>
        new LikenessError('engine-failed', {
          reason: text,
          part: secret.text,
          order: secret.text,
          [secret.text]: 1,
        }),
      h: () => text,
      i: () => ({ message: text, name: secret.text, toString: () => text }),
      j: () => new DOMException(text, 'NotFoundError'),
    };
    return { thrown: thrown[where]?.(), secret };
  });
