import type { Plane } from './raster.ts';

/** Two box blurs: close enough to a Gaussian with a sigma of 0.82 times their radius. */
const wide = (source: Plane, n: number, r: number): Plane => boxed(boxed(source, n, r), n, r);

/** A rectangle of texels, up to but without `right` and `end`. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly end: number;
}

/** The smallest rectangle outside which all is 0. */
const filledBox = (plane: Plane, n: number): Box => {
  let [first, after] = [0, plane.length];
  while (first < after && plane[first] === 0) first += 1;
  while (after > first && plane[after - 1] === 0) after -= 1;
  const [top, end] = [Math.floor(first / n), Math.ceil(after / n)];
  let [left, right] = [n, 0];
  for (let row = top * n; row < end * n; row += n) {
    let x = 0;
    while (x < left && plane[row + x] === 0) x += 1;
    left = x;
    x = n;
    while (x > right && plane[row + x - 1] === 0) x -= 1;
    right = x;
  }
  return { left, right, top, end };
};

/** Rows blurred across, to work in; kept, as fresh memory costs as much as the sums. */
let rows = new Float32Array(0);
const rowsFor = (n: number): Plane => {
  if (rows.length < n * n) rows = new Float32Array(n * n);
  return rows;
};

/** Gaussian blur of `sigma` texels into a new plane; a wide one is made of box blurs. */
export const gaussian = (source: Plane, n: number, sigma: number): Plane => {
  if (sigma >= 4) return wide(source, n, Math.round(sigma / 0.82));
  if (sigma < 0.3) return new Float32Array(source);
  const radius = Math.ceil(sigma * 2.6);
  const taps = Float32Array.from({ length: radius + 1 }, (_, i) =>
    Math.exp((-0.5 * i * i) / (sigma * sigma)),
  );
  const sum = 2 * taps.reduce((all, tap) => all + tap, 0) - 1;
  for (let i = 0; i <= radius; i += 1) taps[i] = taps[i] / sum;
  const first = taps[0];
  const across = rowsFor(n);
  const out = new Float32Array(n * n);
  // Most masks fill only a part of the picture: what is far from it stays 0.
  const { left, right, top, end } = filledBox(source, n);
  const [from, to] = [Math.max(0, left - radius), Math.min(n, right + radius)];
  const line = new Float32Array(n + 2 * radius);
  for (let y = top; y < end; y += 1) {
    line.set(source.subarray(y * n, y * n + n), radius);
    line.fill(line[radius], 0, radius);
    line.fill(line[n + radius - 1], n + radius);
    for (let x = from; x < to; x += 1) {
      const c = x + radius;
      let value = first * line[c];
      for (let k = 1; k <= radius; k += 1) value += taps[k] * (line[c - k] + line[c + k]);
      across[y * n + x] = value;
    }
  }
  across.fill(0, Math.max(0, top - 2 * radius) * n, top * n);
  across.fill(0, end * n, Math.min(n, end + 2 * radius) * n);
  for (let y = Math.max(0, top - radius); y < Math.min(n, end + radius); y += 1) {
    const row = y * n;
    for (let x = from; x < to; x += 1) out[row + x] = first * across[row + x];
    for (let k = 1; k <= radius; k += 1) {
      const tap = taps[k];
      const above = Math.max(0, y - k) * n;
      const below = Math.min(n - 1, y + k) * n;
      for (let x = from; x < to; x += 1)
        out[row + x] = out[row + x] + tap * (across[above + x] + across[below + x]);
    }
  }
  return out;
};

/** Mean over squares of 2 r + 1 texels into a new plane; edges are repeated. */
export const boxed = (source: Plane, n: number, r: number): Plane => {
  const across = rowsFor(n);
  const share = 1 / (2 * r + 1);
  const line = new Float32Array(n + 2 * r + 1);
  for (let y = 0; y < n; y += 1) {
    line.set(source.subarray(y * n, y * n + n), r);
    line.fill(line[r], 0, r);
    line.fill(line[n + r - 1], n + r);
    let sum = 0;
    for (let i = 0; i <= 2 * r; i += 1) sum += line[i];
    for (let x = 0, at = y * n; x < n; x += 1, at += 1) {
      across[at] = sum * share;
      sum += line[x + 2 * r + 1] - line[x];
    }
  }
  const out = new Float32Array(n * n);
  const sums = new Float32Array(n);
  const rowAt = (y: number): number => Math.min(n - 1, Math.max(0, y)) * n;
  for (let y = -r; y <= r; y += 1)
    for (let x = 0, row = rowAt(y); x < n; x += 1) sums[x] = sums[x] + across[row + x];
  for (let y = 0; y < n; y += 1) {
    const [row, enters, leaves] = [y * n, rowAt(y + r + 1), rowAt(y - r)];
    for (let x = 0; x < n; x += 1) {
      const sum = sums[x];
      out[row + x] = sum * share;
      sums[x] = Math.fround(sum + across[enters + x]) - across[leaves + x];
    }
  }
  return out;
};

