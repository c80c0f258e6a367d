import { expect, test } from 'vitest';

import { outlinesOf, pathOf } from './outlines.ts';

const N = 64;

/** A plane whose value falls from 1 to 0 across the edge of a shape; `depth` is in pixels. */
const planeOf = (depth: (x: number, y: number) => number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: N * N }, (_, i) =>
    Math.min(1, Math.max(0, 0.5 + depth(i % N, Math.floor(i / N)))),
  );

/** The ends of a path's curves. */
const nodesOf = (path: string): [number, number][] => {
  const numbers = path.match(/[Mcz]|-?\d*\.?\d+/g) ?? [];
  let [x, y] = [Number(numbers[1]), Number(numbers[2])];
  const nodes: [number, number][] = [[x, y]];
  const rest = numbers.slice(3).filter((one) => !/[cz]/.test(one));
  for (let i = 0; i < rest.length; i += 6) {
    [x, y] = [x + Number(rest[i + 4]), y + Number(rest[i + 5])];
    nodes.push([x, y]);
  }
  return nodes;
};

test('a ring is two circles of few curves', () => {
  const outlines = outlinesOf(
    planeOf((x, y) => 6 - Math.abs(Math.hypot(x - 31, y - 32) - 18)),
    N,
  );
  expect(outlines).toHaveLength(2);
  const radii = outlines.map((points) => {
    const nodes = nodesOf(pathOf(points, 0.4));
    expect(nodes.length).toBeLessThan(14);
    const off = nodes.map(([x, y]) => Math.hypot(x - 31, y - 32));
    expect(Math.max(...off) - Math.min(...off)).toBeLessThan(0.6);
    expect(nodes.at(-1)?.[0]).toBeCloseTo(nodes[0]?.[0] ?? 0, 5);
    return Math.round(off[0] ?? 0);
  });
  expect(radii.sort()).toEqual([12, 24]);
});

test('a square keeps its corners', () => {
  const [points = []] = outlinesOf(
    planeOf((x, y) => 20 - Math.max(Math.abs(x - 32), Math.abs(y - 32))),
    N,
  );
  const nodes = nodesOf(pathOf(points, 0.4));
  expect(nodes.length).toBeLessThan(14);
  for (const [x, y] of [
    [12, 12],
    [52, 12],
    [52, 52],
    [12, 52],
  ] as const)
    expect(Math.min(...nodes.map(([u, v]) => Math.hypot(u - x, v - y)))).toBeLessThan(1.2);
});

test('shapes that touch at a corner only are two, unless their middle is inside', () => {
  const plane = new Float32Array(36);
  for (const i of [7, 8, 13, 14, 21, 22, 27, 28]) plane[i] = 1;
  expect(outlinesOf(plane, 6)).toHaveLength(2);
  plane[15] = 0.3;
  plane[20] = 0.3;
  expect(outlinesOf(plane, 6)).toHaveLength(1);
});
