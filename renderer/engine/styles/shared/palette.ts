import { labDistance, type Lab } from '../../../core/colour.ts';
import { labFrom } from './labs.ts';

export interface Cluster {
  readonly lab: Lab;
  /** Its share of the points, 0 to 1. */
  readonly share: number;
}

/**
 * Lloyd's k-means (1982) in OKLab, seeded by farthest points (T. Gonzalez 1985). It draws no random
 * numbers, so it always gives the same clusters: the largest first, without empty ones.
 */
export const kMeans = (points: readonly Lab[], k: number): Cluster[] => {
  const first = points.at(0);
  if (!first) return [];
  const centres = [mean(points)];
  const nearest = new Float64Array(points.length).fill(Infinity);
  while (centres.length < k) {
    const newest = centres[centres.length - 1];
    let [far, best] = [first, -1];
    points.forEach((point, i) => {
      nearest[i] = Math.min(nearest[i], labDistance(newest, point));
      if (nearest[i] > best) [far, best] = [point, nearest[i]];
    });
    centres.push(far);
  }
  let shares = new Float64Array(k);
  for (let round = 0; round < 12; round += 1) {
    const sums = new Float64Array(k * 3);
    shares = new Float64Array(k);
    for (let i = 0; i < points.length; i += 1) {
      const [L, A, B] = points[i];
      let near = 0;
      let best = Infinity;
      for (let j = 0; j < k; j += 1) {
        const c = centres[j];
        const d = (c[0] - L) ** 2 + (c[1] - A) ** 2 + (c[2] - B) ** 2;
        if (d < best) {
          best = d;
          near = j;
        }
      }
      shares[near] += 1;
      sums[near * 3] += L;
      sums[near * 3 + 1] += A;
      sums[near * 3 + 2] += B;
    }
    for (let j = 0; j < k; j += 1) {
      const w = shares[j];
      if (w > 0) centres[j] = [sums[3 * j] / w, sums[3 * j + 1] / w, sums[3 * j + 2] / w];
    }
  }
  return centres
    .map((lab, j) => ({ lab, share: shares[j] / points.length }))
    .filter((cluster) => cluster.share > 0)
    .sort((p, q) => q.share - p.share);
};

const mean = (points: readonly Lab[]): Lab =>
  labFrom((c) => points.reduce((sum, point) => sum + point[c], 0) / points.length);
