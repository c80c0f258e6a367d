import { concatBytes } from '../../core/bytes.ts';
import { pngChunk, riffChunk } from '../../core/chunks.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Clip } from '../../ports/video.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const unreadable = (what: string): LikenessError =>
  new LikenessError('engine-unsupported', { part: `${what} encoder` });
const ascii = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** What all frames of an animation share. */
type Header = Pick<Clip, 'width' | 'height' | 'rate' | 'alpha'>;

/** When frame k begins, in whole milliseconds from the start, so that errors don't add up. */
const beginsAt = (k: number, rate: number): number => Math.round((k * 1000) / rate);

const little = (value: number, bytes: number): Bytes =>
  Uint8Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) & 255);

/** The picture chunks of a still WebP: its alpha, if any, and its colours. */
function pictureChunks(still: Uint8Array): Bytes {
  const view = new DataView(still.buffer, still.byteOffset, still.byteLength);
  const found: Uint8Array[] = [];
  for (let at = 12; at + 8 <= still.length;) {
    const name = String.fromCharCode(...still.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(name)) found.push(still.subarray(at, end));
    at = end;
  }
  if (found.length === 0) throw unreadable('WebP');
  return concatBytes(found);
}

/**
 * Joins still WebP files into an endlessly looping animated one (WebP Container Specification,
 * "Animation").
 * @param stills whole WebP files of the header's size, in order
 * @throws LikenessError 'engine-unsupported' if a file contains no picture
 */
export function animatedWebp(
  stills: readonly Uint8Array[],
  { width, height, rate, alpha }: Header,
): Blob {
  const frames = stills.map((still, k) =>
    riffChunk(
      'ANMF',
      concatBytes([
        little(0, 3),
        little(0, 3),
        little(width - 1, 3),
        little(height - 1, 3),
        little(beginsAt(k + 1, rate) - beginsAt(k, rate), 3),
        // Don't blend: each frame replaces the last one completely.
        Uint8Array.of(0b10),
        pictureChunks(still),
      ]),
    ),
  );
  const body = concatBytes([
    ascii('WEBP'),
    riffChunk(
      'VP8X',
      concatBytes([
        Uint8Array.of(alpha ? 0b10010 : 0b10, 0, 0, 0),
        little(width - 1, 3),
        little(height - 1, 3),
      ]),
    ),
    // Transparent background, endless loop.
    riffChunk('ANIM', concatBytes([little(0, 4), little(0, 2)])),
    ...frames,
  ]);
  return new Blob([ascii('RIFF'), little(body.length, 4), body], { type: 'image/webp' });
}

const big = (value: number, bytes: number): Bytes => little(value, bytes).reverse();

/** The header chunk's body and the compressed pixels of a PNG. */
function pngParts(still: Uint8Array): { readonly header: Uint8Array; readonly data: Uint8Array } {
  const view = new DataView(still.buffer, still.byteOffset, still.byteLength);
  let header: Uint8Array | undefined;
  const data: Uint8Array[] = [];
  for (let at = 8; at + 12 <= still.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...still.subarray(at + 4, at + 8));
    const body = still.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') header = body;
    if (name === 'IDAT') data.push(body);
    at += 12 + length;
  }
  if (!header) throw unreadable('PNG');
  return { header, data: concatBytes(data) };
}

/**
 * Joins still PNG files into an endlessly looping animated one (PNG Specification, third edition,
 * "APNG").
 * @param stills whole PNG files of one size and pixel format, in order
 * @throws LikenessError 'engine-unsupported' if there are none, or their headers are missing or
 * differ
 */
export function animatedPng(stills: readonly Uint8Array[], { width, height, rate }: Header): Blob {
  const parts = stills.map(pngParts);
  const [first] = parts;
  if (!first || parts.some(({ header }) => header.some((byte, i) => byte !== first.header[i])))
    throw unreadable('PNG');
  let order = 0;
  const frames = parts.flatMap(({ data }, k) => [
    pngChunk(
      'fcTL',
      concatBytes([
        big(order++, 4),
        big(width, 4),
        big(height, 4),
        big(0, 8),
        big(beginsAt(k + 1, rate) - beginsAt(k, rate), 2),
        big(1000, 2),
        // Don't dispose or blend: each frame replaces the last one.
        Uint8Array.of(0, 0),
      ]),
    ),
    k === 0 ? pngChunk('IDAT', data) : pngChunk('fdAT', concatBytes([big(order++, 4), data])),
  ]);
  return new Blob(
    [
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      pngChunk('IHDR', first.header),
      pngChunk('acTL', concatBytes([big(stills.length, 4), big(0, 4)])),
      ...frames,
      pngChunk('IEND', new Uint8Array()),
    ],
    { type: 'image/apng' },
  );
}
