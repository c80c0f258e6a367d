import type { HdFormat } from '../core/avatars.ts';
import type { Rect } from '../core/banners/sizes.ts';
import { LikenessError } from '../core/errors.ts';
import { markedLike } from '../core/generated-mark.ts';

export type Context = CanvasRenderingContext2D;

export const contextOf = (canvas: HTMLCanvasElement): Context => {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d context');
  return context;
};

/** A new canvas to draw on off screen. */
export function sheetOf(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; context: Context } {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: contextOf(canvas) };
}

/**
 * A square of `edge` pixels with a picture on it, scaled smoothly.
 * @param ground a CSS colour below the picture
 */
export function squareOf(picture: CanvasImageSource, edge: number, ground?: string) {
  const square = sheetOf(edge, edge);
  if (ground !== undefined) {
    square.context.fillStyle = ground;
    square.context.fillRect(0, 0, edge, edge);
  }
  square.context.imageSmoothingQuality = 'high';
  square.context.drawImage(picture, 0, 0, edge, edge);
  return square;
}

/** Draws inside of a rectangle only. */
export function within(context: Context, { x, y, width, height }: Rect, draw: () => void): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  draw();
  context.restore();
}

/** Pseudo-random numbers from 0 to 1, the same for a seed, so that a banner always looks alike. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const QUALITY = 0.92;

/**
 * Encodes the canvas as a file.
 * @param sources what was drawn on it: if one is marked as generated, the file is
 * @throws LikenessError 'download-failed' if the browser can't write the format
 */
export async function fileOf(
  canvas: HTMLCanvasElement,
  format: HdFormat,
  sources: readonly Blob[] = [],
): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, `image/${format}`, QUALITY);
  });
  if (blob?.type !== `image/${format}`) throw new LikenessError('download-failed');
  return markedLike(sources, blob);
}
