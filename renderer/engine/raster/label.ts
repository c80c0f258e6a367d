import type { Plane, Square } from './planes.ts';

/** Texels still to visit; kept, as fresh memory costs as much as the visits. */
let stack = new Int32Array(0);

/**
 * Labels the 4-connected areas of one value each; where it is `nothing` there is none.
 * @returns the area of each pixel, from 1 on and 0 for none, and the areas' numbers of pixels
 */
function labelled(of: Uint8Array | Int8Array, width: number, height: number, nothing?: number) {
  const labels = new Int32Array(width * height);
  const sizes = [0];
  if (stack.length < labels.length) stack = new Int32Array(labels.length);
  let depth = 0;
  let value = 0;
  const visit = (at: number): void => {
    if (of[at] !== value || labels[at] !== 0) return;
    labels[at] = sizes.length;
    stack[depth] = at;
    depth += 1;
  };
  for (let start = 0; start < labels.length; start += 1) {
    if (of[start] === nothing || labels[start] !== 0) continue;
    value = of[start];
    let size = 0;
    visit(start);
    while (depth > 0) {
      depth -= 1;
      const at = stack[depth];
      const x = at % width;
      size += 1;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at < labels.length - width) visit(at + width);
    }
    sizes.push(size);
  }
  return { labels, sizes };
}

/** Labels the 4-connected areas where `inside` is 1 and not 0. */
export const label = (inside: Uint8Array, width: number, height: number) =>
  labelled(inside, width, height, 0);

/**
 * Labels the 4-connected areas of a plane where `is` holds. (`Uint8Array.from` with a function uses
 * an iterator, ten times slower.)
 */
export function labelWhere({ width, height, data }: Plane, is: (value: number) => boolean) {
  const marks = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 1) if (is(data[i])) marks[i] = 1;
  return label(marks, width, height);
}

/** Labels the 4-connected parts of a mask, where it is above 0.5. */
export const partsOf = (mask: Square, n: number) =>
  labelWhere({ width: n, height: n, data: mask }, (value) => value > 0.5);

/** Removes parts of fewer than `island` texels and closes holes of fewer than `hole`: 0 or 1. */
export const cleaned = (mask: Square, n: number, island: number, hole: number): Square => {
  const large = (of: Square, least: number): Square => {
    const { labels, sizes } = partsOf(of, n);
    return of.map((_, i) => (labels[i] > 0 && sizes[labels[i]] >= least ? 1 : 0));
  };
  const kept = large(mask, island);
  if (hole <= 0) return kept;
  const gaps = large(kept.map(opposite), hole);
  return gaps.map(opposite);
};

const opposite = (v: number): number => 1 - v;

/** The number of the plane that is greatest at each texel; -1 where the index fails the test. */
export const greatest = (
  planes: readonly Square[],
  test: (i: number) => boolean = () => true,
): Int8Array => {
  const best = new Int8Array(planes[0].length).fill(-1);
  for (let i = 0; i < best.length; i += 1)
    if (test(i))
      for (let k = 0; k < planes.length; k += 1)
        if (best[i] < 0 || planes[k][i] > planes[best[i]][i]) best[i] = k;
  return best;
};

export type Areas = ReturnType<typeof areasOf>;

/**
 * The 4-connected areas of one value each: each pixel's area, their sizes and values, and how many
 * pairs of neighbouring pixels lie across the border of each.
 */
export const areasOf = (of: Int8Array, n: number) => {
  const { labels, sizes } = labelled(of, n, n);
  const at = labels.map((name) => name - 1);
  const values: number[] = [];
  const borders = new Uint32Array(sizes.length - 1);
  const meet = (i: number, j: number): void => {
    if (of[i] === of[j]) return;
    borders[at[i]] += 1;
    borders[at[j]] += 1;
  };
  for (let i = 0; i < n * n; i += 1) {
    values[at[i]] = of[i];
    if (i % n < n - 1) meet(i, i + 1);
    if (i + n < n * n) meet(i, i + n);
  }
  return { at, sizes: sizes.slice(1), values, borders };
};

/**
 * Gives each area smaller than `smallest` pixels to the larger one that it has the longest border
 * with, the smallest areas first. Negative values are nothing: they take no area, and stay.
 */
export const withoutSpecks = (of: Int8Array, n: number, smallest: number): void => {
  for (const least of [smallest / 4, smallest]) while (giveAway(of, n, least)) continue;
};

/** Gives areas away once; tells whether there were any. */
const giveAway = (of: Int8Array, n: number, least: number): boolean => {
  const { at, sizes, values } = areasOf(of, n);
  const borders = new Map<number, Map<number, number>>();
  for (let i = 0; i < n * n; i += 1) {
    const own = at[i];
    if (sizes[own] >= least || values[own] < 0) continue;
    const around = borders.get(own) ?? new Map<number, number>();
    borders.set(own, around);
    for (const j of [i % n > 0 ? i - 1 : i, i % n < n - 1 ? i + 1 : i, i - n, i + n]) {
      if (j < 0 || j >= n * n || of[j] < 0) continue;
      const larger = sizes[at[j]] - sizes[own] || own - at[j];
      if (larger > 0) around.set(of[j], (around.get(of[j]) ?? 0) + 1);
    }
  }
  const given = new Map<number, number>();
  for (const [area, around] of borders) {
    let most = 0;
    for (const [value, length] of around)
      if (length > most) {
        most = length;
        given.set(area, value);
      }
  }
  for (let i = 0; i < n * n; i += 1) of[i] = given.get(at[i]) ?? of[i];
  return given.size > 0;
};
