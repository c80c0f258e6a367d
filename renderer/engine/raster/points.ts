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

/** `ring` as seen from its middle, `by` times as large. */
export const scaled = (ring: readonly Point[], by: number): Point[] => {
  const centre = centreOf(ring);
  return ring.map((point) => mix(centre, point, by));
};
