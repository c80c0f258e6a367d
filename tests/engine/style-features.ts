import { labOf, type Lab } from '../../renderer/core/colour.ts';

/** OKLab colours of straight RGBA bytes, one per pixel. */
export const labsOf = (rgba: Uint8Array): Lab[] =>
  Array.from({ length: rgba.length / 4 }, (_, i) =>
    labOf([
      (rgba[4 * i] as number) / 255,
      (rgba[4 * i + 1] as number) / 255,
      (rgba[4 * i + 2] as number) / 255,
    ]),
  );

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, v) => sum + v, 0) / Math.max(1, values.length);
const deviation = (values: readonly number[]): number => {
  const m = mean(values);
  return Math.sqrt(mean(values.map((v) => (v - m) ** 2)));
};

/** Entropy of a histogram in bits. */
const entropy = (counts: Iterable<number>, total: number): number => {
  let sum = 0;
  for (const count of counts) sum -= (count / total) * Math.log2(count / total);
  return sum;
};

/** A part of a picture, in pixels; at least four away from the picture's edge. */
interface Window {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Features of a look that don't depend on where things are: the palette (how many colours, how
 * vivid, how light and dark), edges (quantiles of the gradient), lines (valleys and ridges four
 * pixels wide), and texture (energy of second differences, straight, diagonal and mixed, and of
 * differences two, three and four pixels apart). `labs` is a square of n * n.
 */
const featuresWithin = (
  labs: readonly Lab[],
  n: number,
  { left, right, top, bottom }: Window,
): number[] => {
  const at = (x: number, y: number): Lab => labs[y * n + x] as Lab;
  const bins = new Map<number, number>();
  const gradients: number[] = [];
  const hues: number[] = [];
  const curves: number[] = [];
  const lightness: number[] = [];
  const chromas: number[] = [];
  const bends = { straight: 0, diagonal: 0, chroma: 0, cross: 0 };
  const lines = { dark: 0, light: 0 };
  const apart = [0, 0, 0, 0];
  let count = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const [L, a, b] = at(x, y);
      // Skip the plain white background.
      if (L > 0.985 && Math.hypot(a, b) < 0.012) continue;
      count += 1;
      const bin =
        Math.floor(L * 24) * 4096 + Math.floor((a + 0.5) * 48) * 64 + Math.floor((b + 0.5) * 48);
      bins.set(bin, (bins.get(bin) ?? 0) + 1);
      lightness.push(L);
      chromas.push(Math.hypot(a, b));
      const [dx, dy] = [at(x + 1, y)[0] - at(x - 1, y)[0], at(x, y + 1)[0] - at(x, y - 1)[0]];
      gradients.push(Math.hypot(dx, dy));
      hues.push(Math.hypot(at(x + 1, y)[1] - at(x - 1, y)[1], at(x + 1, y)[2] - at(x - 1, y)[2]));
      const light = (dx: number, dy: number): number => at(x + dx, y + dy)[0];
      const bend = Math.abs(4 * L - light(1, 0) - light(-1, 0) - light(0, 1) - light(0, -1));
      bends.straight += bend;
      curves.push(bend);
      bends.cross += Math.abs(light(1, 1) - light(1, 0) - light(0, 1) + L);
      lines.dark += Math.max(
        0,
        Math.min(light(2, 0), light(-2, 0)) - L,
        Math.min(light(0, 2), light(0, -2)) - L,
        Math.min(light(2, 2), light(-2, -2)) - L,
        Math.min(light(2, -2), light(-2, 2)) - L,
      );
      lines.light += Math.max(
        0,
        L - Math.max(light(2, 0), light(-2, 0)),
        L - Math.max(light(0, 2), light(0, -2)),
      );
      bends.diagonal += Math.abs(
        4 * L -
          at(x + 1, y + 1)[0] -
          at(x - 1, y - 1)[0] -
          at(x - 1, y + 1)[0] -
          at(x + 1, y - 1)[0],
      );
      bends.chroma +=
        Math.abs(2 * a - at(x + 1, y)[1] - at(x - 1, y)[1]) +
        Math.abs(2 * b - at(x, y + 1)[2] - at(x, y - 1)[2]);
      apart.forEach((_, k) => {
        apart[k] =
          (apart[k] as number) +
          Math.abs(L - at(x + k + 1, y)[0]) +
          Math.abs(L - at(x, y + k + 1)[0]);
      });
    }
  }
  for (const list of [curves, gradients, lightness, chromas, hues]) list.sort((p, q) => p - q);
  const log = (v: number): number => Math.log(v + 1e-4);
  const near = apart[0] ?? 1;
  return [
    entropy(bins.values(), count),
    Math.log(bins.size),
    ...[0.05, 0.25, 0.5, 0.75, 0.95].map((part) => quantile(lightness, part)),
    deviation(lightness),
    ...[0.25, 0.5, 0.75, 0.95].map((part) => quantile(chromas, part)),
    deviation(chromas),
    ...[0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95].map((part) => log(quantile(gradients, part))),
    ...[0.25, 0.5, 0.75, 0.95].map((part) => log(quantile(hues, part))),
    log(bends.straight / count),
    log(bends.diagonal / count),
    log(bends.chroma / count),
    log(bends.straight / bends.diagonal),
    ...apart.slice(1).map((v) => log(v / near)),
    gradients.filter((g) => g < 0.004).length / count,
    log(lines.dark / count),
    log(lines.light / count),
    log(lines.dark / lines.light),
    log(bends.cross / bends.straight),
    ...[0.1, 0.25, 0.5, 0.75, 0.9].map((part) => log(quantile(curves, part))),
  ];
};

