import { chromaOf, type Lab } from '../../../../core/colour.ts';
import { blurredWithin, blurWithin, product } from '../../../raster/blur.ts';
import { distanceTo } from '../../../raster/distance.ts';
import { partsOf } from '../../../raster/label.ts';
import { clamp, meanOf, median, quantile, smoothstep } from '../../../raster/numbers.ts';
import type { Square } from '../../../raster/planes.ts';
import { grown, planeOf, pointOf, type PortraitCanvas } from '../canvas.ts';
import { labsOn, labsWhere, medianLab } from '../labs.ts';
import { lazy } from '../lazy.ts';
import { CHIN } from '../mesh.ts';
import type { Portrait } from '../portrait.ts';
import { blurredColours, outlined, tidied, toward, up, type Body } from './body.ts';
import { coloursOf, split, standard, valuesIn, withoutShades, type LabPlanes } from './fields.ts';
import { dressed } from './tones.ts';

/** In face widths: how far beside the chin a tie may reach, and its greatest width. */
const ASIDE = 0.6;
const BROAD = 0.6;
/** The width at most of the stripes between a tie's vivid ones, in face widths. */
const STRIPE = 0.09;
/** A tie's area in squares of the face's width. */
const SMALL = 0.03;
const LARGE = 0.45;
/** The part of a tie that is vivid at least, and of that the part beside a stripe's middle. */
const VIVID = 0.25;
const MIDDLE = 0.4;
/** A tie's chroma at least: which stripes of a duller one are vivid is a matter of light. */
const COLOURFUL = 0.08;
/** A tie that is less vivid than this has broad stripes, which make notches in its outline. */
const STRIPED = 0.75;
/** Half the width of those, in face widths. */
const EVEN = 0.14;

/** Grows a mask by `reach` texels and shrinks it again, which closes what is narrower than twice that. */
const closed = (mask: Square, n: number, reach: number): Square => {
  const beyond = (own: Square): Square => distanceTo(own, n).map((v) => (v > reach ? 1 : 0));
  return beyond(beyond(mask));
};

/**
 * The picture with a tie in one colour: that of its vivid stripes. Its other stripes are often those
 * of the shirt or of the suit, and the tie would go to pieces between them.
 */
const withPlainTie = (portrait: Portrait, clothes: Square): PortraitCanvas => {
  const { canvas } = portrait;
  const { n, width, alpha } = canvas;
  const area = width * width;
  const worn = product(clothes, alpha.map(up));
  const blurred = blurWithin(alpha, n, 0.008 * width);
  const [a, b] = [blurred(canvas.a), blurred(canvas.b)];
  const chroma = a.map((v, i) => Math.hypot(v, b[i]));
  const least = Math.max(0.045, 2 * median(valuesIn(chroma, worn)));
  const [middle, chin] = pointOf(canvas, CHIN);
  const vivid = planeOf(n, (i, x, y) => {
    const below = y > chin && Math.abs(x - middle) < ASIDE * width;
    return below && worn[i] > 0.5 && chroma[i] > least;
  });
  if (vivid.reduce((sum, v) => sum + v, 0) < VIVID * SMALL * area) return canvas;
  const joined = product(closed(vivid, n, (STRIPE / 2) * width), worn);
  const { labels: of, sizes: areas } = partsOf(joined, n);
  const found = areas.map(() => ({ own: [] as number[], left: n, right: 0 }));
  for (let i = 0; i < n * n; i += 1) {
    const part = found[of[i]];
    if (of[i] === 0) continue;
    if (vivid[i]) part.own.push(i);
    part.left = Math.min(part.left, i % n);
    part.right = Math.max(part.right, i % n);
  }
  const colours = found.map(({ own, left, right }, k) => {
    const size = areas[k];
    const beside = Math.max(middle - left, right - middle) > (ASIDE - 0.03) * width;
    if (beside || right - left > BROAD * width || own.length < VIVID * size) return undefined;
    if (size < SMALL * area || size > LARGE * area) return undefined;
    // Blurred, a stripe is vivid in its middle.
    const chromas = own.map((i) => chroma[i]);
    const middling = quantile(chromas, MIDDLE);
    const inMiddle = (i: number): boolean => of[i] === k && vivid[i] > 0 && chroma[i] >= middling;
    const colour = medianLab(labsWhere(canvas, inMiddle));
    return chromaOf(colour) > COLOURFUL ? colour : undefined;
  });
  if (colours.every((colour) => colour === undefined)) return canvas;
  const [L, A, B] = [canvas.L, canvas.a, canvas.b].map((plane) => new Float32Array(plane));
  colours.forEach((colour, k) => {
    if (!colour) return;
    const own = planeOf(n, (i) => of[i] === k);
    const striped = found[k].own.length < STRIPED * areas[k];
    const whole = striped ? product(closed(own, n, EVEN * width), worn) : own;
    whole.forEach((v, i) => {
      if (v > 0.5) [L[i], A[i], B[i]] = colour;
    });
  });
  return { ...canvas, L, a: A, b: B };
};

