import { labOf, type Lab } from '../../renderer/engine/styles/shared/oklab.ts';

/** OKLab of every pixel of a square's straight RGBA bytes. */
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

/** Entropy in bits of a histogram. */
const entropy = (counts: Iterable<number>, total: number): number => {
  let sum = 0;
  for (const count of counts) sum -= (count / total) * Math.log2(count / total);
  return sum;
};

/**
 * What a look is made of, without where things are: the palette (how many colours, how vivid, how
 * light and dark), edges (quantiles of the gradient), and texture (energy of second differences
 * along and across, and of differences two, three and four pixels apart). `labs` is a square of n * n.
 */
export const styleFeatures = (labs: readonly Lab[], n: number): number[] => {
  const at = (x: number, y: number): Lab => labs[y * n + x] as Lab;
  const bins = new Map<number, number>();
  const gradients: number[] = [];
  const hues: number[] = [];
  const lightness: number[] = [];
  const chromas: number[] = [];
  const bends = { straight: 0, diagonal: 0, chroma: 0 };
  const apart = [0, 0, 0, 0];
  let count = 0;
  for (let y = 4; y < n - 4; y += 1) {
    for (let x = 4; x < n - 4; x += 1) {
      const [L, a, b] = at(x, y);
      // The plain white ground says nothing.
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
      bends.straight += Math.abs(
        4 * L - at(x + 1, y)[0] - at(x - 1, y)[0] - at(x, y + 1)[0] - at(x, y - 1)[0],
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
  for (const list of [gradients, lightness, chromas, hues]) list.sort((p, q) => p - q);
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
  ];
};

/** Solves a x = b for symmetric positive a, several right-hand sides at once (Gauss and Jordan, with pivots). */
const solve = (a: number[][], b: number[][]): number[][] => {
  const rows = a.map((row, i) => [...row, ...(b[i] as number[])]);
  for (let i = 0; i < rows.length; i += 1) {
    let pivot = i;
    for (let j = i + 1; j < rows.length; j += 1)
      if (
        Math.abs((rows[j] as number[])[i] as number) >
        Math.abs((rows[pivot] as number[])[i] as number)
      )
        pivot = j;
    [rows[i], rows[pivot]] = [rows[pivot] as number[], rows[i] as number[]];
    const own = rows[i] as number[];
    const scale = own[i] as number;
    for (let k = i; k < own.length; k += 1) own[k] = (own[k] as number) / scale;
    rows.forEach((row, j) => {
      const factor = row[i] as number;
      if (j === i || factor === 0) return;
      for (let k = i; k < row.length; k += 1)
        row[k] = (row[k] as number) - factor * (own[k] as number);
    });
  }
  return rows.map((row) => row.slice(a.length));
};

/**
 * A linear classifier: ridge regression of standardised features on one-hot labels. Gives the
 * label whose line lies highest.
 */
export const trainClassifier = <Label extends string>(
  samples: readonly { readonly label: Label; readonly features: readonly number[] }[],
  ridge = 2,
): ((features: readonly number[]) => Label) => {
  const labels = [...new Set(samples.map(({ label }) => label))];
  const width = samples[0]?.features.length ?? 0;
  const column = (k: number): number[] => samples.map(({ features }) => features[k] as number);
  const scales = Array.from(
    { length: width },
    (_, k) => [mean(column(k)), deviation(column(k)) || 1] as const,
  );
  const standard = (features: readonly number[]): number[] => [
    ...features.map((v, k) => (v - (scales[k]?.[0] ?? 0)) / (scales[k]?.[1] ?? 1)),
    1,
  ];
  const rows = samples.map(({ features }) => standard(features));
  const gram = Array.from({ length: width + 1 }, (_, i) =>
    Array.from({ length: width + 1 }, (_, j) =>
      rows.reduce((sum, row) => sum + (row[i] as number) * (row[j] as number), i === j ? ridge : 0),
    ),
  );
  const target = Array.from({ length: width + 1 }, (_, i) =>
    labels.map((label) =>
      rows.reduce((sum, row, s) => sum + (samples[s]?.label === label ? (row[i] as number) : 0), 0),
    ),
  );
  const weights = solve(gram, target);
  return (features) => {
    const row = standard(features);
    const scores = labels.map((_, c) =>
      row.reduce((sum, v, i) => sum + v * (weights[i]?.[c] ?? 0), 0),
    );
    return labels[scores.indexOf(Math.max(...scores))] as Label;
  };
};
