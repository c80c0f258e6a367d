export const clamp = (v: number, low = 0, high = 1): number => Math.min(high, Math.max(low, v));

/** 0 up to `from`, 1 from `to` on, with a smooth cubic between. */
export const smoothstep = (from: number, to: number, value: number): number => {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
};

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Where the largest value is. */
export function peak(values: ArrayLike<number>): number {
  let at = 0;
  for (let i = 1; i < values.length; i += 1) if (values[i] > values[at]) at = i;
  return at;
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** What sorting would put at index `k` (C. A. R. Hoare, "Find", 1961); reorders `values`. */
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

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, v) => sum + v, 0) / values.length;

/** The middle value; NaN for no values. */
export const median = (values: readonly number[] | Float32Array): number => quantile(values, 0.5);
