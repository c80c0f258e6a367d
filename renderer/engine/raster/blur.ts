import { clamp } from './numbers.ts';
import { plane, type Plane, type Square } from './planes.ts';

/** Rows blurred across, to work in; kept, as fresh memory costs as much as the sums. */
let rows = new Float32Array(0);
const rowsFor = (count: number): Square => {
  if (rows.length < count) rows = new Float32Array(count);
  return rows;
};

/**
 * Means over squares of 2 r + 1 pixels, by running sums, so that the cost doesn't depend on the
 * radius. Beyond the borders the picture's edge is repeated, or there is nothing and the squares
 * are clipped. `to` may be `from`.
 */
const box = (
  from: Square,
  to: Square,
  [width, height]: readonly [number, number],
  r: number,
  beyond: 'repeated' | 'nothing',
): Square => {
  const repeated = beyond === 'repeated';
  /**
   * For each place along an axis, the reciprocal of how many of its pixels count; of clipped
   * squares to 32 bits, as edges of the matte depend on the last bit.
   */
  const sharesOf = (length: number): Float64Array =>
    Float64Array.from({ length }, (_, i) =>
      repeated
        ? 1 / (2 * r + 1)
        : Math.fround(1 / (Math.min(length - 1, i + r) - Math.max(0, i - r) + 1)),
    );
  const across = rowsFor(width * height);
  const line = new Float32Array(width + 2 * r + 1);
  const shares = sharesOf(width);
  for (let row = 0; row < width * height; row += width) {
    line.set(from.subarray(row, row + width), r);
    if (repeated) line.fill(line[r], 0, r).fill(line[width + r - 1], width + r);
    let sum = 0;
    for (let i = 0; i <= 2 * r; i += 1) sum += line[i];
    for (let x = 0; x < width; x += 1) {
      across[row + x] = sum * shares[x];
      sum += line[x + 2 * r + 1] - line[x];
    }
  }
  const sharesDown = sharesOf(height);
  const sums = new Float32Array(width);
  const nothing = new Float32Array(width);
  const rowAt = (y: number): Float32Array => {
    const at = Math.min(height - 1, Math.max(0, y));
    return repeated || at === y ? across.subarray(at * width, (at + 1) * width) : nothing;
  };
  for (let y = -r; y <= r; y += 1) {
    const enters = rowAt(y);
    for (let x = 0; x < width; x += 1) sums[x] = sums[x] + enters[x];
  }
  for (let y = 0, at = 0; y < height; y += 1) {
    const [share, enters, leaves] = [sharesDown[y], rowAt(y + r + 1), rowAt(y - r)];
    for (let x = 0; x < width; x += 1, at += 1) {
      const sum = sums[x];
      to[at] = sum * share;
      sums[x] = Math.fround(sum + enters[x]) - leaves[x];
    }
  }
  return to;
};

/** Mean over the square of `radius` around each pixel, clipped at the borders. */
export function boxMean(
  source: Plane,
  radius: number,
  target = plane(source.width, source.height),
): Plane {
  box(source.data, target.data, [source.width, source.height], radius, 'nothing');
  return target;
}

/** Mean over squares of 2 r + 1 texels into a new plane; edges are repeated. */
export const boxed = (source: Square, n: number, r: number): Square =>
  box(source, new Float32Array(n * n), [n, n], r, 'repeated');

/** Two box blurs: close enough to a Gaussian with a sigma of 0.82 times their radius. */
export const softened = (source: Square, n: number, r: number): Square =>
  boxed(boxed(source, n, r), n, r);

/** The smallest rectangle of texels, without `right` and `end`, outside which all is 0. */
const filledBox = (plane: Square, n: number) => {
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

/** Gaussian blur of `sigma` texels into a new plane; a wide one is made of box blurs. */
export const gaussian = (source: Square, n: number, sigma: number): Square => {
  if (sigma >= 4) return softened(source, n, Math.round(sigma / 0.82));
  if (sigma < 0.3) return new Float32Array(source);
  const radius = Math.ceil(sigma * 2.6);
  const taps = Float32Array.from({ length: radius + 1 }, (_, i) =>
    Math.exp((-0.5 * i * i) / (sigma * sigma)),
  );
  const sum = 2 * taps.reduce((all, tap) => all + tap, 0) - 1;
  for (let i = 0; i <= radius; i += 1) taps[i] = taps[i] / sum;
  const first = taps[0];
  const across = rowsFor(n * n);
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

export const product = (p: Square, q: Square): Square => {
  const out = new Float32Array(p.length);
  for (let i = 0; i < p.length; i += 1) out[i] = p[i] * q[i];
  return out;
};

/** `blurredWithin` for many planes of the same weight. */
export const blurWithin = (
  weight: Square,
  n: number,
  sigma: number,
): ((source: Square) => Square) => {
  const whole = gaussian(weight, n, sigma);
  return (source) => {
    const part = gaussian(product(source, weight), n, sigma);
    for (let i = 0; i < part.length; i += 1) part[i] = part[i] / (whole[i] + 1e-4);
    return part;
  };
};

/** Blurs by weight, ignoring values without any (H. Knutsson, C.-F. Westin 1993). */
export const blurredWithin = (source: Square, weight: Square, n: number, sigma: number): Square =>
  blurWithin(weight, n, sigma)(source);

/**
 * Smooths a mask's outline by mean curvature flow: blurs and thresholds in turn (B. Merriman, J.
 * Bence, S. Osher 1992). The threshold is soft, as a hard one would tie outlines to the grid. Ends
 * with a blur; the outline is where the result crosses 0.5.
 */
export const smoothed = (mask: Square, n: number, sigma: number, times: number): Square => {
  let made = gaussian(mask, n, sigma);
  const steep = 1.6 * sigma;
  for (let k = 1; k < times; k += 1) {
    for (let i = 0; i < made.length; i += 1) made[i] = clamp(0.5 + (made[i] - 0.5) * steep);
    made = gaussian(made, n, sigma);
  }
  return made;
};

/**
 * Heights of a body that fills a matte, as if blown up (after S. Johnston, "Lumo", 2002).
 * @param width the face's, in pixels
 */
export const inflated = (matte: Square, n: number, width: number): Square => {
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
