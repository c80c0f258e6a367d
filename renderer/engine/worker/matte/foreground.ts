import { boxMean, type Plane, plane } from './planes.ts';

/** Three colour planes, 0..1. */
export type Colours = readonly [Plane, Plane, Plane];

/**
 * Colours of the person and of the background behind every pixel, from picture and matte: blur
 * fusion, twice, with a wide and then a narrow window. Where a window holds no person (or no
 * background) the wide estimate stays.
 *
 * Source: M. Forte, F. Pitié, "Approximate Fast Foreground Colour Estimation", ICIP 2021.
 */
export function estimateColours(picture: Colours, alpha: Plane, wide: number, narrow: number): { person: Colours; ground: Colours } {
  const first = fuse(picture, alpha, picture, picture, wide);
  return fuse(picture, alpha, first.person, first.ground, narrow);
}

function fuse(picture: Colours, alpha: Plane, person: Colours, ground: Colours, radius: number): { person: Colours; ground: Colours } {
  const { width, height } = alpha;
  const count = width * height;
  const [scratch, product] = [plane(width, height), plane(width, height)];
  const weight = boxMean(alpha, radius, plane(width, height), scratch).data;

  const channel = (k: 0 | 1 | 2): { person: Plane; ground: Plane } => {
    const [colour, ahead, behind] = [picture[k].data, person[k].data, ground[k].data];
    for (let i = 0; i < count; i += 1) product.data[i] = (ahead[i] as number) * (alpha.data[i] as number);
    const near = boxMean(product, radius, plane(width, height), scratch);
    for (let i = 0; i < count; i += 1) product.data[i] = (behind[i] as number) * (1 - (alpha.data[i] as number));
    const far = boxMean(product, radius, plane(width, height), scratch);
    for (let i = 0; i < count; i += 1) {
      const [a, w] = [alpha.data[i] as number, weight[i] as number];
      const f = w > 1e-3 ? (near.data[i] as number) / w : (ahead[i] as number);
      const b = w < 1 - 1e-3 ? (far.data[i] as number) / (1 - w) : (behind[i] as number);
      // What the two blurred colours don't explain belongs to the person as far as it is there.
      const rest = (colour[i] as number) - a * f - (1 - a) * b;
      near.data[i] = Math.max(0, Math.min(1, f + a * rest));
      far.data[i] = Math.max(0, Math.min(1, b));
    }
    return { person: near, ground: far };
  };

  const [r, g, b] = [channel(0), channel(1), channel(2)];
  return { person: [r.person, g.person, b.person], ground: [r.ground, g.ground, b.ground] };
}
