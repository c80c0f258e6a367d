import { chromaOf, hueOf, type Lab } from '../../../core/colour.ts';
import { gaussian } from '../../raster/blur.ts';
import { distanceTo } from '../../raster/distance.ts';
import { median, quantile } from '../../raster/numbers.ts';
import { mixtureOf, type Component } from './mixture.ts';
import { labAt, likeAt, medianOf, opaqueWhere, type Survey } from './survey.ts';

/** Difference of two hues in degrees. */
const hueApart = (p: Lab, q: Lab): number => Math.abs(((hueOf(p) - hueOf(q) + 540) % 360) - 180);

export interface Skin {
  readonly colour: Lab;
  readonly mixture: readonly Component[];
  /** Log-likelihood that all but a few of the face's texels reach. */
  readonly floor: number;
}

/** The skin's colours, without outliers of more than three (median-based) deviations. */
export const skinOf = (survey: Survey): Skin => {
  const { L, a, b, features, noseFoot } = survey;
  let bare = opaqueWhere(survey, (i, _u, v, d) => d > 0.05 && features[i] < 0.5 && v < noseFoot);
  if (bare.length < 50) bare = opaqueWhere(survey, (_i, _u, _v, d) => d > 0);
  const colour = medianOf(survey, bare);
  const spread = [L, a, b].map(
    (plane, c) => 1.48 * median(bare.map((i) => Math.abs(plane[i] - colour[c]))) + 0.01,
  );
  const colours = bare
    .map((i) => labAt(survey, i))
    .filter((lab) => lab.every((v, c) => Math.abs(v - colour[c]) < 3 * spread[c]));
  const mixture = mixtureOf(colours, 3);
  const floor = quantile(
    bare.map((i) => likeAt(survey, mixture, i)),
    0.05,
  );
  return { colour, mixture, floor };
};

/** What covers the head. */
export interface Crown {
  readonly bald: boolean;
  /** There is no hair to see, but a scarf. */
  readonly covered: boolean;
  /** How unlike the forehead a texel is, and how unlike it hair is at least. */
  readonly unlike: (i: number) => number;
  readonly least: number;
}

/** Comparing the forehead with a ring around the crown tells whether there is hair. */
export const crownOf = (survey: Survey, skin: Lab): Crown => {
  const { canvas, L, a, b, features, chin } = survey;
  const { n, alpha, width } = canvas;
  const forehead = opaqueWhere(survey, (i, _u, v, d) => d > 0.05 && v < -0.14 && features[i] < 0.5);
  let brow = forehead.length > 25 ? medianOf(survey, forehead) : skin;
  if (Math.abs(brow[0] - skin[0]) > 0.12) brow = skin;
  const unlike = (i: number): number =>
    Math.sqrt((0.7 * (L[i] - brow[0])) ** 2 + 2 * ((a[i] - brow[1]) ** 2 + (b[i] - brow[2]) ** 2));
  const crown = opaqueWhere(
    survey,
    (_i, u, v, d) => d < -0.08 && d > -0.34 && Math.abs(u) < 0.36 && v < -0.3,
  );
  const difference = crown.length > 40 ? median(crown.map(unlike)) : 0;
  const blurred = gaussian(canvas.L, n, Math.max(0.8, 0.02 * width));
  const rough = (list: readonly number[]): number =>
    list.length > 25 ? median(list.map((i) => Math.abs(canvas.L[i] - blurred[i]))) + 1e-4 : 1e-4;
  // Grey or white hair may leave most of the crown bare, but colourless hair still rims the head.
  const off = distanceTo(
    alpha.map((v) => (v < 0.5 ? 1 : 0)),
    n,
  );
  const rim = opaqueWhere(survey, (i, _u, v, d) => d < -0.06 && v < -0.25 && off[i] < 0.1 * width);
  const grey = rim.filter((i) => Math.hypot(a[i], b[i]) < 0.55 * chromaOf(brow));
  const greyRim = rim.length > 40 && chromaOf(brow) > 0.04 && grey.length > 0.5 * rim.length;
  const plain =
    !greyRim && (difference < 0.06 || (difference < 0.16 && rough(crown) / rough(forehead) < 1.2));
  // A head without visible hair whose hue matches the throat instead of the forehead wears a scarf.
  const throat = opaqueWhere(
    survey,
    (_i, u, v) => Math.abs(u) < 0.25 && v > chin + 0.08 && v < chin + 0.3,
  );
  const [over, below] = [medianOf(survey, crown), medianOf(survey, throat)];
  const covered =
    plain &&
    crown.length > 40 &&
    throat.length > 40 &&
    Math.min(chromaOf(over), chromaOf(below)) > 0.04 &&
    hueApart(over, brow) > 12 &&
    hueApart(over, below) < 8;
  const least = Math.min(0.15, Math.max(0.06, 0.6 * difference));
  return { bald: plain && !covered, covered, unlike, least };
};

/** Whether hair hangs down beside the chin. */
export const isLong = ({ canvas: { alpha, width }, us, vs, chin, mine }: Survey): boolean => {
  const beside = mine.filter((i) => {
    const [u, v] = [Math.abs(us[i]), vs[i]];
    return u > 0.6 && u < 0.76 && v > 0.3 && v < chin - 0.05;
  });
  const area = 2 * 0.16 * Math.max(0.05, chin - 0.35) * width * width;
  return beside.reduce((sum, i) => sum + alpha[i], 0) / area > 0.3;
};
