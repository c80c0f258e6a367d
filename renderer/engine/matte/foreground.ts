import { boxMean } from '../raster/blur.ts';
import type { Colours } from '../raster/guided-filter.ts';
import { plane, type Plane } from '../raster/planes.ts';

/** Radii of the two passes, in face widths. */
const FIRST_RADIUS = 0.12;
const SECOND_RADIUS = 0.02;

/** Colours of person and background at every pixel, whether they are visible there or not. */
export type Sides = Readonly<Record<'person' | 'ground', Colours>>;

/**
 * Estimates the colours of the person and of the background at every pixel by blur fusion in two
 * passes: a wide one that reaches across the band of mixed pixels, and a narrow one for local
 * detail.
 *
 * Source: M. Forte, F. Pitié, "Approximate Fast Foreground Colour Estimation", ICIP 2021.
 *
 * @param face width of the face in the planes' pixels
 */
export function estimateColours(picture: Colours, alpha: Plane, face: number): Sides {
  let sides: Sides = { person: picture, ground: picture };
  for (const part of [FIRST_RADIUS, SECOND_RADIUS])
    sides = fusionPass(picture, alpha, sides, Math.max(1, Math.round(part * face)));
  return sides;
}

/** One pass: local means of both sides' colours; where a side is absent, its guess stays. */
function fusionPass(picture: Colours, alpha: Plane, guess: Sides, radius: number): Sides {
  const { width, height } = alpha;
  const count = width * height;
  const weight = boxMean(alpha, radius).data;

  const channel = (k: 0 | 1 | 2): { person: Plane; ground: Plane } => {
    const [colour, ahead, behind] = [picture[k].data, guess.person[k].data, guess.ground[k].data];
    const [near, far] = [plane(width, height), plane(width, height)];
    for (let i = 0; i < count; i += 1) {
      const a = alpha.data[i];
      near.data[i] = (a > 0.98 ? colour[i] : ahead[i]) * a;
      far.data[i] = (a < 0.02 ? colour[i] : behind[i]) * (1 - a);
    }
    boxMean(near, radius, near);
    boxMean(far, radius, far);
    for (let i = 0; i < count; i += 1) {
      const a = alpha.data[i];
      const w = weight[i];
      const f = w > 1e-3 ? near.data[i] / w : ahead[i];
      const b = w < 1 - 1e-3 ? far.data[i] / (1 - w) : behind[i];
      near.data[i] = unmix(colour[i], a, f, b);
      far.data[i] = b;
    }
    return { person: near, ground: far };
  };

  const [r, g, b] = [channel(0), channel(1), channel(2)];
  return { person: [r.person, g.person, b.person], ground: [r.ground, g.ground, b.ground] };
}

/**
 * The person's colour in a mixed pixel: the estimate, plus what the two estimates don't explain,
 * times alpha. All values in 0..1.
 */
export const unmix = (colour: number, alpha: number, person: number, ground: number): number =>
  Math.max(0, Math.min(1, person + alpha * (colour - alpha * person - (1 - alpha) * ground)));
