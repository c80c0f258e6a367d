import { rgbOf, type Lab } from '../../../core/colour.ts';
import type { Point } from '../../raster/planes.ts';
import type { Portrait } from '../shared/portrait.ts';

export type Grid = ReturnType<typeof gridOf>;

/**
 * A grid of `edge` squared cells, each `cell` px of a 1024 px picture, centred on the picture. Its
 * first cell's corner is at `offset` in those pixels; 0 or less.
 */
export const gridOf = (cell: number) => {
  const edge = Math.ceil(1024 / cell);
  return { edge, cell, offset: (1024 - edge * cell) / 2 };
};

export type Cells = ReturnType<typeof cellsOf>;

/** RGBA cells, in which features are set one by one as a pixel artist does. */
export const cellsOf = (edge: number) => {
  const rgba = new Uint8Array(edge * edge * 4);
  const put = (x: number, y: number, lab: Lab): void => {
    if (x < 0 || y < 0 || x >= edge || y >= edge) return;
    const bytes = rgbOf(lab).map((v) => Math.round(255 * v));
    rgba.set([...bytes, 255], 4 * (y * edge + x));
  };
  return { edge, rgba, put };
};

/** Height at `x` of a line that runs from left to right; level beyond its ends. */
export const heightAt = (line: readonly Point[], x: number): number => {
  const [first, last] = [line[0], line[line.length - 1]];
  if (x <= first[0]) return first[1];
  for (let k = 1; k < line.length; k += 1) {
    const [p, q] = [line[k - 1], line[k]];
    if (x <= q[0]) return p[1] + ((q[1] - p[1]) * (x - p[0])) / Math.max(1e-6, q[0] - p[0]);
  }
  return last[1];
};

/** Lowers what is higher over fewer than `least` columns (an opening, J. Serra 1982). */
export const evened = (heights: readonly number[], least: number): number[] => {
  const low = heights.map((_, k) => Math.min(...heights.slice(k, k + least)));
  return heights.map((_, k) => Math.max(...low.slice(Math.max(0, k - least + 1), k + 1)));
};

export const rightwards = (line: readonly Point[]): Point[] => line.toSorted((p, q) => p[0] - q[0]);

/** The cells that a line passes, without those whose neighbours on it touch diagonally. */
export const traced = (line: readonly Point[]): Point[] => {
  const cells: Point[] = [];
  for (const [x, y] of line) {
    const cell: Point = [Math.floor(x), Math.floor(y)];
    const last = cells.at(-1);
    if (!last || last[0] !== cell[0] || last[1] !== cell[1]) cells.push(cell);
  }
  const clean: Point[] = [];
  cells.forEach((cell, k) => {
    const [before, after] = [clean.at(-1), cells.at(k + 1)];
    const corner =
      before &&
      after &&
      ((before[0] === cell[0] && after[1] === cell[1]) ||
        (before[1] === cell[1] && after[0] === cell[0])) &&
      Math.abs(before[0] - after[0]) === 1 &&
      Math.abs(before[1] - after[1]) === 1;
    if (!corner) clean.push(cell);
  });
  return clean;
};

/** Two sizes or heights that belong together become one, unless they clearly differ. */
export const paired = (values: readonly number[]): [number, number] => {
  const [p, q] = values;
  return Math.abs(p - q) < 1 ? [(p + q) / 2, (p + q) / 2] : [p, q];
};

/** The least and the greatest of some values. */
export const extent = (values: readonly number[]): [number, number] => [
  Math.min(...values),
  Math.max(...values),
];

/** Where and how a person's features are drawn. */
export interface Drawing {
  readonly cells: Cells;
  readonly portrait: Portrait;
  /** Cell, with fractions, of a point of the portrait's canvas. */
  readonly at: (p: Point) => Point;
  /** Applies the avatar's tint to skin colours. */
  readonly paint: (lab: Lab) => Lab;
}
