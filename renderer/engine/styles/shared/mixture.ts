import { labDistance, type Lab } from '../../../core/colour.ts';
import { kMeans } from './palette.ts';

/** One Gaussian of a mixture in OKLab. */
export interface Component {
  readonly weight: number;
  readonly mean: Lab;
  /** Upper triangle of the inverse covariance, by rows. */
  readonly inverse: readonly number[];
  readonly constant: number;
}

/** About how many colours are sampled per region. */
const SAMPLES = 600;

/** A mixture of Gaussians, one for each cluster found by k-means. */
export const mixtureOf = (colours: readonly Lab[], k: number): Component[] => {
  const every = Math.max(1, Math.floor(colours.length / SAMPLES));
  const some = colours.filter((_, i) => i % every === 0);
  const centres = kMeans(some, k);
  const sums = centres.map(() => new Float64Array(7));
  const nearest = some.map((lab) => {
    let [near, best] = [0, Infinity];
    centres.forEach((c, j) => {
      const d = labDistance(c.lab, lab);
      if (d < best) [near, best] = [j, d];
    });
    const s = sums[near] as Float64Array;
    s[0] = s[0] + 1;
    return near;
  });
  some.forEach((lab, i) => {
    const j = nearest[i];
    const m = (centres[j] as { lab: Lab }).lab;
    const s = sums[j] as Float64Array;
    const d = [lab[0] - m[0], lab[1] - m[1], lab[2] - m[2]] as const;
    [d[0] * d[0], d[0] * d[1], d[0] * d[2], d[1] * d[1], d[1] * d[2], d[2] * d[2]].forEach(
      (v, c) => {
        s[c + 1] = s[c + 1] + v;
      },
    );
  });
  return centres.flatMap(({ lab }, j) => {
    const s = sums[j] as Float64Array;
    const count = s[0];
    if (count < 8) return [];
    const [xx, xy, xz, yy, yz, zz] = [
      s[1] / count + 0.03 ** 2,
      s[2] / count,
      s[3] / count,
      s[4] / count + 0.012 ** 2,
      s[5] / count,
      s[6] / count + 0.012 ** 2,
    ] as const;
    const [A, B, C] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
    const det = xx * A + xy * B + xz * C;
    return [
      {
        weight: count / some.length,
        mean: lab,
        inverse: [
          A / det,
          B / det,
          C / det,
          (xx * zz - xz * xz) / det,
          (xy * xz - xx * yz) / det,
          (xx * yy - xy * xy) / det,
        ],
        constant: Math.log(count / some.length) - 0.5 * Math.log(det),
      },
    ];
  });
};

/** Log-likelihood of a colour under the likeliest component. */
export const likelihood = (
  mixture: readonly Component[],
  L: number,
  a: number,
  b: number,
): number => {
  let best = -1e3;
  for (let k = 0; k < mixture.length; k += 1) {
    const one = mixture[k];
    const m = one.inverse;
    const x = L - one.mean[0];
    const y = a - one.mean[1];
    const z = b - one.mean[2];
    const d =
      x * x * m[0] + y * y * m[3] + z * z * m[5] + 2 * (x * y * m[1] + x * z * m[2] + y * z * m[4]);
    const value = one.constant - 0.5 * d;
    if (value > best) best = value;
  }
  return best;
};
