import { modelColours, RIM, type ColourModel } from './colour-model.ts';
import type { Colours } from './linear.ts';
import { boxMean, plane, type Plane } from './planes.ts';

/** Less than this is outside of the person. */
const OUTSIDE = 0.5;
/** An edge is no wider than this on either side, in the guide's pixels. */
const WIDTH = 1;

/**
 * Judges the edge's own pixels by the colours right beside them. A mean over hair or a cheek that
 * turns away into the shade lies so far from the colour at the edge that mixed pixels seem all
 * person: they stay opaque with the old background in them, a row of beads where a small photo is
 * enlarged. The face's outline (solid to `modelColours`) is one more edge here.
 *
 * @param alpha the matte by now
 * @param model changed in place, along the edge and as far as the colours there tell the sides apart
 * @returns 1 where it was changed
 */
export function sharpenRim(picture: Colours, alpha: Plane, model: ColourModel): Uint8Array {
  const { width, height } = alpha;
  const outside = plane(width, height);
  for (let i = 0; i < outside.data.length; i += 1)
    outside.data[i] = (alpha.data[i] as number) < OUTSIDE ? 1 : 0;
  const near = boxMean(outside, WIDTH, outside, plane(width, height)).data;
  const rim = modelColours(picture, alpha, plane(width, height), RIM);
  const changed = new Uint8Array(near.length);
  // Lines and trust carry their trust already (as premultiplied colours do), the colours don't.
  const lines = ({ between: { red, green, blue, offset }, trust }: ColourModel): Plane[] => [
    red,
    green,
    blue,
    offset,
    trust,
  ];
  const colours = ({ person, ground, spread }: ColourModel): Plane[] => [
    ...person,
    ...ground,
    spread,
  ];
  const pairs = [lines, colours].flatMap((of) => {
    const nearer = of(rim);
    return of(model).map((wide, k) => ({
      to: wide.data,
      from: (nearer[k] as Plane).data,
      carried: of === lines,
    }));
  });
  for (let i = 0; i < near.length; i += 1) {
    const trust = rim.trust.data[i] as number;
    if ((near[i] as number) < 1e-3 || trust === 0) continue;
    changed[i] = 1;
    for (const { to, from, carried } of pairs)
      to[i] = (to[i] as number) * (1 - trust) + (from[i] as number) * (carried ? 1 : trust);
  }
  return changed;
}