/**
 * Features of the whole picture, then of the face in its middle, which is free of clothes and hair.
 */
export const styleFeatures = (labs: readonly Lab[], n: number): number[] => {
  const at = (part: number): number => Math.round(part * n);
  return [
    ...featuresWithin(labs, n, { left: 4, right: n - 4, top: 4, bottom: n - 4 }),
    ...featuresWithin(labs, n, { left: at(0.33), right: at(0.67), top: at(0.3), bottom: at(0.62) }),
  ];
};

/** The kernel's width, relative to the number of features, and the regularisation. */
const KERNEL = 0.05;
const RIDGE = 0.005;
/** Standardised features are limited to this many deviations. */
const FAR = 4;

/**
 * Solves a x = b for each right-hand side; `a` is positive definite, and is overwritten by its
 * Cholesky factor.
 */
const solve = (a: Float64Array[], sides: readonly (readonly number[])[]): Float64Array[] => {
  const row = (i: number): Float64Array => a[i] as Float64Array;
  const dot = (p: Float64Array, q: Float64Array, count: number): number => {
    let sum = 0;
    for (let k = 0; k < count; k += 1) sum += (p[k] as number) * (q[k] as number);
    return sum;
  };
  a.forEach((own, j) => {
    const root = Math.sqrt((own[j] as number) - dot(own, own, j));
    own[j] = root;
    for (let i = j + 1; i < a.length; i += 1)
      row(i)[j] = ((row(i)[j] as number) - dot(row(i), own, j)) / root;
  });
  return sides.map((side) => {
    const x = new Float64Array(a.length);
    a.forEach((own, i) => {
      x[i] = ((side[i] as number) - dot(own, x, i)) / (own[i] as number);
    });
    for (let i = a.length - 1; i >= 0; i -= 1) {
      let sum = x[i] as number;
      for (let k = i + 1; k < a.length; k += 1) sum -= (row(k)[i] as number) * (x[k] as number);
      x[i] = sum / (row(i)[i] as number);
    }
    return x;
  });
};

/**
 * Trains a classifier by kernel ridge regression of standardised features on one-hot labels, with a
 * Gaussian kernel (C. Saunders, A. Gammerman, V. Vovk 1998); a linear one couldn't tell looks apart
 * over all kinds of clothes and skin.
 * @returns a function that gives the label with the highest score
 */
export const trainClassifier = <Label extends string>(
  samples: readonly { readonly label: Label; readonly features: readonly number[] }[],
): ((features: readonly number[]) => Label) => {
  const labels = [...new Set(samples.map(({ label }) => label))];
  const width = samples[0]?.features.length ?? 0;
  const scales = Array.from({ length: width }, (_, k) => {
    const column = samples.map(({ features }) => features[k] as number);
    return [mean(column), deviation(column) || 1] as const;
  });
  const standard = (features: readonly number[]): Float64Array =>
    Float64Array.from(features, (v, k) => {
      const [middle, spread] = scales[k] as readonly [number, number];
      return Math.max(-FAR, Math.min(FAR, (v - middle) / spread));
    });
  const alike = (p: Float64Array, q: Float64Array): number => {
    let sum = 0;
    for (let k = 0; k < width; k += 1) sum += ((p[k] as number) - (q[k] as number)) ** 2;
    return Math.exp((-KERNEL * sum) / width);
  };
  const rows = samples.map(({ features }) => standard(features));
  const weights = solve(
    rows.map((p, i) => Float64Array.from(rows, (q, j) => alike(p, q) + (i === j ? RIDGE : 0))),
    labels.map((label) => samples.map((sample) => (sample.label === label ? 1 : 0))),
  );
  return (features) => {
    const given = standard(features);
    const kernel = rows.map((row) => alike(row, given));
    const scores = weights.map((own) =>
      kernel.reduce((sum, v, i) => sum + v * (own[i] as number), 0),
    );
    return labels[scores.indexOf(Math.max(...scores))] as Label;
  };
};
