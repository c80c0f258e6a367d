import { concatBytes } from '../../core/bytes.ts';
import { MINTED_EDGE } from '../../core/constants.ts';
import { LikenessError } from '../../core/errors.ts';
import { markedLike } from '../../core/generated-mark.ts';

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

/**
 * Edge lengths in pixels, tried in turn; wallets and marketplaces show at most about a thousand.
 */
const EDGES = [MINTED_EDGE, 896, 768, 640, 512] as const;
const BEST = 0.95;
/** The lowest quality; below this, a smaller picture looks better than a coarser one. */
const COARSEST = 0.62;
const STEPS = 5;

/**
 * From the smallest files to the largest. Every browser writes PNG, which has no quality setting.
 */
const TYPES = ['image/webp', 'image/jpeg', 'image/png'] as const;

export interface Encoder {
  /** Encodes the picture at that edge length; undefined if the browser can't write the type. */
  (edge: number, type: (typeof TYPES)[number], quality: number): Promise<Blob | undefined>;
}

async function writable(encode: Encoder): Promise<(typeof TYPES)[number]> {
  for (const type of TYPES) if (await encode(64, type, COARSEST)) return type;
  throw new LikenessError('engine-unsupported', { part: 'encoder' });
}

/**
 * Encodes the picture within `limit` bytes: the largest edge length whose lowest quality fits, and
 * for it the best quality that fits, found by bisection.
 * @throws LikenessError 'media-too-large' | 'engine-unsupported'
 */
export async function fit(encode: Encoder, limit: number): Promise<Blob> {
  const type = await writable(encode);
  const at = async (edge: number, quality: number): Promise<Blob | undefined> => {
    const encoded = await encode(edge, type, quality);
    return encoded && encoded.size <= limit ? encoded : undefined;
  };
  for (const edge of EDGES) {
    const best = await at(edge, BEST);
    if (best) return best;
    let found = await at(edge, COARSEST);
    if (!found) continue;
    let [low, high] = [COARSEST, BEST];
    for (let step = 0; step < STEPS; step += 1) {
      const middle = (low + high) / 2;
      const encoded = await at(edge, middle);
      if (encoded) [found, low] = [encoded, middle];
      else high = middle;
    }
    return found;
  }
  throw new LikenessError('media-too-large', { limit });
}

/**
 * Redraws the picture, so that nothing but its pixels survives, and removes the metadata that the
 * browser itself writes. A JPEG gets a white ground. Only the mark of a generated picture stays.
 */
export async function fitPicture(picture: Blob, limit: number): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  try {
    return await fit(async (edge, type, quality) => {
      const canvas = new OffscreenCanvas(edge, edge);
      const context = canvas.getContext('2d');
      if (!context) throw new LikenessError('engine-unsupported');
      context.imageSmoothingQuality = 'high';
      if (type === 'image/jpeg') {
        context.fillStyle = '#fff';
        context.fillRect(0, 0, edge, edge);
      }
      context.drawImage(bitmap, 0, 0, edge, edge);
      const encoded = await canvas.convertToBlob({ type, quality });
      return encoded.type === type
        ? markedLike(
            [picture],
            new Blob([onlyPixels(new Uint8Array(await encoded.arrayBuffer()))], { type }),
          )
        : undefined;
    }, limit);
  } finally {
    bitmap.close();
  }
}
