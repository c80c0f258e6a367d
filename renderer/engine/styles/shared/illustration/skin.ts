import { blurredWithin, gaussian, product } from '../../../raster/blur.ts';
import { distanceTo } from '../../../raster/distance.ts';
import { clamp, quantile } from '../../../raster/numbers.ts';
import type { Point, Square } from '../../../raster/planes.ts';
import { distance, scaled } from '../../../raster/points.ts';
import { filled, grown, planeOf, pointOf, pointsOf } from '../canvas.ts';
import { lazy } from '../lazy.ts';
import { CHIN, CROWN, EARS, FEATURES, OVAL } from '../mesh.ts';
import { fromClose, type Portrait } from '../portrait.ts';
import { EVEN, outlined, tidied, toward, up, type Body } from './body.ts';
import { skinShape, SMALLEST_SHAPE, standard, valuesIn } from './fields.ts';

/** The photo's and the relief's part in the light on skin; the most deviations that count. */
const PARTS = { photo: 0.55, relief: 0.75, most: 2.5 } as const;

/** Light on the skin: half from the photo, blurred across features, half from the face's relief. */
const shadeOn = (portrait: Portrait, bare: Square, core: Square): Square => {
  const { canvas, side, spectacles } = portrait;
  const { n, width, alpha, L } = canvas;
  const lenses = (spectacles?.rims ?? []).map((rim) =>
    scaled(rim, 1.1).map((p) => fromClose(portrait, p)),
  );
  const rings = FEATURES.map((ring) => pointsOf(canvas, ring));
  const features = grown(filled(n, ...rings, ...lenses), n, 0.024 * width);
  const weight = bare.map((v, i) => v * (1 - features[i]) * alpha[i] + 1e-3);
  const photo = standard(blurredWithin(L, weight, n, 0.032 * width), core);
  const facing = toward(portrait, { right: side * 0.62, down: -0.42, ahead: 0.66 });
  const relief = standard(gaussian(facing, n, 0.02 * width), core);
  const kept = (v: number): number => clamp(v, -PARTS.most, PARTS.most);
  return photo.map((v, i) => kept(v) * PARTS.photo + kept(relief[i]) * PARTS.relief);
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
/** The narrow shadow that hair casts on the forehead, and how far, in face widths. */
const CAST = { drop: 0.022, aside: 0.012 } as const;
const castByHair = ({ portrait, hair }: Body, core: Square): Square => {
  const { n, width } = portrait.canvas;
  const drop = Math.round(CAST.drop * width);
  const aside = Math.round(-portrait.side * CAST.aside * width);
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

/** The parts of the face that are darker than where shadow ends, and than where light begins. */
const TONES = { shadow: 0.26, light: 0.72 } as const;

/** Shadow and light on the skin: shadow below 0.25, light above 0.75. */
const skinToneOf = (body: Body, neckZone: Square): Square => {
  const { portrait, bare } = body;
  const { canvas } = portrait;
  const { n, width } = canvas;
  const core = product(portrait.person.face, bare);
  const shade = shadeOn(portrait, bare, core);
  const lit = valuesIn(shade, core);
  const [low, high] = [quantile(lit, TONES.shadow), quantile(lit, TONES.light)];
  const lighter = withSky(portrait, shade);
  const dim = planeOf(n, (i) => lighter[i] < low && bare[i] > 0.5 && neckZone[i] < 0.5);
  const bright = planeOf(n, (i) => shade[i] > high && core[i] > 0.5);
  const least = SMALLEST_SHAPE;
  const shadow = skinShape(canvas, dim, bare, { least, hole: ROUND, sigma: 0.02 });
  const light = skinShape(canvas, bright, bare, { least: ROUND, hole: 0.012, sigma: 0.032 });
  const cast = castByHair(body, core);
  const dark = shadow.map((v, i) => Math.max(v, cast[i]));
  // Locks may cast a shadow that is only a speck.
  const whole = distanceTo(tidied(portrait, dark, { least }), n);
  return dark.map((v, i) => 0.5 - (whole[i] > 0.03 * width ? 0 : 0.5 * v) + 0.5 * light[i]);
};

/** In face widths: how far an ear is from the face's middle and reaches up; its rim's width. */
const EAR = { aside: 0.42, top: 0.16, rim: 0.032 } as const;

/** The jaw's shadow on the neck above 0.25, its deepest part above 0.75; and the inner ear. */
const neckOf = ({ portrait, bare }: Body, neckZone: Square): Square => {
  const { canvas, person, side } = portrait;
  const { n, width } = canvas;
  const earLine = Math.min(...pointsOf(canvas, EARS).map(([, y]) => y));
  const [top, chin] = pointsOf(canvas, [CROWN, CHIN]);
  const long = distance(top, chin);
  const fall: Point = [(chin[0] - top[0]) / long, (chin[1] - top[1]) / long];
  const jawAt = ({ down, aside }: Readonly<Record<'down' | 'aside', number>>): Square => {
    const jaw = pointsOf(canvas, OVAL).map(([x, y]): Point => [
      x + fall[0] * down * width - side * aside * width,
      y + fall[1] * down * width,
    ]);
    return product(filled(n, jaw), neckZone);
  };
  const [middle, jawLine] = [(top[0] + chin[0]) / 2, pointOf(canvas, JAW_CORNER)[1]];
  const around = planeOf(n, (i, x, y) => {
    const high = y < jawLine && y > earLine - EAR.top * width;
    const beside = high && Math.abs(x - middle) > EAR.aside * width;
    return !(beside && bare[i] > 0.5 && person.face[i] < 0.5);
  });
  const ear = distanceTo(around, n).map((d) => (d > EAR.rim * width ? 1 : 0));
  const shade = outlined(portrait, jawAt({ down: 0.15, aside: 0.045 }), 0.015, 2);
  const dark = shade.map((v, i) => Math.max(up(v), ear[i]) * 0.5);
  const neck = gaussian(dark, n, EVEN);
  const deepest = gaussian(jawAt({ down: 0.045, aside: 0.01 }), n, EVEN);
  return neck.map((v, i) => v + 0.5 * Math.min(1, deepest[i]));
};

export const skinShapesOf = (body: Body) => {
  const neckZone = neckZoneOf(body);
  return { skinTone: lazy(() => skinToneOf(body, neckZone)), neck: neckOf(body, neckZone) };
};
