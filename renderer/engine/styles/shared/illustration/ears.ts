import { distanceTo } from '../../../raster/distance.ts';
import { partsOf } from '../../../raster/label.ts';
import { quantile } from '../../../raster/numbers.ts';
import type { Square } from '../../../raster/planes.ts';
import { pointOf } from '../canvas.ts';
import type { Portrait } from '../portrait.ts';

/** How much more chroma for its lightness an ear has than hair beside it; and how light it is. */
const THAN_HAIR = 2;
const LIGHT = 0.2;

/** Least area of such a part, in squares of the face's width, and its distance from the outline in texels. */
const SMALLEST = 0.001;
const NEAR = 3;

/**
 * The parts of ears that were counted as hair, as a mask. An ear's rim in shadow is as dark as grey
 * or black hair, but it keeps the colour of skin. Only ears at the person's outline count: those
 * between locks would be mere bits of skin in the hair.
 */
export const earsIn = ({ canvas, regions }: Portrait): Square => {
  const { n, width, L, a, b, alpha } = canvas;
  const ears = new Float32Array(n * n);
  const tinge = (i: number): number => Math.hypot(a[i], b[i]) / Math.max(0.1, L[i]);
  const usual = (mask: Square): number => {
    const found: number[] = [];
    for (let i = 0; i < n * n; i += 1) if (mask[i] > 0.5 && alpha[i] > 0.9) found.push(tinge(i));
    return found.length > 0 ? quantile(found, 0.5) : Infinity;
  };
  const tinged = Math.max(0.8 * usual(regions.face), THAN_HAIR * usual(regions.hair));
  const [left, right] = [pointOf(canvas, 234), pointOf(canvas, 454)];
  const top = Math.min(left[1], right[1]) - 0.18 * width;
  const foot = Math.min(n, pointOf(canvas, 172)[1]);
  const middle = (left[0] + right[0]) / 2;
  for (let y = Math.max(0, Math.ceil(top)); y < foot; y += 1)
    for (let x = 0; x < n; x += 1) {
      const i = y * n + x;
      if (
        regions.hair[i] > 0.5 &&
        Math.abs(x - middle) > 0.42 * width &&
        Math.abs(x - middle) < 0.72 * width &&
        a[i] > 0 &&
        L[i] > LIGHT &&
        tinge(i) > tinged
      )
        ears[i] = 1;
    }
  const { labels: of, sizes: areas } = partsOf(ears, n);
  const outside = distanceTo(
    alpha.map((v) => (v < 0.5 ? 1 : 0)),
    n,
  );
  const bare = areas.map(() => false);
  of.forEach((part, i) => {
    if (outside[i] < NEAR) bare[part] = true;
  });
  const least = SMALLEST * width * width;
  return ears.map((v, i) => {
    const part = of[i];
    return bare[part] && areas[part] > least ? v : 0;
  });
};
