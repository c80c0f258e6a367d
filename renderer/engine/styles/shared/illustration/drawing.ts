import { compose, invert } from '../../../photo/frame.ts';
import { canvasOf } from '../../../photo/picture.ts';
import { faceCentreOf, type Portrait } from '../portrait.ts';
import { unitMatrix, type Scene } from '../scene.ts';
import type { Pen } from './pen.ts';

/** Edge of a drawing in pixels, and how many face widths it covers. */
export const DRAWN = { edge: 1024, faces: 1.5 } as const;

/** The part of the canvas that a drawing covers: its upper left corner and edge, in texels. */
const drawnSquare = ({ canvas }: Portrait): readonly [x: number, y: number, edge: number] => {
  const [x, y] = faceCentreOf(canvas);
  const edge = DRAWN.faces * canvas.width;
  return [x - edge / 2, y - edge / 2, edge];
};

/** Transform from a scene's picture to the drawing, both in 0..1 coordinates. */
export const toDrawing = ({ faceProfile, frame, size }: Scene): number[] => {
  const portrait = faceProfile.portrait();
  const [left, top, edge] = drawnSquare(portrait);
  const part = { a: 1 / edge, b: 0, c: 0, d: 1 / edge, e: -left / edge, f: -top / edge };
  return unitMatrix(compose(part, compose(portrait.frame, invert(frame))), size, 1, 1);
};

/** Runs `draw` in the canvas's units; returns straight RGBA bytes, `DRAWN.edge` squared pixels. */
export const drawnOf = (
  portrait: Portrait,
  draw: (pen: Pen) => void,
): Uint8ClampedArray<ArrayBuffer> => {
  const { edge } = DRAWN;
  const [left, top, span] = drawnSquare(portrait);
  const scale = edge / span;
  const { context } = canvasOf(edge, edge);
  context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  draw({ context, width: portrait.canvas.width });
  return context.getImageData(0, 0, edge, edge).data;
};
