import type { Square } from './planes.ts';

/** Texels still to visit; kept, as fresh memory costs as much as the visits. */
let stack = new Int32Array(0);

/** The area of each pixel, from 1 on and 0 for none, and the areas' pixels. */
interface Labelled {
  readonly labels: Int32Array;
  readonly sizes: number[];
}

/** Labels the 4-connected areas where `inside` is 1. */
export function label(inside: Uint8Array, width: number, height: number): Labelled {
  const labels = new Int32Array(width * height);
  const sizes = [0];
  if (stack.length < labels.length) stack = new Int32Array(labels.length);
  let depth = 0;
  let name = 0;
  const visit = (at: number): void => {
    if (inside[at] !== 1 || labels[at] !== 0) return;
    labels[at] = name;
    stack[depth] = at;
    depth += 1;
  };
  for (let start = 0; start < labels.length; start += 1) {
    if (inside[start] !== 1 || labels[start] !== 0) continue;
    name = sizes.length;
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

/** 1 where `is` holds. (`Uint8Array.from` with a function uses an iterator, ten times slower.) */
export function marked(data: Float32Array, is: (value: number) => boolean): Uint8Array {
  const marks = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 1) if (is(data[i])) marks[i] = 1;
  return marks;
}

/** Labels the 4-connected parts of a mask, where it is above 0.5. */
export const partsOf = (mask: Square, n: number): Labelled =>
  label(
    marked(mask, (value) => value > 0.5),
    n,
    n,
  );

/**
 * Removes parts smaller than `island` texels and closes holes smaller than `hole`; gives 0 or 1.
 */
export const cleaned = (mask: Square, n: number, island: number, hole: number): Square => {
  const solid = partsOf(mask, n);
  const kept = new Float32Array(n * n);
  for (let i = 0; i < kept.length; i += 1) {
    const part = solid.labels[i];
    if (part > 0 && solid.sizes[part] >= island) kept[i] = 1;
  }
  if (hole <= 0) return kept;
  const gap = new Float32Array(n * n);
  for (let i = 0; i < gap.length; i += 1) gap[i] = 1 - kept[i];
  const gaps = partsOf(gap, n);
  for (let i = 0; i < kept.length; i += 1) {
    const part = gaps.labels[i];
    if (part > 0 && gaps.sizes[part] < hole) kept[i] = 1;
  }
  return kept;
};

/**
 * Gives each part smaller than `smallest` texels to the value it has the longest border with, the
 * smallest first.
 */
export const withoutSpecks = (best: Int8Array, mask: Square, n: number, smallest: number): void => {
  for (const least of [smallest / 4, smallest])
    for (let k = 0; best.some((v) => v >= k); k += 1) {
      const { labels: of, sizes: areas } = partsOf(
        mask.map((v, i) => (v > 0.5 && best[i] === k ? 1 : 0)),
        n,
      );
      const borders = areas.map(() => new Map<number, number>());
      for (let i = 0; i < n * n; i += 1) {
        const part = of[i];
        if (part === 0 || areas[part] >= least) continue;
        const around = borders[part];
        for (const j of [i % n > 0 ? i - 1 : i, i % n < n - 1 ? i + 1 : i, i - n, i + n])
          if ((mask[j] ?? 0) > 0.5 && best[j] !== k) {
            const other = best[j];
            around.set(other, (around.get(other) ?? 0) + 1);
          }
      }
      const next = borders.map((around) => {
        let [other, most] = [k, 0];
        for (const [value, length] of around) if (length > most) [other, most] = [value, length];
        return other;
      });
      for (let i = 0; i < n * n; i += 1) if (of[i] > 0) best[i] = next[of[i]];
    }
};
