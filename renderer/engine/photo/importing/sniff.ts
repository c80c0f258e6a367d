/** A file's kind by its first bytes, whatever its name or declared type. */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'heic' | 'svg' | 'other';

const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);

/** ISO base media files: the brands in the 'ftyp' box tell AVIF from HEIC. */
function isoKind(bytes: Uint8Array): PictureKind {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= Math.min(length, bytes.length); at += 4)
    if (at !== 12) brands.push(text(bytes, at, at + 4));
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  if (
    brands.some((brand) => HEIC_BRANDS.has(brand)) ||
    brands[0] === 'mif1' ||
    brands[0] === 'msf1'
  )
    return 'heic';
  return 'other';
}

/** Detects the kind from the content; the first 512 bytes are enough. */
export function sniff(bytes: Uint8Array): PictureKind {
  if (bytes.length >= 8 && text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (/^GIF8[79]a/.test(text(bytes, 0, 6))) return 'gif';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  if (bytes.length >= 16 && text(bytes, 4, 8) === 'ftyp') return isoKind(bytes);
  const start = new TextDecoder()
    .decode(bytes.subarray(0, 512))
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s/>]/i.test(start))
    return 'svg';
  return 'other';
}
