import { connect } from 'node:net';
import fc from 'fast-check';

import { minutes } from './timeouts.ts';

/** What a server understands; the rest of a request is made up. */
export interface Understood {
  /** Addresses that it serves. */
  readonly paths: readonly string[];
  /** Header lines that it reads: 'Host: 127.0.0.1:8787'. */
  readonly headers: readonly string[];
  /** Bodies that it takes. */
  readonly bodies?: readonly string[];
}

interface RawRequest {
  /** Its bytes, as Latin-1. */
  readonly text: string;
  /** A whole request, which has to be answered. */
  readonly whole: boolean;
}

const METHODS = ['GET', 'POST', 'HEAD', 'DELETE', 'PUT', 'OPTIONS', 'BREW', 'get', ''];
const PATHS = [
  ...['/', '//', '///', '*', '', '/%', '/%ff', '/%00', '/%2e%2e%2f', '/%zz', '/..', '/.'],
  ...['/?', '/#', '/\\', '/;', '?', 'http://[', 'http://evil.example/', 'http:///'],
  ...['file:///etc/passwd', '//@:', '/__proto__', '/constructor'],
  ...[`/${'a/'.repeat(3_000)}`, `/${'%41'.repeat(2_000)}`],
];
const HEADERS = [
  ...['Host:', 'Host: [', 'Host: evil.example', 'Host: %', 'Origin: null', 'Origin: %'],
  ...['Range: bytes=-', 'Content-Type: multipart/form-data'],
  ...[
    'Content-Type: multipart/form-data; boundary=',
    'Content-Type: multipart/form-data; boundary=b',
  ],
  ...['Content-Type: application/json', 'Content-Type: /', 'Authorization: Bearer'],
  ...['Authorization: \u0001', 'Accept-Encoding: gzip;q=x', 'If-None-Match: %'],
  ...['Expect: 100-continue', 'Expect: x', 'Cookie: %', 'X: \u00ff', ': x', 'X'],
  ...['Upgrade: websocket', 'Transfer-Encoding: chunked', 'Transfer-Encoding: x'],
  ...['Content-Length: -1', 'Content-Length: 9e9'],
];
/** These say otherwise where the body ends. */
const FRAMES = /^(transfer-encoding|content-length)/i;
const BODIES = [
  '',
  '{',
  'null',
  '{"__proto__":1}',
  '[[[[',
  '"\\ud800"',
  '--b\r\n\r\n\r\n--b--',
  '--b--\r\n',
];

/** Any bytes, as Latin-1. */
const noise = fc
  .uint8Array({ maxLength: 40 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'));
/** Without what would end a line. */
const word = noise.map((text) => text.replaceAll(/[\r\n]/g, ''));

function rawRequest({ paths, headers, bodies = [] }: Understood): fc.Arbitrary<RawRequest> {
  const path = fc.oneof(
    fc.constantFrom(...paths, ...PATHS),
    word.map((text) => `/${text}`),
    fc
      .tuple(fc.constantFrom(...paths), fc.constantFrom('/', '?', '%', '#', '//'), word)
      .map((all) => all.join('')),
  );
  const made = fc
    .tuple(
      fc.constantFrom(...METHODS),
      path,
      fc.subarray([...headers]),
      fc.array(
        fc.oneof(
          fc.constantFrom(...HEADERS),
          word.map((text) => `X-Any: ${text}`),
        ),
        { maxLength: 3 },
      ),
      fc.oneof(fc.constantFrom(...BODIES, ...bodies), noise),
      fc.boolean(),
    )
    .map(([method, where, known, more, body, plain]) => {
      const lines = [
        `${method} ${where} HTTP/1.1`,
        ...known,
        ...(plain ? [] : more),
        ...(body === '' ? [] : [`Content-Length: ${String(Buffer.byteLength(body, 'latin1'))}`]),
        'Connection: close',
      ];
      return {
        text: `${lines.join('\r\n')}\r\n\r\n${body}`,
        whole: plain || !more.some((line) => FRAMES.test(line)),
      };
    });
  /** Cut, overwritten or stretched somewhere. */
  const damaged = fc.tuple(made, fc.nat(), fc.nat(30), noise).map(([{ text }, where, cut, put]) => {
    const at = where % text.length;
    return { text: text.slice(0, at) + put + text.slice(at + cut), whole: false };
  });
  return fc.oneof(
    made,
    damaged,
    noise.map((text) => ({ text, whole: false })),
  );
}

/** Sends the bytes, and resolves with what came back once the connection is closed. */
async function exchange(
  port: number,
  { text, whole }: RawRequest,
  isWell: () => Promise<unknown>,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  socket.on('error', () => undefined); // A refused request may be cut off.
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.write(text, 'latin1');
  if (!whole) {
    const answered = new Promise<void>((resolve) => void socket.once('data', () => resolve()));
    // A server that has answered a later request has read this one; it may still wait for its rest.
    await Promise.race([answered, closed, isWell()]);
    socket.end();
  }
  await closed;
  return answer;
}

/**
 * Fuzzes an HTTP server of this process with raw bytes on a socket, which no client library would
 * send: 100,000 requests in the deep run, 300 otherwise, always the same ones. Fails, with the
 * request, if one throws or rejects outside its handling, is never answered, gets a
 * 5xx, or leaves the server unable to serve others.
 * @param isWell sends an ordinary request; rejects unless the server answers as it should
 */
export async function withstandsRawRequests(
  port: number,
  understood: Understood,
  isWell: () => Promise<unknown>,
): Promise<void> {
  let escaped: { readonly thrown: unknown } | undefined;
  let escape: () => void = () => undefined;
  const note = (thrown: unknown): void => {
    escaped = { thrown };
    escape();
  };
  process.on('uncaughtExceptionMonitor', note).on('unhandledRejection', note);
  const hold = async (request: RawRequest): Promise<void> => {
    const escaping = new Promise<undefined>((resolve) => (escape = () => resolve(undefined)));
    const answer = await Promise.race([exchange(port, request, isWell), escaping]);
    if (escaped)
      throw new Error('It escaped the handling of its request.', { cause: escaped.thrown });
    if (/^HTTP\/1\.1 5/m.test(answer ?? '')) throw new Error(`It got: ${answer ?? ''}`);
    await isWell();
  };
  try {
    await fc.assert(fc.asyncProperty(rawRequest(understood), hold), {
      numRuns: process.env['LIKENESS_DEEP'] ? 100_000 : 300,
      seed: 30,
      plugins: [fc.timeout(minutes(1))],
      // Shrinking would send more to a server that may be broken.
      endOnFailure: true,
    });
  } finally {
    process.off('uncaughtExceptionMonitor', note).off('unhandledRejection', note);
  }
}