/** A flat colour, and its tone in folds. */
export type Cloth = readonly [plain: Lab, folded: Lab];

export type ClothShapes = ReturnType<typeof clothShapesOf>;

/** How fine a pattern or an ornament is to be left out, in face widths. */
const FINE = 0.034;
/** Colours closer than this belong to one surface. */
const ALIKE = 0.07;
/** How far a colour has to differ from its surroundings to be a detail, in OKLab. */
const DETAIL = 0.03;
/** How often outlines are sharpened after the blur. */
const ROUNDS = 3;

/**
 * The clothes' colours without fine patterns and ornaments: stripes, checks and beads become their
 * mean colour, while large shapes keep their outlines (rolling guidance: Q. Zhang et al. 2014).
 */
const plainColours = (portrait: Portrait, clothes: Square): LabPlanes => {
  const { L, a, b, alpha, n, width } = portrait.canvas;
  const seen = product(clothes, alpha.map(up));
  const sigma = FINE * width;
  // Every other texel is enough, as the colours are blurred a little.
  const [ol, oa, ob] = blurredColours(portrait, 0.01);
  const reach = 2 * Math.ceil(0.8 * sigma);
  const steps = Array.from({ length: reach + 1 }, (_, k) => 2 * k - reach);
  const offsets = steps.flatMap((y) => steps.map((x) => [x, y] as const));
  const aside = Int32Array.from(offsets, ([x]) => x);
  const to = Int32Array.from(offsets, ([x, y]) => y * n + x);
  const near = Float32Array.from(offsets, ([x, y]) =>
    Math.exp((-0.5 * (x * x + y * y)) / sigma ** 2),
  );
  let guide = [L, a, b].map((plane) => blurredWithin(plane, seen, n, sigma));
  // A plain surface, away from any detail, is as the blur has it.
  const detailed = planeOf(n, (i) => {
    if (seen[i] === 0) return false;
    const [dL, da, db] = [L[i] - guide[0][i], a[i] - guide[1][i], b[i] - guide[2][i]];
    return Math.abs(dL) + Math.abs(da) + Math.abs(db) > DETAIL;
  });
  const close = grown(detailed, n, sigma);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [gl, ga, gb] = guide;
    const next = guide.map((plane) => new Float32Array(plane));
    for (let i = 0; i < n * n; i += 1) {
      if (seen[i] === 0 || close[i] === 0) continue;
      const x = i % n;
      const [l, s, t] = [gl[i], ga[i], gb[i]];
      let [sum, sumL, sumA, sumB] = [0, 0, 0, 0];
      for (let k = 0; k < to.length; k += 1) {
        const j = i + to[k];
        const column = x + aside[k];
        if (column < 0 || column >= n || !seen[j]) continue;
        const dl = l - gl[j];
        const da = s - ga[j];
        const db = t - gb[j];
        const alike = 1 / (1 + (dl * dl + 2.5 * (da * da + db * db)) / ALIKE ** 2);
        const weight = near[k] * alike * alike * alike;
        sum += weight;
        sumL += weight * ol[j];
        sumA += weight * oa[j];
        sumB += weight * ob[j];
      }
      next[0][i] = sumL / sum;
      next[1][i] = sumA / sum;
      next[2][i] = sumB / sum;
    }
    guide = next;
  }
  return guide as [Square, Square, Square];
};

/**
 * A garment's colour by all of what is in it. The mean of a pattern is dull: a tie with stripes of
 * red, white and blue is as vivid as those are, and has the hue of the more vivid ones. A white
 * shirt is as white as where light falls on it, and has the tint that it has there.
 */
