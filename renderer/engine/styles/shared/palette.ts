import { labDistance, type Lab } from '../../../core/colour.ts';
import { labFrom } from './labs.ts';

const ROUNDS = 12;

/**
 * Lloyd's k-means (1982) in OKLab, seeded by farthest points (T. Gonzalez 1985), so always the
 * same: the clusters with their shares of the points, the largest first, without empty ones.
 */
export const kMeans = (points: readonly Lab[], k: number): { lab: Lab; share: number }[] => {
  if (points.length === 0) return [];
  let centres = [mean(points)];
  const nearest = new Float64Array(points.length).fill(Infinity);
  while (centres.length < k) {
    const newest = centres[centres.length - 1];
    points.forEach((point, i) => {
      nearest[i] = Math.min(nearest[i], labDistance(newest, point));
    });
    centres.push(points[nearest.indexOf(Math.max(...nearest))]);
  }
  let groups: Lab[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    groups = centres.map(() => []);
    for (const point of points) {
      const [L, a, b] = point;
      const distances = centres.map((c) => (c[0] - L) ** 2 + (c[1] - a) ** 2 + (c[2] - b) ** 2);
      groups[distances.indexOf(Math.min(...distances))].push(point);
    }
    centres = centres.map((centre, j) => (groups[j].length > 0 ? mean(groups[j]) : centre));
  }
  return centres
    .map((lab, j) => ({ lab, share: groups[j].length / points.length }))
    .filter((cluster) => cluster.share > 0)
    .sort((p, q) => q.share - p.share);
};

const mean = (points: readonly Lab[]): Lab =>
  labFrom((c) => points.reduce((sum, point) => sum + point[c], 0) / points.length);
