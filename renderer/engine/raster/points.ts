import type { Point } from './planes.ts';

export const distance = ([x, y]: Point, [u, v]: Point): number => Math.hypot(x - u, y - v);

export const mix = ([x, y]: Point, [u, v]: Point, t: number): Point => [
  x + (u - x) * t,
  y + (v - y) * t,
];

export const centreOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/** A turn about the origin, by the cosine and sine of its angle. */
export type Turn = Readonly<Record<'cos' | 'sin', number>>;

export const turned = ({ cos, sin }: Turn, x: number, y: number): [number, number] => [
  cos * x - sin * y,
  sin * x + cos * y,
];

/** Middle and size of the box around landmarks, x, y, z in turn, after a turn of x and y. */
export const boxAround = (landmarks: Float32Array, turn: Turn) => {
  let [left, right, top, foot] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i + 2 < landmarks.length; i += 3) {
    const [x, y] = turned(turn, landmarks[i], landmarks[i + 1]);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, foot] = [Math.min(top, y), Math.max(foot, y)];
  }
  return { x: (left + right) / 2, y: (top + foot) / 2, width: right - left, height: foot - top };
};

/** `ring` as seen from its middle, `by` times as large. */
export const scaled = (ring: readonly Point[], by: number): Point[] => {
  const centre = centreOf(ring);
  return ring.map((point) => mix(centre, point, by));
};
