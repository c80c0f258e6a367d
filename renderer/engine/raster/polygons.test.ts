import { expect, it } from 'vitest';

import { fillPolygon, fillTriangles } from './polygons.ts';

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
  const planes = [0, 1, 2].map(() => new Float32Array(n * n)) as [
    Float32Array<ArrayBuffer>,
    Float32Array<ArrayBuffer>,
    Float32Array<ArrayBuffer>,
  ];
  const cover = new Float32Array(n * n);
  fillTriangles(planes, cover, n, [0, 0, 10, 0, 0, 10], [0, 0, 1, 1, 0, 1, 0, 1, 1], [0, 1, 2]);
  expect(planes[0][2 * n + 5]).toBeCloseTo(0.5, 6);
  expect(planes[1][2 * n + 5]).toBeCloseTo(0.2, 6);
  expect(planes[2][2 * n + 5]).toBeCloseTo(1, 6);
  expect(cover[12 * n + 12]).toBe(0);
});
