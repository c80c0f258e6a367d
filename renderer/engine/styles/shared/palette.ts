import { labDistance, type Lab } from './oklab.ts';

export interface Cluster {
  readonly lab: Lab;
  /** Its share of the points' total weight, 0 to 1. */
  readonly share: number;
}

/**
 * Lloyd's k-means (1982) in OKLab, seeded by farthest points (T. Gonzalez 1985). It draws no random
 * numbers, so it always gives the same clusters: the largest first, without empty ones.
 */
export const kMeans = (
  points: readonly Lab[],
  k: number,
  weights?: ArrayLike<number>,
): Cluster[] => {
  const first = points[0];
  if (!first) return [];
  const centres: Lab[] = [mean(points, weights) ?? first];
  while (centres.length < k) {
    let [far, best] = [first, -1];
    points.forEach((point, i) => {
      const d =
        Math.min(...centres.map((c) => labDistance(c, point))) * Math.sqrt(weights?.[i] ?? 1);
      if (d > best) [far, best] = [point, d];
    });
    centres.push(far);
  }
  let shares = new Float64Array(k);
  for (let round = 0; round < 12; round += 1) {
    const sums = new Float64Array(k * 3);
    shares = new Float64Array(k);
    points.forEach((point, i) => {
      let [near, best] = [0, Infinity];
      centres.forEach((c, j) => {
        const d = (c[0] - point[0]) ** 2 + (c[1] - point[1]) ** 2 + (c[2] - point[2]) ** 2;
        if (d < best) [near, best] = [j, d];
      });
      const w = weights?.[i] ?? 1;
      shares[near] = (shares[near] as number) + w;
      for (let c = 0; c < 3; c += 1)
        sums[near * 3 + c] = (sums[near * 3 + c] as number) + w * (point[c] as number);
    });
    for (let j = 0; j < k; j += 1) {
      const w = shares[j] as number;
      if (w > 0)
        centres[j] = [
          (sums[3 * j] as number) / w,
          (sums[3 * j + 1] as number) / w,
          (sums[3 * j + 2] as number) / w,
        ];
    }
  }
  const total = shares.reduce((sum, w) => sum + w, 0) || 1;
  return centres
    .map((lab, j) => ({ lab, share: (shares[j] as number) / total }))
    .filter((cluster) => cluster.share > 0)
    .sort((p, q) => q.share - p.share);
};

const mean = (points: readonly Lab[], weights?: ArrayLike<number>): Lab | undefined => {
  let [L, a, b, total] = [0, 0, 0, 0];
  points.forEach((point, i) => {
    const w = weights?.[i] ?? 1;
    L += point[0] * w;
    a += point[1] * w;
    b += point[2] * w;
    total += w;
  });
  return total > 0 ? [L / total, a / total, b / total] : undefined;
};
