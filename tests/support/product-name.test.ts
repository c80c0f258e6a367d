import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { rngOf } from '../../renderer/engine/styles/shared/random.ts';
import { says } from './product-name.ts';

const NAME = 'Likeness';

/** Bytes without any text, as a picture's pixels are. */
const noise = (length: number): Buffer => {
  const random = rngOf(7, 'noise');
  return Buffer.from(Array.from({ length }, () => random() * 256));
};
const around = (...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([noise(20_000), ...parts, noise(20_000)]);
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** A GIF whose comment is cut into blocks of three letters. */
const gif = (comment: string): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([0x21, 0xfe]),
    ...(comment.match(/.{1,3}/g) ?? []).map((part) =>
      Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
    ),
    Buffer.from([0, 0x3b]),
  ]);

const zip = (content: string): Buffer => {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(5, 26);
  return Buffer.concat([header, Buffer.from('a.txt'), deflateRawSync(content), noise(500)]);
};

describe('a name in a file', () => {
  it.each([
    ['as text', around(Buffer.from('made with LIKENESS'))],
    ['in UTF-16', around(utf16('likeness'))],
    ['in UTF-16, the higher byte first', around(utf16('Likeness').swap16())],
    [
      'in a PNG’s compressed text',
      around(Buffer.from('zTXtSoftware\0\0'), deflateSync('Likeness 1.0')),
    ],
    [
      'far inside a compressed part',
      around(deflateSync(Buffer.concat([noise(9_000), utf16(NAME)]))),
    ],
    ['in a GIF’s comment', gif('made with Likeness')],
    ['in a zip', zip('x'.repeat(3_000) + NAME)],
  ])('is found %s', async (_where, bytes) => {
    expect(await says(bytes, NAME)).toBe(true);
  });

  it.each([
    ['pixels', around()],
    ['another text', around(Buffer.from('like ness'), deflateSync('a likely mess'))],
    ['a GIF', gif('by North Window')],
    ['a zip', zip('North Window')],
  ])('isn’t found in %s', async (_what, bytes) => {
    expect(await says(bytes, NAME)).toBe(false);
  });
});
