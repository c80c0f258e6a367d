import { blurredWithin, gaussian, product } from '../../../raster/blur.ts';
import { distanceTo } from '../../../raster/distance.ts';
import { cleaned } from '../../../raster/label.ts';
import { clamp, quantile } from '../../../raster/numbers.ts';
import type { Point, Square } from '../../../raster/planes.ts';
import { distance } from '../../../raster/points.ts';
import { filled, grown, planeOf, pointOf, pointsOf } from '../canvas.ts';
import { lazy } from '../lazy.ts';
import { BROWS, CHIN, CROWN, EARS, EYES, LIPS, OVAL } from '../mesh.ts';
import { fromClose, type Portrait } from '../portrait.ts';
import { scaled } from '../spectacles.ts';
import { EVEN, outlined, toward, up, type Body } from './body.ts';
import { skinShape, SMALLEST_SHAPE, standard, valuesIn } from './fields.ts';

/** Light on the skin: half from the photo, blurred across features, half from the face's relief. */
const shadeOn = (portrait: Portrait, bare: Square, core: Square): Square => {
  const { canvas, side, spectacles } = portrait;
  const { n, width, alpha, L } = canvas;
  const lenses = (spectacles?.rims ?? []).map((rim) =>
    scaled(rim, 1.1).map((p) => fromClose(portrait, p)),
  );
  const features = grown(
    filled(n, ...[...EYES, ...BROWS, LIPS].map((ring) => pointsOf(canvas, ring)), ...lenses),
    n,
    0.024 * width,
  );
  const weight = bare.map((v, i) => v * (1 - features[i]) * alpha[i] + 1e-3);
  const photo = standard(blurredWithin(L, weight, n, 0.032 * width), core);
  const relief = standard(
    gaussian(toward(portrait, side * 0.62, -0.42, 0.66), n, 0.02 * width),
    core,
  );
  return photo.map((v, i) => clamp(v, -2.5, 2.5) * 0.55 + clamp(relief[i], -2.5, 2.5) * 0.75);
};

/** Landmarks in the middle of the brows, and at a corner of the jaw. */
const BROW = [105, 334] as const;
const JAW_CORNER = 172;

/**
 * Light from above on a bald head: where it begins, in face widths above the brows, and how much
 * each further one adds, in deviations. It bends the shadow's border outward.
 */
const SKY = { from: 0.12, slope: 5 } as const;

const withSky = ({ canvas, person }: Portrait, shade: Square): Square => {
  if (!person.bald) return shade;
  const { n, width } = canvas;
  const brow = BROW.reduce((sum, i) => sum + pointOf(canvas, i)[1] / BROW.length, 0);
  return shade.map((v, i) => {
    const above = (brow - Math.floor(i / n)) / width;
    return v + SKY.slope * Math.max(0, above - SKY.from);
  });
};

/** Least area of a light on skin, or a gap in its shadow, in squares of the face's width. */
const ROUND = 0.038;

/** The narrow shadow that hair casts on the forehead. */
const castByHair = ({ portrait, hair }: Body, core: Square): Square => {
  const { n, width } = portrait.canvas;
  const drop = Math.round(0.022 * width);
  const aside = Math.round(-portrait.side * 0.012 * width);
  const cast = planeOf(n, (i, toX, toY) => {
    const [x, y] = [toX - aside, toY - drop];
    return x >= 0 && x < n && y >= 0 && core[i] > 0.5 && hair[y * n + x] > 0.5;
  });
  return gaussian(cast, n, EVEN);
};

/** Bare skin below the face. */
const neckZoneOf = ({ portrait: { canvas, person }, bare }: Body): Square => {
  const { n, width } = canvas;
  const below = Math.max(...pointsOf(canvas, EARS).map(([, y]) => y)) + 0.25 * width;
  return planeOf(n, (i, _, y) => bare[i] > 0.5 && person.face[i] < 0.5 && y > below);
};

/** Shadow and light on the skin: shadow below 0.25, light above 0.75. */
const skinToneOf = (body: Body, neckZone: Square): Square => {
  const { portrait, bare } = body;
  const { n, width } = portrait.canvas;
  const core = product(portrait.person.face, bare);
  const shade = shadeOn(portrait, bare, core);
  const lit = valuesIn(shade, core);
  const [low, high] = [quantile(lit, 0.26), quantile(lit, 0.72)];
  const lighter = withSky(portrait, shade);
  const shadow = skinShape(
    planeOf(n, (i) => lighter[i] < low && bare[i] > 0.5 && neckZone[i] < 0.5),
    bare,
    n,
    { width, least: SMALLEST_SHAPE, hole: ROUND, sigma: 0.02 },
  );
  const cast = castByHair(body, core);
  const light = skinShape(
    planeOf(n, (i) => shade[i] > high && core[i] > 0.5),
    bare,
    n,
    { width, least: ROUND, hole: 0.012, sigma: 0.032 },
  );
  const dark = shadow.map((v, i) => Math.max(v, cast[i]));
  // Locks may cast a shadow that is only a speck.
  const whole = distanceTo(cleaned(dark, n, SMALLEST_SHAPE * width * width, 0), n);
  return dark.map((v, i) => 0.5 - (whole[i] > 0.03 * width ? 0 : 0.5 * v) + 0.5 * light[i]);
};

/** The jaw's shadow on the neck above 0.25, its deepest part above 0.75; and the inner ear. */
const neckOf = ({ portrait, bare }: Body, neckZone: Square): Square => {
  const { canvas, person, side } = portrait;
  const { n, width } = canvas;
  const earLine = Math.min(...pointsOf(canvas, EARS).map(([, y]) => y));
  const [top, chin] = [pointOf(canvas, CROWN), pointOf(canvas, CHIN)];
  const long = distance(top, chin);
  const fall: Point = [(chin[0] - top[0]) / long, (chin[1] - top[1]) / long];
  const jaw = pointsOf(canvas, OVAL);
  const jawAt = (down: number, sideways: number): Square =>
    product(
      filled(
        n,
        jaw.map(([x, y]): Point => [
          x + fall[0] * down * width - side * sideways * width,
          y + fall[1] * down * width,
        ]),
      ),
      neckZone,
    );
  const [middle, jawLine] = [(top[0] + chin[0]) / 2, pointOf(canvas, JAW_CORNER)[1]];
  const around = planeOf(n, (i, x, y) => {
    const beside = Math.abs(x - middle) > 0.42 * width && y < jawLine && y > earLine - 0.16 * width;
    return !(beside && bare[i] > 0.5 && person.face[i] < 0.5);
  });
  const ear = distanceTo(around, n).map((d) => (d > 0.032 * width ? 1 : 0));
  const neck = gaussian(
    outlined(portrait, jawAt(0.15, 0.045), 0.015, 2).map((v, i) => Math.max(up(v), ear[i]) * 0.5),
    n,
    EVEN,
  );
  const deepest = gaussian(jawAt(0.045, 0.01), n, EVEN);
  return neck.map((v, i) => v + 0.5 * Math.min(1, deepest[i]));
};

/** Light and shadow on face and neck. */
export const skinShapesOf = (body: Body) => {
  const neckZone = neckZoneOf(body);
  return { skinTone: lazy(() => skinToneOf(body, neckZone)), neck: neckOf(body, neckZone) };
};
