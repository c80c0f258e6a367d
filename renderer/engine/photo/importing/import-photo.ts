import { PHOTO_MAX_BYTES } from '../../../core/constants.ts';
import { LikenessError } from '../../../core/errors.ts';
import type { ImportedPhoto, Progress } from '../../../ports/engine.ts';
import type { Checkpoint } from '../../checkpoint.ts';
import { decode, drawBounded } from '../picture.ts';
import { dimensions, isAnimated, type Dimensions } from './dimensions.ts';
import { sniff } from './sniff.ts';

const MOST_PIXELS = 60_000_000;
const LEAST_EDGE = 256;
const LONGEST_EDGE = 4096;
/** Lossless pictures (PNG, GIF) with at most this many pixels stay lossless. */
const LOSSLESS_PIXELS = 2_000_000;
const JPEG_QUALITY = 0.95;

/**
 * Shrinks a picture while it is decoded, if both sides are too long: that takes half the memory
 * (decision 25). Only the width is given, because the sides may be exchanged when the picture is
 * turned upright; the rest is done on the canvas.
 */
const whileDecoding = ({ width, height }: Dimensions): ImageBitmapOptions =>
  Math.min(width, height) > LONGEST_EDGE
    ? { resizeWidth: LONGEST_EDGE, resizeQuality: 'high' }
    : {};

/**
 * Checks a file and draws its picture: upright, at most 4096 px on the long side, opaque on white. The
 * stage 'shrink' is reported before a picture that will be made smaller is decoded.
 * @throws LikenessError 'photo-empty' | 'photo-too-large' | 'photo-heic' | 'photo-svg' |
 *   'photo-not-a-picture' | 'photo-too-many-pixels' | 'photo-too-small' | 'photo-damaged' |
 *   'engine-aborted'
 */
export async function readPicture(
  file: Blob,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void = () => undefined,
) {
  if (file.size > PHOTO_MAX_BYTES) throw new LikenessError('photo-too-large', { bytes: file.size });
  // A dropped folder, or a file that was moved meanwhile, can't be read.
  const read = await file.arrayBuffer().catch((cause: unknown) => {
    throw new LikenessError('photo-not-a-picture', {}, { cause });
  });
  if (file.size === 0) throw new LikenessError('photo-empty');
  const bytes = new Uint8Array(read);
  const kind = sniff(bytes);
  if (kind === 'svg') throw new LikenessError('photo-svg');
  if (kind === 'other') throw new LikenessError('photo-not-a-picture');
  const stated = dimensions(kind, bytes);
  const unreadable = kind === 'heic' ? 'photo-heic' : 'photo-damaged';
  if (!stated) throw new LikenessError(unreadable, { kind });
  if (stated.width * stated.height > MOST_PIXELS)
    throw new LikenessError('photo-too-many-pixels', { ...stated });
  if (Math.min(stated.width, stated.height) < LEAST_EDGE)
    throw new LikenessError('photo-too-small', { ...stated });

  checkpoint();
  if (Math.max(stated.width, stated.height) > LONGEST_EDGE) report({ done: 0, stage: 'shrink' });
  // The declared type may be wrong or missing, so give the decoder the real one.
  const bitmap = await decode(
    file.slice(0, file.size, `image/${kind}`),
    whileDecoding(stated),
  ).catch((cause: unknown) => {
    // Try even HEIC: Safari reads it, and other browsers may in future.
    throw kind === 'heic' ? new LikenessError('photo-heic', { kind }, { cause }) : cause;
  });
  checkpoint();
  const { canvas } = drawBounded(bitmap, LONGEST_EDGE);
  return { canvas, kind, animated: isAnimated(kind, bytes) };
}

/**
 * Reads a file and makes the photo to keep from it, re-encoded from pixels, so that none of the file's
 * metadata is left.
 * @throws LikenessError what `readPicture` throws
 */
export async function importPhoto(
  file: Blob,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void = () => undefined,
): Promise<ImportedPhoto> {
  const { canvas, kind, animated } = await readPicture(file, checkpoint, report);
  const { width, height } = canvas;
  const lossless = (kind === 'png' || kind === 'gif') && width * height <= LOSSLESS_PIXELS;
  const photo = await canvas.convertToBlob(
    lossless ? { type: 'image/png' } : { type: 'image/jpeg', quality: JPEG_QUALITY },
  );
  return { photo, width, height, ...(animated && { animated }) };
}
