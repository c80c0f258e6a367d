import { LikenessError } from '../../core/errors.ts';
import { GROUND_EDGE, writeGround } from '../../core/ground-picture.ts';
import type { Engine } from '../../ports/engine.ts';

/** Halvings: each averages four pixels, so that nothing of the picture is skipped. */
const HALVINGS = 4;

/**
 * Turns a picked file into a background for a recipe: its central square, scaled down to a few
 * pixels.
 * @throws LikenessError photo-* if it isn't a picture | engine-*
 */
export async function groundOfFile(
  engine: Pick<Engine, 'importPhoto'>,
  file: Blob,
  signal: AbortSignal,
): Promise<string> {
  const { photo } = await engine.importPhoto(file, { signal });
  const picture = await createImageBitmap(photo);
  try {
    const square = Math.min(picture.width, picture.height);
    let edge = GROUND_EDGE * 2 ** HALVINGS;
    const canvas = new OffscreenCanvas(edge, edge);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new LikenessError('engine-unsupported', { part: '2D canvas' });
    context.imageSmoothingQuality = 'high';
    // Transparent parts become white.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, edge, edge);
    const [left, top] = [(picture.width - square) / 2, (picture.height - square) / 2];
    context.drawImage(picture, left, top, square, square, 0, 0, edge, edge);
    for (; edge > GROUND_EDGE; edge /= 2)
      context.drawImage(canvas, 0, 0, edge, edge, 0, 0, edge / 2, edge / 2);
    return writeGround(context.getImageData(0, 0, GROUND_EDGE, GROUND_EDGE).data);
  } finally {
    picture.close();
  }
}
