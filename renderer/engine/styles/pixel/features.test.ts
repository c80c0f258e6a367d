import { describe, expect, it } from 'vitest';

import { cellsOf, evened, gridOf, heightAt, paired, traced } from './cells.ts';
import { browSteps, eyeCells, eyeRows } from './eyes.ts';
import { parted, rimCells } from './sprites.ts';

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

describe('eyes of cells', () => {
  it('are two rows high at least, unless they are shut', () => {
    expect(eyeRows(1.1, 7)).toBe(2);
    expect(eyeRows(2.2, 7)).toBe(3);
    expect(eyeRows(0.4, 7)).toBe(1);
    expect(eyeRows(5, 6)).toBe(3);
  });

  it.each([
    [8, 3, 2],
    [7, 2, 2],
    [6, 2, 1],
    [5, 2, 2],
    [4, 2, 1],
  ])('have white on both sides of an iris with a catch light: %i by %i', (wide, rows, first) => {
    const cells = eyeCells(wide, rows, first, 1);
    const rowOf = (y: number): string[] =>
      cells
        .filter((cell) => cell.y === y)
        .sort((p, q) => p.x - q.x)
        .map(({ part }) => part);
    const under = rowOf(1);
    expect(under[0]).toBe('white');
    expect(under[wide - 1]).toBe('white');
    expect(under.filter((part) => part === 'iris').length).toBe(wide >= 6 ? 2 : 1);
    expect(under).toContain('pupil');
    const over = rowOf(0);
    const light = over.indexOf('light');
    expect([over[0], over[wide - 1]]).toEqual(['lash', 'lash']);
    if (wide >= 6) expect([over[light - 1], over[light + 1]]).toEqual(['pupil', 'pupil']);
    expect(cells.filter(({ part }) => part === 'light')).toHaveLength(1);
    // The lashes' line arches without a gap.
    expect(rowOf(-1)).toEqual(new Array(wide - 2).fill('lash'));
  });

  it('are alike unless they clearly differ', () => {
    expect(paired([3.2, 3.8])).toEqual([3.5, 3.5]);
    expect(paired([3, 5])).toEqual([3, 5]);
  });
});

describe('brows of cells', () => {
  it('arch as the person’s do', () => {
    expect(browSteps([1, 0.3, 0, 0, 0.2, 0.9])).toEqual([1, 0, 0, 0, 1, 1]);
    expect(browSteps([0.1, 0, 0, 0.1, 0.2, 0.8])).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it('never frown: a low inner end alone is drawn level', () => {
    expect(browSteps([1.5, 1, 0.6, 0.3, 0.1, 0])).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

it.each([
  [11, 13, 2],
  [10, 6, 3],
  [14, 7, 4],
  [12, 12, 2],
])('a rim of cells is closed and alike on both halves: %i by %i', (wide, high, exponent) => {
  const rim = rimCells(wide, high, exponent);
  const has = (x: number, y: number): boolean => rim.some(([u, v]) => u === x && v === y);
  for (const [x, y] of rim) {
    expect(has(wide - 1 - x, y)).toBe(true);
    expect(has(x, high - 1 - y)).toBe(true);
  }
  expect(Math.min(...rim.map(([, y]) => y))).toBe(0);
  expect(Math.min(...rim.map(([x]) => x))).toBe(0);
  // From its middle, nothing gets out between cells of the rim.
  const seen = new Set<string>();
  const open = [[wide >> 1, high >> 1]] as [number, number][];
  for (let next = open.pop(); next; next = open.pop()) {
    const [x, y] = next;
    if (seen.has(`${x} ${y}`) || has(x, y)) continue;
    seen.add(`${x} ${y}`);
    expect(x >= 0 && y >= 0 && x < wide && y < high).toBe(true);
    open.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
  }
});

it('leaves a piece of nose between two rims', () => {
  const [[p, v], [q, w]] = parted([
    [10, 11],
    [21, 11],
  ]);
  expect([p, q + w, v]).toEqual([10, 32, w]);
  expect(q - (p + v)).toBe(2);
  expect(
    parted([
      [1, 8],
      [12, 8],
    ]),
  ).toEqual([
    [1, 8],
    [12, 8],
  ]);
});
