import { boxed, boxMean, product } from './blur.ts';
import { plane, type Plane, type Square } from './planes.ts';

/** Three colour planes, 0..1. */
export type Colours = readonly [Plane, Plane, Plane];

/** alpha = red * r + green * g + blue * b + offset, each coefficient a plane. */
export type LocalLinear = Readonly<ReturnType<typeof guidedFilter>>;

/**
 * Guided filter with a colour guide: expresses the mask as a linear function of the guide's colour
 * in each window, which moves the mask's edges onto the guide's. `epsilon` is in units of colour
 * variance (0..1 colours): a smaller one follows finer edges.
 *
 * Source: K. He, J. Sun, X. Tang, "Guided Image Filtering", ECCV 2010, equations 19 to 21. The
 * coefficients are returned instead of the result, so that they can be applied to a larger guide:
 * K. He, J. Sun, "Fast Guided Filter", 2015.
 */
export function guidedFilter(guide: Colours, mask: Plane, radius: number, epsilon: number) {
  const { width, height } = mask;
  const count = width * height;
  const mean = (source: Plane): Plane => boxMean(source, radius);
  const meanOf = (a: Plane, b: Plane): Plane => {
    const both = { width, height, data: product(a.data, b.data) };
    return boxMean(both, radius, both);
  };

  const [r, g, b] = guide;
  const [mr, mg, mb, mp] = [mean(r).data, mean(g).data, mean(b).data, mean(mask).data];
  const [rp, gp, bp] = [meanOf(r, mask).data, meanOf(g, mask).data, meanOf(b, mask).data];
  const [rr, rg, rb] = [meanOf(r, r).data, meanOf(r, g).data, meanOf(r, b).data];
  const [gg, gb, bb] = [meanOf(g, g).data, meanOf(g, b).data, meanOf(b, b).data];

  const [red, green, blue] = [plane(width, height), plane(width, height), plane(width, height)];
  const offset = plane(width, height);
  for (let i = 0; i < count; i += 1) {
    const ur = mr[i];
    const ug = mg[i];
    const ub = mb[i];
    const up = mp[i];
    const cr = rp[i] - ur * up;
    const cg = gp[i] - ug * up;
    const cb = bp[i] - ub * up;
    // The symmetric covariance of the colours, inverted by its cofactors.
    const srr = rr[i] - ur * ur + epsilon;
    const srg = rg[i] - ur * ug;
    const srb = rb[i] - ur * ub;
    const sgg = gg[i] - ug * ug + epsilon;
    const sgb = gb[i] - ug * ub;
    const sbb = bb[i] - ub * ub + epsilon;
    const irr = sgg * sbb - sgb * sgb;
    const irg = srb * sgb - srg * sbb;
    const irb = srg * sgb - srb * sgg;
    const igg = srr * sbb - srb * srb;
    const igb = srb * srg - srr * sgb;
    const ibb = srr * sgg - srg * srg;
    const determinant = srr * irr + srg * irg + srb * irb;
    const ar = (irr * cr + irg * cg + irb * cb) / determinant;
    const ag = (irg * cr + igg * cg + igb * cb) / determinant;
    const ab = (irb * cr + igb * cg + ibb * cb) / determinant;
    red.data[i] = ar;
    green.data[i] = ag;
    blue.data[i] = ab;
    offset.data[i] = up - ar * ur - ag * ug - ab * ub;
  }
  for (const one of [red, green, blue, offset]) boxMean(one, radius, one);
  return { red, green, blue, offset };
}

/** A guided filter (K. He, J. Sun, X. Tang 2010) for many planes: has the guide's moments once. */
export const guidedBy = (
  guide: Square,
  n: number,
  r: number,
  eps: number,
): ((source: Square) => Square) => {
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
