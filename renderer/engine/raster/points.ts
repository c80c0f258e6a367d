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