const product = (p: Plane, q: Plane): Plane => {
  const out = new Float32Array(p.length);
  for (let i = 0; i < p.length; i += 1) out[i] = p[i] * q[i];
  return out;
};

/**
 * A guided filter (K. He, J. Sun, X. Tang 2010) for many planes: computes the guide's moments once.
 */
export const guidedBy = (
  guide: Plane,
  n: number,
  r: number,
  eps: number,
): ((source: Plane) => Plane) => {
  const mean = boxed(guide, n, r);
  const square = boxed(product(guide, guide), n, r);
  return (source) => {
    const own = boxed(source, n, r);
    const slope = boxed(product(guide, source), n, r);
    for (let i = 0; i < slope.length; i += 1) {
      const m = mean[i];
      const k = (slope[i] - m * own[i]) / (square[i] - m * m + eps);
      slope[i] = k;
      own[i] = own[i] - k * m;
    }
    const a = boxed(slope, n, r);
    const b = boxed(own, n, r);
    for (let i = 0; i < a.length; i += 1) a[i] = a[i] * guide[i] + b[i];
    return a;
  };
};

/** `blurredWithin` for many planes of the same weight. */
export const blurWithin = (weight: Plane, n: number, sigma: number): ((source: Plane) => Plane) => {
  const whole = gaussian(weight, n, sigma);
  return (source) => {
    const part = gaussian(product(source, weight), n, sigma);
    for (let i = 0; i < part.length; i += 1) part[i] = part[i] / (whole[i] + 1e-4);
    return part;
  };
};

/** Blurs by weight, ignoring values without any (H. Knutsson, C.-F. Westin 1993). */
export const blurredWithin = (source: Plane, weight: Plane, n: number, sigma: number): Plane =>
  blurWithin(weight, n, sigma)(source);

/**
 * Smooths a mask's outline by mean curvature flow: blurs and thresholds in turn (B. Merriman, J.
 * Bence, S. Osher 1992). The threshold is soft, as a hard one would tie outlines to the grid. Ends
 * with a blur; the outline is where the result crosses 0.5.
 */
export const smoothed = (mask: Plane, n: number, sigma: number, times: number): Plane => {
  let made = gaussian(mask, n, sigma);
  const steep = 1.6 * sigma;
  for (let k = 1; k < times; k += 1) {
    for (let i = 0; i < made.length; i += 1)
      made[i] = Math.min(1, Math.max(0, 0.5 + (made[i] - 0.5) * steep));
    made = gaussian(made, n, sigma);
  }
  return made;
};

/**
 * Finds the 4-connected parts above 0.5: the part of each texel, from 1 on (0 for none), and the
 * parts' areas.
 */
export const partsOf = (mask: Plane, n: number): { of: Int32Array; areas: number[] } => {
  const of = new Int32Array(n * n);
  const areas = [0];
  const stack = stackFor(n);
  let top = 0;
  for (let start = 0; start < mask.length; start += 1) {
    if (mask[start] <= 0.5 || of[start] !== 0) continue;
    const part = areas.length;
    let area = 0;
    stack[0] = start;
    of[start] = part;
    top = 1;
    while (top > 0) {
      top -= 1;
      const i = stack[top];
      area += 1;
      const x = i % n;
      if (x > 0 && of[i - 1] === 0 && mask[i - 1] > 0.5) {
        of[i - 1] = part;
        stack[top++] = i - 1;
      }
      if (x < n - 1 && of[i + 1] === 0 && mask[i + 1] > 0.5) {
        of[i + 1] = part;
        stack[top++] = i + 1;
      }
      if (i >= n && of[i - n] === 0 && mask[i - n] > 0.5) {
        of[i - n] = part;
        stack[top++] = i - n;
      }
      if (i + n < of.length && of[i + n] === 0 && mask[i + n] > 0.5) {
        of[i + n] = part;
        stack[top++] = i + n;
      }
    }
    areas.push(area);
  }
  return { of, areas };
};

