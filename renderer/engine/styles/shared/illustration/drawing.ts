import { pointOf } from '../canvas.ts';
import type { Portrait } from '../portrait.ts';
import type { Pen } from './pen.ts';

/** Edge of a drawing in pixels, and how many face widths it covers. */
export const DRAWN = { edge: 1024, faces: 1.5 } as const;

/** The part of the canvas that a drawing covers: its upper left corner and edge, in texels. */
export const drawnSquare = ({
  canvas,
}: Portrait): readonly [x: number, y: number, edge: number] => {
  const points = [234, 454, 10, 152].map((i) => pointOf(canvas, i));
  const [x, y] = [0, 1].map((c) => points.reduce((sum, p) => sum + p[c], 0) / 4) as [
    number,
    number,
  ];
  const edge = DRAWN.faces * canvas.width;
  return [x - edge / 2, y - edge / 2, edge];
};

/** Runs `draw` in the canvas's units; returns straight RGBA bytes, `DRAWN.edge` squared pixels. */
export const drawnOf = (
  portrait: Portrait,
  draw: (pen: Pen) => void,
): Uint8ClampedArray<ArrayBuffer> => {
  const { edge } = DRAWN;
  const [left, top, span] = drawnSquare(portrait);
  const scale = edge / span;
  const pen = new OffscreenCanvas(edge, edge).getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('no 2D canvas');
  pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  draw(pen);
  return pen.getImageData(0, 0, edge, edge).data;
};