const wornColour = (
  mean: Lab,
  { L, a, b, alpha }: Pick<PortraitCanvas, 'L' | 'a' | 'b' | 'alpha'>,
  part: Square,
): Lab => {
  let [chroma, x, y] = [0, 0, 0];
  const lights: number[] = [];
  for (let i = 0; i < part.length; i += 1) {
    if (part[i] <= 0.9 || alpha[i] <= 0.9) continue;
    const own = Math.hypot(a[i], b[i]);
    lights.push(L[i]);
    chroma += own;
    x += own * a[i];
    y += own * b[i];
  }
  const [count, length] = [lights.length, Math.hypot(x, y)];
  if (count === 0 || length === 0) return mean;
  // A grey cloth's noise has no hue.
  const vivid = smoothstep(0.02, 0.05, chroma / count);
  const pale = smoothstep(0.6, 0.75, mean[0]) * smoothstep(0.08, 0.04, chromaOf(mean));
  const lit = quantile(lights, 0.65);
  const white = pale * smoothstep(0.04, 0.025, chroma / count);
  const [, s, t] =
    white > 0
      ? medianLab(labsWhere({ L, a, b }, (i) => part[i] > 0.9 && alpha[i] > 0.9 && L[i] >= lit))
      : mean;
  const tint = (own: number, most: number, light: number): number =>
    white * light + (1 - white) * (own * (1 - vivid) + (vivid * (most / length) * chroma) / count);
  return [mean[0] + pale * Math.max(0, lit - mean[0]), tint(mean[1], x, s), tint(mean[2], y, t)];
};

/** Folds: the darker third of each colour, by the photo's light and the body's round shape. */
const foldsIn = ({ portrait, clothes, area }: Body, parts: readonly Square[]): Square => {
  const { canvas, side } = portrait;
  const { n, width, alpha, L } = canvas;
  const weight = product(alpha, clothes).map((v) => v + 1e-3);
  const soft = blurredWithin(L, weight, n, 0.03 * width);
  const facing = toward(portrait, { right: side * 0.7, down: -0.4, ahead: 0.55 });
  const raw = new Float32Array(n * n);
  const lightIn = product(clothes, alpha.map(up));
  for (const part of parts) {
    const own = part.map((v, i) => (v > 0.5 ? lightIn[i] : 0));
    const values = valuesIn(soft, own);
    if (values.length < 0.15 * area) continue;
    const mean = meanOf(values);
    const deviation = Math.sqrt(meanOf(values.map((v) => (v - mean) ** 2)));
    const k = clamp(deviation / 0.06, 0.2, 1);
    const [p, q] = [standard(soft, own), standard(facing, own)];
    const field = p.map((v, i) => v * k + 0.7 * q[i]);
    const edge = quantile(valuesIn(field, own), 0.34);
    const folds = planeOf(n, (i) => field[i] < edge && own[i] > 0.5);
    tidied(portrait, folds, { least: 0.05, hole: 0.04 }).forEach((v, i) => (raw[i] ||= v));
  }
  return outlined(portrait, raw, 0.022);
};

/**
 * Clothes as flat shapes of up to four colours.
 * @param none the colour if there are no clothes to see
 */
export const clothShapesOf = (body: Body, none: Lab) => {
  const { clothes } = body;
  const canvas = withPlainTie(body.portrait, clothes);
  const portrait = { ...body.portrait, canvas };
  const { n, alpha } = canvas;
  const [L, a, b] = plainColours(portrait, clothes);
  const labs = labsOn({ ...canvas, L, a, b }, clothes);
  const nowhere = (): Square => new Float32Array(n * n);
  if (labs.length <= 30) return { cloth: [[none, none] as Cloth], parts: [], folds: nowhere };
  const solid = product(clothes, alpha.map(up));
  const main = coloursOf(labs, 6, 0.085, 4);
  const shades = withoutShades(main, blurredColours(portrait, 0.012), solid, canvas);
  const whole = planeOf(n, (i) => alpha[i] > 0.3 && clothes[i]);
  const tones = shades.map(({ labs }) => labs);
  const parts = split([L, a, b], whole, tones, canvas);
  const colours = shades.map(({ mean }, k) => wornColour(mean, canvas, product(parts[k], whole)));
  return {
    cloth: colours.map((c): Cloth => [dressed(c), dressed(c, c[0] > 0.3 ? -0.075 : 0.055)]),
    /** Where each colour is. */
    parts,
    folds: lazy(() => foldsIn(body, parts)),
  };
};
