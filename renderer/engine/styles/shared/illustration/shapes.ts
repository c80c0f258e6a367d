import { BROWS, EYES, LIPS, OVAL } from '../mesh.ts';
import { chromaOf, hueOf, labDistance, lch, type Lab } from '../oklab.ts';
import { blurredWithin, cleaned, distanceTo, gaussian, quantile, smoothed } from '../planes.ts';
import { fromClose, type Portrait } from '../portrait.ts';
import type { Plane, Point } from '../raster.ts';
import { filled, grown, pointOf, pointsOf } from '../regions.ts';
import { rimOf } from '../spectacles.ts';
import { beardOf } from './beard.ts';
import {
  alongStrands,
  coloursOf,
  extended,
  skinShape,
  split,
  standard,
  valuesIn,
} from './fields.ts';
import { clamp } from './pen.ts';
import { labsWhere, medianLab, shifted, skinTonesOf, type SkinTones } from './tones.ts';

/** A flat colour, and its tone in folds. */
export type Cloth = readonly [plain: Lab, folded: Lab];

/**
 * A person as flat shapes on the portrait's canvas. Each plane is soft; a shape's outline is where
 * it crosses 0.5 (0.25 and 0.75 if a plane holds two shapes).
 */
export interface Shapes {
  readonly n: number;
  readonly matte: Plane;
  /** The matte, blurred by a Gaussian of `HALO`, to measure distances from the outline. */
  readonly halo: Plane;
  readonly hair: Plane;
  readonly clothes: Plane;
  /** Folds of clothes. */
  readonly folds: Plane;
  /** Shadow below 0.25, light above 0.75. */
  readonly skinTone: Plane;
  /** The jaw's shadow on the neck above 0.25, its deepest part above 0.75. */
  readonly neck: Plane;
  readonly hairTone: Plane;
  readonly beard: Plane;
  /** Where clothes or a hat have their second, third and fourth colours. */
  readonly colours: readonly [Plane, Plane, Plane];
  readonly skin: SkinTones;
  readonly beardColour: Lab;
  /** Base, light and dark. */
  readonly hairColours: readonly [Lab, Lab, Lab];
  /** One to four; the first applies where no plane of `colours` says otherwise. */
  readonly cloth: readonly Cloth[];
  /** The same for a hat; empty if there is none. */
  readonly hat: readonly Lab[];
  readonly bearded: boolean;
}

const up = (v: number): number => (v > 0.5 ? 1 : 0);

/** A region's colour as drawn: a little more vivid, and neither black nor white. */
const dressed = (lab: Lab, light = 0): Lab =>
  lch(clamp(lab[0] + light, 0.13, 0.955), Math.min(chromaOf(lab) * 1.08, 0.24), hueOf(lab));

/** Blur of the finished outlines in face widths, by which a field's value becomes a distance. */
export const SOFT = 0.0185;

/** Blur of the matte's surroundings in face widths. */
export const HALO = 0.06;

/** Least blur in texels for an outline to show no steps of the grid. */
const EVEN = 1.1;

const JAW_SIDE = [234, 454] as const;

