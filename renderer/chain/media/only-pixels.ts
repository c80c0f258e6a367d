import { concatBytes } from '../../core/bytes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Chunks of a still WebP that hold pixels.
 * https://developers.google.com/speed/webp/docs/riff_container
 */
const WEBP_PIXELS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
/** VP8X's flags for a colour profile, EXIF and XMP. */
const WEBP_METADATA_FLAGS = 0x20 | 0x08 | 0x04;
const RIFF_HEADER = 12;
const CHUNK_HEADER = 8;

const text = (bytes: Bytes, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));

function webp(file: Bytes): Bytes {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const kept: Bytes[] = [file.slice(0, RIFF_HEADER)];
  for (let at = RIFF_HEADER; at + CHUNK_HEADER <= file.length;) {
    const size = view.getUint32(at + 4, true);
    const end = at + CHUNK_HEADER + size + (size % 2);
    const name = text(file, at);
    const chunk = file.slice(at, end);
    if (name === 'VP8X') chunk[CHUNK_HEADER] = (chunk[CHUNK_HEADER] ?? 0) & ~WEBP_METADATA_FLAGS;
    if (WEBP_PIXELS.has(name)) kept.push(chunk);
    at = end;
  }
  const whole = concatBytes(kept);
  new DataView(whole.buffer).setUint32(4, whole.length - CHUNK_HEADER, true);
  return whole;
}

/** Segments that no decoder needs: comments, and application data other than JFIF's and Adobe's. */
const isJpegMetadata = (marker: number): boolean =>
  (marker > 0xe0 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;

function jpeg(file: Bytes): Bytes {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const kept: Bytes[] = [file.slice(0, 2)];
  let at = 2;
  // Up to the scan, a JPEG is a list of marked segments with their lengths.
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== 0xda) {
    const end = at + 2 + view.getUint16(at + 2);
    if (!isJpegMetadata(file[at + 1] ?? 0)) kept.push(file.slice(at, end));
    at = end;
  }
  return concatBytes([...kept, file.slice(at)]);
}

/**
 * Strips a WebP or JPEG file of everything but its pixels: EXIF, XMP, comments, and the colour
 * profile that browsers write (sRGB, the default without one). Other files are returned unchanged.
 */
export function onlyPixels(file: Bytes): Bytes {
  if (file.length > RIFF_HEADER && text(file, 0) === 'RIFF' && text(file, 8) === 'WEBP')
    return webp(file);
  if (file[0] === 0xff && file[1] === 0xd8) return jpeg(file);
  return file;
}
