import { describe, expect, it } from 'vitest';

import { cellsOf, evened, gridOf, heightAt, traced } from './sprites.ts';

describe('a grid of cells', () => {
  it('covers a 1024 px picture, centred, in 48 to 96 cells', () => {
    for (const cell of [12, 14, 16, 18]) {
      const { edge, offset } = gridOf(cell);
      expect(edge).toBeGreaterThanOrEqual(48);
      expect(edge).toBeLessThanOrEqual(96);
      expect(offset).toBeLessThanOrEqual(0);
      expect(offset + edge * cell).toBeGreaterThanOrEqual(1024);
      expect(offset).toBe((1024 - edge * cell) / 2);
    }
  });

  it('takes a colour where it has a cell, and nothing beside it', () => {
    const cells = cellsOf(2);
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [2, 1],
      [0, 2],
    ] as const)
      cells.put(x, y, [1, 0, 0]);
    expect([...cells.rgba]).toEqual([0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('a line of cells', () => {
  it('passes each cell once and has no corners', () => {
    const stairs = traced([
      [0.1, 0.1],
      [0.2, 0.4],
      [1.2, 0.5],
      [1.4, 1.4],
      [2.5, 1.5],
      [2.5, 2.5],
    ]);
    expect(stairs).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it('keeps straight runs and its ends', () => {
    const run = traced([0, 1, 2, 3].map((x) => [x + 0.5, 0.5] as const));
    expect(run).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
  });

  it('has a height at every column, level beyond its ends', () => {
    const line = [
      [1, 10],
      [3, 20],
      [5, 0],
    ] as const;
    expect([0, 1, 2, 4, 9].map((x) => heightAt(line, x))).toEqual([10, 10, 15, 10, 0]);
  });
});

it('lets no single tooth stand out', () => {
  expect(evened([0, 1, 1, 3, 1, 2, 2, 2, 0], 3)).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 0]);
});
