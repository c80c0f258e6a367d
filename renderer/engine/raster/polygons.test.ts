import { expect, it } from 'vitest';

import { filledTriangles, fillPolygon } from './polygons.ts';

const sum = (plane: Float32Array): number => plane.reduce((total, v) => total + v, 0);

it('fills a polygon by its texels’ middles', () => {
  const plane = new Float32Array(64);
  fillPolygon(plane, 8, [
    [1, 1],
    [5, 1],
    [5, 4],
    [1, 4],
  ]);
  expect(sum(plane)).toBe(12);
  expect(plane[1 * 8 + 1]).toBe(1);
  expect(plane[4 * 8 + 1]).toBe(0);
});

it('fills a ring that leaves the picture without writing outside', () => {
  const plane = new Float32Array(16);
  fillPolygon(plane, 4, [
    [-9, -9],
    [20, -9],
    [20, 20],
    [-9, 20],
  ]);
  expect(sum(plane)).toBe(16);
});

it('interpolates values over a triangle', () => {
  const n = 16;
  const corners = [0, 0, 10, 0, 0, 10];
  const planes = filledTriangles(n, corners, [0, 0, 1, 1, 0, 1, 0, 1, 1], 3, [0, 1, 2]);
  const within = planes.map((plane) => plane[2 * n + 5]);
  [0.5, 0.2, 1, 1].forEach((value, k) => expect(within[k]).toBeCloseTo(value, 6));
  expect(planes[3]?.[12 * n + 12]).toBe(0);
});
