import { MINTED_EDGE } from '../../core/constants.ts';
import { LikenessError } from '../../core/errors.ts';
import { onlyPixels } from './only-pixels.ts';

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
 * browser itself writes. A JPEG gets a white ground.
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
        ? new Blob([onlyPixels(new Uint8Array(await encoded.arrayBuffer()))], { type })
        : undefined;
    }, limit);
  } finally {
    bitmap.close();
  }
}
