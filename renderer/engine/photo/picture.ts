import { LikenessError } from '../../core/errors.ts';
import type { Drawable } from './sampling.ts';

/** Longest side of the working picture: enough for a 2048 px avatar if the face fills a third. */
const WORKING_EDGE = 2048;

/** A 2D canvas set up for frequent reading back. */
export function canvasOf(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2D canvas');
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

/** @throws LikenessError 'photo-damaged' if the browser can't decode the picture */
export async function decode(
  picture: Blob,
  options: ImageBitmapOptions = {},
): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(picture, { imageOrientation: 'from-image', ...options });
  } catch (cause) {
    throw new LikenessError('photo-damaged', { bytes: picture.size }, { cause });
  }
}

/** A picture on white, scaled to a size. */
export function onWhite(picture: Drawable, width: number, height: number) {
  const target = canvasOf(width, height);
  target.context.fillStyle = '#fff';
  target.context.fillRect(0, 0, width, height);
  target.context.drawImage(picture, 0, 0, width, height);
  return target;
}

/** Draws the bitmap on white, scaled down to a long side of at most `edge`, and closes it. */
export function drawBounded(bitmap: ImageBitmap, edge: number): ReturnType<typeof canvasOf> {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const sized = (length: number): number => Math.max(1, Math.round(length * scale));
  const target = onWhite(bitmap, sized(bitmap.width), sized(bitmap.height));
  bitmap.close();
  return target;
}

export type WorkingPicture = Awaited<ReturnType<typeof openPicture>>;

/**
 * Decodes a photo and scales it to the picture that the engine works on: a canvas and its bytes.
 * @throws LikenessError 'photo-damaged'
 */
export async function openPicture(photo: Blob) {
  const bitmap = await decode(photo);
  const { width: photoWidth, height: photoHeight } = bitmap;
  const { canvas, context } = drawBounded(bitmap, WORKING_EDGE);
  const { width, height } = canvas;
  return {
    photoWidth,
    photoHeight,
    width,
    height,
    canvas,
    pixels: context.getImageData(0, 0, width, height).data,
  };
}
