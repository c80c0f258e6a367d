import { plane, type Plane, type Square } from './planes.ts';

/** Farther than any picture is wide, and small enough to square without loss. */
const FAR = 1e5;

/**
 * Euclidean distance of every pixel to the nearest one where `is` holds, in pixels; 0 where it
 * holds. Distances up to `reach` are exact; beyond, which costs less, they are only known to be
 * greater than that.
 *
 * Source: P. Felzenszwalb, D. Huttenlocher, "Distance Transforms of Sampled Functions", Theory of
 * Computing 2012: the lower envelope of parabolas, down the columns and then along the rows.
 */
export function distanceFrom(
  source: Plane,
  is: (value: number) => boolean,
  reach = FAR - 1,
): Plane {
  const { width, height } = source;
  const result = plane(width, height);
  const { data } = result;
  // Down and up the columns: along a single line, no envelope is needed.
  for (let i = 0; i < data.length; i += 1) {
    const above = i < width ? FAR : data[i - width] + 1;
    data[i] = is(source.data[i]) ? 0 : Math.min(FAR, above);
  }
  for (let i = data.length - width - 1; i >= 0; i -= 1)
    data[i] = Math.min(data[i], data[i + width] + 1);

  const squares = new Float64Array(width);
  /** Positions of the envelope's parabolas, and where each starts to be the lowest. */
  const lowest = new Int32Array(width);
  const from = new Float64Array(width + 1);
  for (let row = 0; row < data.length; row += width) {
    // Columns without a marked pixel within reach don't contribute to the envelope.
    let last = -1;
    for (let x = 0, i = row; x < width; x += 1, i += 1) {
      const value = data[i];
      const square = value * value;
      squares[x] = square;
      if (value > reach) continue;
      // Only the ends of a run of marked pixels can be the nearest to a pixel outside.
      if (value === 0 && x > 0 && x + 1 < width && data[i - 1] === 0 && data[i + 1] === 0) continue;
      const here = square + x * x;
      let at = -Infinity;
      while (last >= 0) {
        const p = lowest[last];
        at = (here - squares[p] - p * p) / (2 * (x - p));
        if (at > from[last]) break;
        last -= 1;
        at = -Infinity;
      }
      last += 1;
      lowest[last] = x;
      from[last] = at;
    }
    if (last < 0) continue;
    from[last + 1] = Infinity;
    for (let x = 0, k = 0; x < width; x += 1) {
      if (squares[x] === 0) continue;
      while (from[k + 1] < x) k += 1;
      const p = lowest[k];
      data[row + x] = Math.min(FAR, Math.sqrt((x - p) * (x - p) + squares[p]));
    }
  }
  return result;
}

/**
 * Distance in texels to where `mask` is above 0.5, by 3-4 chamfers (G. Borgefors 1986):
 * up to 8 % off, in half of the time of `distanceFrom`.
 */
export const distanceTo = (mask: Square, n: number): Square => {
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
