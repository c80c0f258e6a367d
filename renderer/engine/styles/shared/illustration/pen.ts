import { rgbOf, type Lab } from '../../../../core/colour.ts';
import { clamp, smoothstep } from '../../../raster/numbers.ts';
import type { Point } from '../../../raster/planes.ts';

export type Pen = OffscreenCanvasRenderingContext2D;
export type Points = readonly Point[];

export const LIP_TOP = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291] as const;
export const LIP_FOOT = [291, 375, 321, 405, 314, 17, 84, 181, 91, 146, 61] as const;
export const MOUTH_TOP = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308] as const;
export const MOUTH_FOOT = [308, 324, 318, 402, 317, 14, 87, 178, 88, 95, 78] as const;
export const NOSE_FOOT = [129, 98, 97, 2, 326, 327, 358] as const;
/** A brow's upper and lower edge, from the temple inwards. */
export const BROW_EDGES = [
  [
    [70, 63, 105, 66, 107],
    [46, 53, 52, 65, 55],
  ],
  [
    [300, 293, 334, 296, 336],
    [276, 283, 282, 295, 285],
  ],
] as const;
export const FOLDS = [
  [129, 203, 206, 216],
  [358, 423, 426, 436],
] as const;

export const mix = ([x, y]: Point, [u, v]: Point, t: number): Point => [
  x + (u - x) * t,
  y + (v - y) * t,
];
export const distance = ([x, y]: Point, [u, v]: Point): number => Math.hypot(x - u, y - v);

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

export const trace = (pen: Pen, points: Points): void => {
  pen.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
};

export const fill = (pen: Pen, points: Points, lab: Lab, alpha = 1): void => {
  trace(pen, points);
  pen.fillStyle = css(lab, alpha);
  pen.fill();
};

export const disc = (pen: Pen, [x, y]: Point, r: number, lab: Lab, alpha = 1): void => {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, r), 0, 2 * Math.PI);
  pen.fillStyle = css(lab, alpha);
  pen.fill();
};

/** Draws a line of varying width: `wide` times `profile` at each position along it, 0 to 1. */
export const stroke = (
  pen: Pen,
  points: Points,
  wide: number,
  lab: Lab,
  profile: (t: number) => number,
  alpha = 1,
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
    const r = (wide / 2) * profile(lengths[i] / whole);
    const [nx, ny] = [(-(q[1] - p[1]) / l) * r, ((q[0] - p[0]) / l) * r];
    left.push([x + nx, y + ny]);
    right.push([x - nx, y - ny]);
  });
  fill(pen, [...left, ...right.reverse()], lab, alpha);
};

export const tapered =
  (start: number, end: number) =>
  (t: number): number =>
    smoothstep(0, start, t) * smoothstep(0, end, 1 - t);

export const within = (pen: Pen, points: Points, draw: () => void): void => {
  pen.save();
  trace(pen, points);
  pen.clip();
  draw();
  pen.restore();
};
