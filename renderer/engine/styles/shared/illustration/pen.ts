import { rgbOf, type Lab } from '../../../../core/colour.ts';
import { compose, invert } from '../../../photo/frame.ts';
import { canvasOf } from '../../../photo/picture.ts';
import { clamp, smoothstep } from '../../../raster/numbers.ts';
import type { Point } from '../../../raster/planes.ts';
import { distance } from '../../../raster/points.ts';
import { faceCentreOf, type Portrait } from '../portrait.ts';
import { unitMatrix, type Scene } from '../scene.ts';

/** A context that draws on the portrait's canvas. */
export interface Pen {
  readonly context: OffscreenCanvasRenderingContext2D;
  /** The face's width, the unit of lengths that a pen is given. */
  readonly width: number;
}

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

type Points = readonly Point[];

/** Catmull-Rom curve through the points (E. Catmull, R. Rom 1974), as short straight segments. */
export const curve = (points: Points, closed = false): Point[] => {
  const count = points.length;
  const at = (i: number): Point => points[closed ? (i + count) % count : clamp(i, 0, count - 1)];
  const out: Point[] = [];
  for (let i = 0; i < (closed ? count : count - 1); i += 1) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 0; k < 8; k += 1) {
      const t = k / 8;
      const value = (c: 0 | 1): number =>
        0.5 *
        (2 * q[c] +
          (r[c] - p[c]) * t +
          (2 * p[c] - 5 * q[c] + 4 * r[c] - s[c]) * t * t +
          (3 * q[c] - p[c] - 3 * r[c] + s[c]) * t * t * t);
      out.push([value(0), value(1)]);
    }
  }
  return closed ? out : [...out, points[count - 1]];
};

export const css = (lab: Lab, alpha = 1): string => {
  const [r, g, b] = rgbOf(lab).map((v) => Math.round(v * 255));
  return `rgb(${String(r)} ${String(g)} ${String(b)} / ${alpha.toFixed(3)})`;
};

export const trace = ({ context }: Pen, ...rings: readonly Points[]): void => {
  context.beginPath();
  for (const ring of rings) {
    ring.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.closePath();
  }
};

export const fill = (pen: Pen, points: Points, lab: Lab, alpha = 1): void => {
  trace(pen, points);
  pen.context.fillStyle = css(lab, alpha);
  pen.context.fill();
};

export const disc = ({ context }: Pen, [x, y]: Point, r: number, lab: Lab, alpha = 1): void => {
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.fillStyle = css(lab, alpha);
  context.fill();
};

/** The points, lower by a part of the face's width. */
export const lowered = ({ width }: Pick<Pen, 'width'>, points: Points, by: number): Point[] =>
  points.map(([x, y]): Point => [x, y + by * width]);

/** The outline of a band of even height below a line. */
export const below = (pen: Pen, line: Points, height: number): Point[] => [
  ...line,
  ...lowered(pen, line, height).reverse(),
];

export interface Line {
  /** In face widths. */
  readonly wide: number;
  readonly lab: Lab;
  readonly alpha?: number;
  /** The part of the width at each position along the line, 0 to 1. */
  readonly profile?: (t: number) => number;
}

export const stroke = (
  pen: Pen,
  points: Points,
  { wide, lab, alpha, profile = () => 1 }: Line,
): void => {
  const lengths = [0];
  points.slice(1).forEach((p, i) => {
    lengths.push(lengths[i] + distance(p, points[i]));
  });
  const whole = lengths[lengths.length - 1] || 1;
  const left: Point[] = [];
  const right: Point[] = [];
  points.forEach(([x, y], i) => {
    const [p, q] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]];
    const l = distance(p, q) || 1;
    const r = ((wide * pen.width) / 2) * profile(lengths[i] / whole);
    const [nx, ny] = [(-(q[1] - p[1]) / l) * r, ((q[0] - p[0]) / l) * r];
    left.push([x + nx, y + ny]);
    right.push([x - nx, y - ny]);
  });
  fill(pen, [...left, ...right.reverse()], lab, alpha);
};

export const tapered =
  (start: number, end = start) =>
  (t: number): number =>
    smoothstep(0, start, t) * smoothstep(0, end, 1 - t);

/** How wide a line is along the upper lashes, from their tip beside the eye. */
export const lashes = (t: number): number =>
  smoothstep(0, 0.22, t) * (0.45 + 0.55 * smoothstep(0, 0.5, 1 - t));

/** The same along the base of the nose: widest at the wings, `least` between, and more at the tip. */
export const noseFoot =
  (least: number) =>
  (t: number): number =>
    least +
    (1 - least) *
      Math.abs(Math.cos(Math.PI * t)) ** 1.5 *
      smoothstep(0, 0.12, t) *
      smoothstep(0, 0.12, 1 - t) +
    0.2 * Math.exp(-(((t - 0.5) / 0.15) ** 2));

export const within = (pen: Pen, points: Points, draw: () => void): void => {
  pen.context.save();
  trace(pen, points);
  pen.context.clip();
  draw();
  pen.context.restore();
};