/** Texels still to visit; kept like `rows`. */
let stack = new Int32Array(0);
const stackFor = (n: number): Int32Array => {
  if (stack.length < n * n) stack = new Int32Array(n * n);
  return stack;
};

/**
 * Removes parts smaller than `island` texels and closes holes smaller than `hole`; gives 0 or 1.
 */
export const cleaned = (mask: Plane, n: number, island: number, hole: number): Plane => {
  const solid = partsOf(mask, n);
  const kept = new Float32Array(n * n);
  for (let i = 0; i < kept.length; i += 1) {
    const part = solid.of[i];
    if (part > 0 && solid.areas[part] >= island) kept[i] = 1;
  }
  if (hole <= 0) return kept;
  const gap = new Float32Array(n * n);
  for (let i = 0; i < gap.length; i += 1) gap[i] = 1 - kept[i];
  const gaps = partsOf(gap, n);
  for (let i = 0; i < kept.length; i += 1) {
    const part = gaps.of[i];
    if (part > 0 && gaps.areas[part] < hole) kept[i] = 1;
  }
  return kept;
};

/** Distance in texels to where `mask` is above 0.5, by 3-4 chamfers (G. Borgefors 1986). */
export const distanceTo = (mask: Plane, n: number): Plane => {
  // A border of one texel, far from everything, makes bounds checks unnecessary.
  const m = n + 2;
  const d = new Int32Array(m * m).fill(12 * n);
  for (let y = 0; y < n; y += 1)
    for (let x = 0, from = y * n, to = (y + 1) * m + 1; x < n; x += 1)
      if (mask[from + x] > 0.5) d[to + x] = 0;
  for (let y = 1; y <= n; y += 1) {
    let beside = 12 * n;
    for (let i = y * m + 1, last = y * m + n; i <= last; i += 1) {
      const above = i - m;
      const straight = Math.min(d[i], beside + 3, d[above] + 3);
      beside = Math.min(straight, d[above - 1] + 4, d[above + 1] + 4);
      d[i] = beside;
    }
  }
  const out = new Float32Array(n * n);
  for (let y = n; y >= 1; y -= 1) {
    let beside = 12 * n;
    for (let i = y * m + n, x = y * n - 1; i > y * m; i -= 1, x -= 1) {
      const below = i + m;
      const straight = Math.min(d[i], beside + 3, d[below] + 3);
      beside = Math.min(straight, d[below - 1] + 4, d[below + 1] + 4);
      d[i] = beside;
      out[x] = beside / 3;
    }
  }
  return out;
};

export const step = (from: number, to: number, x: number): number => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/**
 * The value that sorting would put at index `k`, by partitioning (C. A. R. Hoare, "Find", 1961);
 * changes the order of `values`.
 */
const selected = (values: Float32Array, k: number): number => {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i] < pivot) i += 1;
      while (values[j] > pivot) j -= 1;
      if (i > j) break;
      const value = values[i];
      values[i] = values[j];
      values[j] = value;
      i += 1;
      j -= 1;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return values[k];
};

/** The value below which the given part (0..1) of the values lies; NaN for no values. */
export const quantile = (values: readonly number[] | Float32Array, part: number): number =>
  values.length === 0
    ? Number.NaN
    : selected(
        new Float32Array(values),
        Math.min(values.length - 1, Math.floor(part * values.length)),
      );

/**
 * Heights of a body that fills a matte, as if blown up (after S. Johnston, "Lumo", 2002).
 * @param width the face's, in pixels
 */
export const inflated = (matte: Plane, n: number, width: number): Plane => {
  const height = new Float32Array(n * n);
  for (const [reach, part] of [
    [0.34, 0.55],
    [0.17, 0.3],
    [0.07, 0.12],
  ] as const)
    gaussian(matte, n, reach * width).forEach((v, i) => {
      height[i] = height[i] + part * v;
    });
  return height;
};