export const shapesOf = (portrait: Portrait): Shapes => {
  const { canvas, regions, side, spectacles } = portrait;
  const { n, width, alpha, L } = canvas;
  const area = width * width;
  const outline = (mask: Plane, sigma: number, times: number): Plane =>
    smoothed(mask, n, sigma * width, times);
  const whole = cleaned(alpha.map(up), n, 0.05 * area, 0.03 * area);
  // Keep the matte's own values where nothing was cleaned: they place the outline between texels.
  const matte = outline(
    whole.map((v, i) => (v === up(alpha[i] as number) ? (alpha[i] as number) : v)),
    0.016,
    4,
  );
  const skin = skinTonesOf(portrait);
  const { face } = regions;
  const [bare, hairMask, clothMask] = extended(
    [
      regions.skin.map((v, i) =>
        Math.max(
          v,
          (face[i] as number) > 0.5 &&
            (regions.hair[i] as number) < 0.5 &&
            (regions.clothes[i] as number) < 0.5
            ? 1
            : 0,
        ),
      ),
      regions.hair,
      regions.clothes,
    ],
    alpha,
    n,
  ) as [Plane, Plane, Plane];
  const covered = alpha.map((v) => (v > 0.5 ? 1 : 0));
  const both = (p: Plane, q: Plane): Plane => p.map((v, i) => v * (q[i] as number));

  // Light comes half from the photo, blurred across features, and half from the face's relief.
  const lenses = spectacles
    ? ([-1, 1] as const).map((s) =>
        rimOf(spectacles, s, 1.1).map(([x, y]): Point => fromClose(portrait, x, y)),
      )
    : [];
  const features = grown(
    filled(n, ...[...EYES, ...BROWS, LIPS].map((ring) => pointsOf(canvas, ring)), ...lenses),
    n,
    0.024 * width,
  );
  const core = both(face, bare);
  const weight = bare.map(
    (v, i) => v * (1 - (features[i] as number)) * (alpha[i] as number) + 1e-3,
  );
  const photo = standard(blurredWithin(L, weight, n, 0.032 * width), core);
  const [nx, ny, nz] = portrait.normals;
  const toward = (x: number, y: number, z: number): Plane =>
    nx.map((v, i) => v * x + (ny[i] as number) * y + (nz[i] as number) * z);
  const relief = standard(gaussian(toward(side * 0.62, -0.42, 0.66), n, 0.02 * width), core);
  const shade = photo.map(
    (v, i) => clamp(v, -2.5, 2.5) * 0.55 + clamp(relief[i] as number, -2.5, 2.5) * 0.75,
  );
  const lit = valuesIn(shade, core);
  const [low, high] = [quantile(lit, 0.26), quantile(lit, 0.86)];
  const earLine = Math.min(pointOf(canvas, 234)[1], pointOf(canvas, 454)[1]);
  const below = Math.max(...JAW_SIDE.map((i) => pointOf(canvas, i)[1])) + 0.25 * width;
  const neckZone = bare.map((v, i) =>
    v > 0.5 && (face[i] as number) < 0.5 && Math.floor(i / n) > below ? 1 : 0,
  );
  const shaped = (mask: Plane, hole: number, sigma: number): Plane =>
    skinShape(mask, bare, n, { width, hole, sigma });
  // Hair casts a narrow shadow on the forehead.
  const drop = Math.round(0.022 * width);
  const aside = Math.round(-side * 0.012 * width);
  const cast = hairMask.map((_, i) => {
    const [x, y] = [(i % n) - aside, Math.floor(i / n) - drop];
    return x >= 0 &&
      x < n &&
      y >= 0 &&
      (core[i] as number) > 0.5 &&
      (hairMask[y * n + x] as number) > 0.5
      ? 1
      : 0;
  });
  const shadow = shaped(
    shade.map((v, i) =>
      v < low && (bare[i] as number) > 0.5 && (neckZone[i] as number) < 0.5 ? 1 : 0,
    ),
    0.008,
    0.02,
  );
  const castShadow = gaussian(cast, n, EVEN);
  const light = shaped(
    shade.map((v, i) => (v > high && (core[i] as number) > 0.5 ? 1 : 0)),
    0.006,
    0.022,
  );
  const skinTone = shadow.map(
    (v, i) => 0.5 - 0.5 * Math.max(v, castShadow[i] as number) + 0.5 * (light[i] as number),
  );

  // The jaw's shadow on the neck, and the inner ear.
  const [top, chin] = [pointOf(canvas, 10), pointOf(canvas, 152)];
  const long = Math.hypot(top[0] - chin[0], top[1] - chin[1]);
  const fall: Point = [(chin[0] - top[0]) / long, (chin[1] - top[1]) / long];
  const jaw = pointsOf(canvas, OVAL);
  const jawAt = (down: number, sideways: number): Plane =>
    both(
      filled(
        n,
        jaw.map(([x, y]): Point => [
          x + fall[0] * down * width - side * sideways * width,
          y + fall[1] * down * width,
        ]),
      ),
      neckZone,
    );
  const ear = distanceTo(
    bare.map((v, i) => {
      const [x, y] = [i % n, Math.floor(i / n)];
      return v > 0.5 &&
        (face[i] as number) < 0.5 &&
        y < pointOf(canvas, 172)[1] &&
        y > earLine - 0.16 * width &&
        Math.abs(x - (top[0] + chin[0]) / 2) > 0.42 * width
        ? 0
        : 1;
    }),
    n,
  ).map((d) => (d > 0.032 * width ? 1 : 0));
  const neck = gaussian(
    outline(jawAt(0.15, 0.045), 0.015, 2).map((v, i) => Math.max(up(v), outlineOf(ear, i)) * 0.5),
    n,
    EVEN,
  );
  const deepest = gaussian(jawAt(0.045, 0.01), n, EVEN);
  for (let i = 0; i < neck.length; i += 1)
    neck[i] = (neck[i] as number) + 0.5 * Math.min(1, deepest[i] as number);

  // Hair, or a hat.
  const hairLabs = labsWhere(
    canvas,
    (i) => (regions.hair[i] as number) > 0.5 && (alpha[i] as number) > 0.9,
  );
  const hasHair = hairLabs.length > 0.03 * area;
  const hairMain = hasHair ? coloursOf(hairLabs, 4, 0.1) : [];
  const spread = Math.max(
    0,
    ...hairMain.map((c) => labDistance(...(hairScaled(hairMain[0] as Lab, c) as [Lab, Lab]))),
  );
  const isHat = spread > 0.33;
  let hairColours: [Lab, Lab, Lab] = [skin.line, skin.line, skin.line];
  let hairTone: Plane = new Float32Array(n * n).fill(0.5);
  const colours = [0, 1, 2].map(() => new Float32Array(n * n)) as [Plane, Plane, Plane];
  const put = (planes: readonly Plane[], where: Plane): void => {
    planes.slice(1, 4).forEach((plane, k) => {
      const into = colours[k] as Plane;
      for (let i = 0; i < into.length; i += 1)
        if ((where[i] as number) > 0.5) into[i] = plane[i] as number;
    });
  };
  const visible = alpha.map((v) => (v > 0.3 ? 1 : 0));
  const smooth = (sigma: number): [Plane, Plane, Plane] =>
    [canvas.L, canvas.a, canvas.b].map((plane) =>
      blurredWithin(plane, alpha, n, sigma * width),
    ) as [Plane, Plane, Plane];
  let hat: Lab[] = [];
  if (hasHair && isHat) {
    hat = hairMain.slice(0, 4);
    put(
      split(smooth(0.006), both(hairMask, visible), hat, n, 0.01 * width, 0.006 * area),
      hairMask,
    );
    hairColours = [hat[0] as Lab, hat[0] as Lab, hat[0] as Lab];
    hat = hat.map((c) => dressed(c));
  } else if (hasHair) {
    const lights = hairLabs.map(([v]) => v);
    const [q, m, t] = [quantile(lights, 0.25), quantile(lights, 0.5), quantile(lights, 0.9)];
    const own = medianLab(hairLabs);
    const fair = clamp((m - 0.4) / 0.2, 0, 1);
    const base = lch(
      clamp(m + 0.05 * fair, 0.18, 0.85),
      Math.min(chromaOf(own) * 1.25, 0.125),
      hueOf(own) - 5 * fair,
    );
    hairColours = [
      base,
      shifted(base, clamp((t - m) * 0.8, 0.05, 0.12), 1.05),
      shifted(base, base[0] > 0.26 ? -clamp((m - q) * 0.8, 0.04, 0.09) : 0.035, 1, -3),
    ];
    const solid = both(hairMask, covered);
    const strands = standard(
      alongStrands(blurredWithin(L, both(alpha, hairMask), n, 0.01 * width), solid, n, width),
      solid,
    );
    const bulge = standard(toward(side * 0.5, -0.7, 0.5), solid);
    const field = strands.map((v, i) => v + 0.6 * (bulge[i] as number));
    const values = valuesIn(field, solid);
    const lock = (test: (v: number) => boolean): Plane =>
      outline(
        cleaned(
          field.map((v, i) => ((solid[i] as number) > 0.5 && test(v) ? 1 : 0)),
          n,
          0.045 * area,
          0.02 * area,
        ),
        0.013,
        4,
      );
    const [bottom, crest] = [quantile(values, 0.22), quantile(values, 0.72)];
    const darker = lock((v) => v < bottom);
    hairTone = lock((v) => v > crest).map((v, i) => 0.5 + 0.5 * v - 0.5 * (darker[i] as number));
  }

  // Clothes.
  const clothLabs = labsWhere(
    canvas,
    (i) => (regions.clothes[i] as number) > 0.5 && (alpha[i] as number) > 0.9,
  );
  let folds: Plane = new Float32Array(n * n);
  let cloth: Cloth[] = [[skin.line, skin.line]];
  if (clothLabs.length > 30) {
    const main = coloursOf(clothLabs, 6, 0.085, 4);
    const planes = split(
      smooth(0.012),
      both(clothMask, visible),
      main,
      n,
      0.014 * width,
      0.03 * area,
    );
    put(planes, clothMask);
    cloth = main.map((c): Cloth => {
      const plain = dressed(c);
      return [plain, dressed(c, c[0] > 0.3 ? -0.075 : 0.055)];
    });
    const soft = blurredWithin(
      L,
      both(alpha, clothMask).map((v) => v + 1e-3),
      n,
      0.03 * width,
    );
    const facing = toward(side * 0.7, -0.4, 0.55);
    const raw = new Float32Array(n * n);
    const lightIn = both(clothMask, covered);
    for (const plane of planes) {
      const own = plane.map((v, i) => (v > 0.5 ? (lightIn[i] as number) : 0));
      const values = valuesIn(soft, own);
      if (values.length < 0.15 * area) continue;
      const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
      const deviation = Math.sqrt(
        values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length,
      );
      const k = clamp(deviation / 0.06, 0.2, 1);
      const [p, q] = [standard(soft, own), standard(facing, own)];
      const field = p.map((v, i) => v * k + 0.7 * (q[i] as number));
      const edge = quantile(valuesIn(field, own), 0.34);
      cleaned(
        field.map((v, i) => (v < edge && (own[i] as number) > 0.5 ? 1 : 0)),
        n,
        0.05 * area,
        0.04 * area,
      ).forEach((v, i) => {
        if (v > 0) raw[i] = 1;
      });
    }
    folds = outline(raw, 0.022, 4);
  }

  const beard = beardOf(canvas);
  const strength = clamp(beard.density * 2.2, 0.35, 0.92);
  const hairBase = hairColours[0];
  const stubble =
    hasHair && !isHat && hairBase[0] < skin.base[0] - 0.1 ? hairBase : shifted(skin.line, 0.06);
  return {
    n,
    matte,
    halo: gaussian(matte.map(up), n, HALO * width),
    hair: hasHair ? outline(hairMask, 0.017, 4) : new Float32Array(n * n),
    clothes: outline(clothMask, 0.018, 4),
    folds,
    skinTone,
    neck,
    hairTone,
    beard: beard.plane,
    colours,
    skin,
    beardColour: skin.base.map(
      (v, c) => v * (1 - strength) + (stubble[c] as number) * strength,
    ) as unknown as Lab,
    hairColours,
    cloth,
    hat,
    bearded: beard.worn,
  };
};

const outlineOf = (mask: Plane, i: number): number => ((mask[i] as number) > 0.5 ? 1 : 0);

const hairScaled = (p: Lab, q: Lab): Lab[] => [p, q].map(([L, a, b]): Lab => [L, a * 1.5, b * 1.5]);
