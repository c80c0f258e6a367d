import { concatBytes } from './bytes.ts';

/** CRC-32 of one byte as PNG requires it: ISO 3309, polynomial EDB88320. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});
const crc32 = (bytes: Uint8Array): number =>
  ~bytes.reduce((crc, byte) => (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8), 0xffffffff);

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function uint32(value: number, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, isLittle);
  return bytes;
}

/** A chunk of a PNG file. @param name four letters */
export function pngChunk(name: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const named = concatBytes([bytesOf(name), body]);
  return concatBytes([uint32(body.length, false), named, uint32(crc32(named), false)]);
}

/** A chunk of a WebP or another RIFF file. */
export const riffChunk = (name: string, body: Uint8Array): Uint8Array<ArrayBuffer> =>
  concatBytes([bytesOf(name), uint32(body.length, true), body, new Uint8Array(body.length % 2)]);

const SIGNATURE_AND_HEADER = 33;

/**
 * Adds a chunk to a PNG file, after the header.
 * @param png as a canvas writes it, without a chunk of that name
 */
export const withChunk = (png: Uint8Array, name: string, body: Uint8Array): Uint8Array =>
  concatBytes([
    png.subarray(0, SIGNATURE_AND_HEADER),
    pngChunk(name, body),
    png.subarray(SIGNATURE_AND_HEADER),
  ]);
