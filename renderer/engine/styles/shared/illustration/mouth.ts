import { chromaOf, hueOf, lch, type Lab } from '../../../../core/colour.ts';
import { gaussian } from '../../../raster/blur.ts';
import { clamp, quantile, smoothstep } from '../../../raster/numbers.ts';
import { sampled, type Point, type Square } from '../../../raster/planes.ts';
import { distance, mix } from '../../../raster/points.ts';
import { filled, pointsOf, type PortraitCanvas } from '../canvas.ts';
import { labsWhere, lightAt, medianLab } from '../labs.ts';
import {
  FOLDS,
  INNER_LIPS,
  LIP_FOOT,
  LIP_TOP,
  MOUTH_CORNERS,
  MOUTH_FOOT,
  MOUTH_TOP,
} from '../mesh.ts';
import { valuesIn } from './fields.ts';
import { below, curve, fill, lowered, stroke, tapered, within, type Pen } from './pen.ts';
import { shifted, type SkinTones } from './tones.ts';

/** A fold that is shallower than this isn't drawn; the others' profile. */
export const SHALLOW = 0.1;
export const FOLD = tapered(0.3, 0.6);

/** Texels aside in which a fold is looked for. */
const ASIDE = [-2, -1, 0, 1, 2] as const;

/** The folds beside the mouth, each with its depth in the photo, 0 to 1. */
export const foldsOf = (
  canvas: PortraitCanvas,
): { readonly line: Point[]; readonly depth: number }[] => {
  const { n, width } = canvas;
  const wide = gaussian(canvas.L, n, 0.03 * width);
  const fine = gaussian(canvas.L, n, 0.008 * width);
  return FOLDS.map((path) => {
    const line = curve(pointsOf(canvas, path));
    const valley =
      line.reduce((sum, [x, y]) => {
        const around = ASIDE.flatMap((dx) => ASIDE.map((dy) => [x + dx, y + dy] as const));
        const depths = around.map((at) => sampled(wide, n, ...at) - sampled(fine, n, ...at));
        return sum + Math.max(...depths);
      }, 0) / line.length;
    return { line, depth: smoothstep(0.006, 0.028, valley) };
  });
};

/** Least height of an open mouth, in face widths; and of one in which no teeth show. */
const OPEN = 0.022;
const OPEN_WIDE = 0.05;
/** How much darker than the lips a gap between them is at least, in OKLab lightness. */
const DARK = 0.1;
/** How many of the texels between the lips are paler than them at least, if they are teeth. */
const SHOWN = 0.15;
/** Teeth that show are at least this much lighter than the lips, and this part of the opening. */
const TEETH = { lighter: 0.015, least: 0.55, darker: 0.14 } as const;

/** The lower lip's outer and inner edge at three places, and the hollow below it. */
const LOWER_LIP = { outer: [84, 17, 314], inner: [87, 14, 317] } as const;
const BELOW_LIP = [182, 18, 406] as const;

interface Mouth {
  readonly open: boolean;
  /** One shape below the upper lip, as tall as the photo shows; its first half follows the lip. */
  readonly teeth: Point[] | undefined;
  /** Whether it is dark below the teeth, or in the whole opening if none show. */
  readonly gap: boolean;
}

/** What shows between the lips: teeth, a dark gap, or nothing if they are closed. */
export const mouthOf = (canvas: PortraitCanvas, lips: Lab): Mouth => {
  const [upper, lower] = pointsOf(canvas, INNER_LIPS);
  const gap = distance(upper, lower) / canvas.width;
  if (gap <= OPEN) return { open: false, teeth: undefined, gap: false };
  const inside = filled(canvas.n, openingOf(canvas));
  const seen = labsWhere(canvas, (i) => inside[i] > 0.5);
  const within = seen.length > 3 ? medianLab(seen) : lips;
  // Teeth in shadow are no lighter than the lips, but less colourful.
  const paler = (lab: Lab, darker: number): boolean =>
    chromaOf(lab) < 0.7 * chromaOf(lips) && lab[0] > lips[0] - darker;
  // A row of teeth may be narrower than the opening that the landmarks outline.
  const pale =
    paler(within, DARK) || seen.filter((lab) => paler(lab, 0.02)).length > SHOWN * seen.length;
  const depth = teethIn(canvas, inside, pale ? lips[0] - 2 * DARK : lips[0]);
  const dark = (lab: Lab): boolean => lab[0] < lips[0] - DARK;
  // Closed lips have a dark line between them, too; an open mouth is dark all over.
  if (depth === undefined) {
    const wide = gap > OPEN_WIDE && lightAt(seen, 0.75) < lips[0] - DARK;
    return { open: wide, teeth: undefined, gap: wide };
  }
  const teeth = teethOf(canvas, depth);
  const bite = filled(canvas.n, teeth);
  const rest = labsWhere(canvas, (i) => inside[i] > 0.5 && bite[i] < 0.5);
  const under = rest.length > 3 ? medianLab(rest) : undefined;
  if (under && dark(under)) return { open: true, teeth, gap: true };
  // What isn't dark below the teeth is either more of them, in the lip's shade, or the lip itself.
  const lip = under !== undefined && chromaOf(under) > 0.75 * chromaOf(lips);
  return { open: true, teeth: lip ? teeth : teethOf(canvas, 1), gap: false };
};

/**
 * How far down teeth show in an open mouth, as a fraction of its height; undefined if none do.
 * @param lips the lips' lightness, which teeth exceed
 */
const teethIn = (canvas: PortraitCanvas, inside: Square, lips: number): number | undefined => {
  const { n, width: w } = canvas;
  const placeAt = placesBetween(canvas);
  const soft = gaussian(canvas.L, n, 0.006 * w);
  const values = valuesIn(soft, inside);
  const bright = quantile(values, 0.75);
  if (values.length <= 3 || bright <= lips + TEETH.lighter) return undefined;
  let depth = 0;
  for (let k = 1; k <= 10; k += 1) {
    let sum = 0;
    for (const t of [0.35, 0.45, 0.5, 0.55, 0.65])
      sum += sampled(soft, n, ...placeAt(t, k / 10)) / 5;
    if (sum > bright - TEETH.darker) depth = k / 10;
  }
  return Math.max(TEETH.least, depth);
};

const curved = (canvas: PortraitCanvas, indices: readonly number[]): Point[] =>
  curve(pointsOf(canvas, indices));

/** Places in the opening, by the part of its width from the picture's left, and of its height. */
const placesBetween = (canvas: PortraitCanvas): ((across: number, down: number) => Point) => {
  const [top, foot] = [curved(canvas, MOUTH_TOP), curved(canvas, MOUTH_FOOT).reverse()];
  return (across, down) => {
    const at = Math.round(across * (top.length - 1));
    return mix(top[at], foot[at], down);
  };
};

/** The outline of the opening between the lips. */
export const openingOf = (canvas: PortraitCanvas): Point[] => [
  ...curved(canvas, MOUTH_TOP),
  ...curved(canvas, MOUTH_FOOT).slice(1, -1),
];

/** The line between the lips, from corner to corner. */
export const lipLine = (canvas: PortraitCanvas): Point[] =>
  curved(canvas, [MOUTH_CORNERS[0], ...MOUTH_TOP, MOUTH_CORNERS[1]]);

const lipShapes = (canvas: PortraitCanvas): Point[][] => [
  [...curved(canvas, LIP_TOP), ...curved(canvas, MOUTH_TOP).reverse()],
  [...curved(canvas, LIP_FOOT), ...curved(canvas, MOUTH_FOOT).reverse()],
];

/** The outline of teeth that show down to `depth`. */
const teethOf = (canvas: PortraitCanvas, depth: number): Point[] => {
  const rim = placesBetween(canvas);
  const ts = Array.from({ length: 25 }, (_, k) => 0.05 + (0.9 * k) / 24);
  const bulge = (t: number): number =>
    depth * Math.min(1, smoothstep(0.02, 0.2, t) * smoothstep(0.98, 0.8, t) + 0.15);
  return [...ts.map((t) => rim(t, 0)), ...ts.map((t) => rim(1 - t, bulge(1 - t)))];
};

/** The lips' chroma: a factor on their own, on the skin's at least, and the most. */
const CHROMA = { vivid: 1.05, least: 1.02, most: 0.15 } as const;
/** How much darker than seen and than the skin they are drawn; how far light and shade are apart. */
const LIGHT = { shade: 0.02, darkest: 0.24, lightest: 0.07, apart: 0.035 } as const;

export const drawMouth = (
  pen: Pen,
  canvas: PortraitCanvas,
  skin: SkinTones,
  { lips: own, open, teeth, gap }: Mouth & { readonly lips: Lab },
): void => {
  const [upper, lower] = lipShapes(canvas);
  const base = skin.base[0];
  const chroma = clamp(
    chromaOf(own) * CHROMA.vivid,
    chromaOf(skin.base) * CHROMA.least,
    CHROMA.most,
  );
  const light = clamp(own[0] - LIGHT.shade, base - LIGHT.darkest, base - LIGHT.lightest);
  const lit = lch(light + LIGHT.apart, chroma, hueOf(own));
  const shaded = lch(light - LIGHT.apart, chroma, hueOf(own));
  fill(pen, openingOf(canvas), gap ? lch(0.28, 0.06, 25) : open ? lit : shaded);
  if (teeth) {
    fill(pen, teeth, lch(clamp(0.8 + (0.16 * (base - 0.4)) / 0.45, 0.82, 0.95), 0.014, 85));
    const top = teeth.slice(0, teeth.length >> 1);
    within(pen, teeth, () => fill(pen, below(pen, top, 0.016), lch(0.62, 0.02, 60), 0.5));
  }
  fill(pen, lower, lit);
  fill(pen, upper, shaded);
  const inner = pointsOf(canvas, LOWER_LIP.inner);
  const glossy = pointsOf(canvas, LOWER_LIP.outer).map((outer, k) =>
    mix(outer, inner[k], k === 1 ? 0.55 : 0.5),
  );
  stroke(pen, curve(glossy), {
    wide: 0.02,
    lab: shifted(lit, 0.055, 0.9),
    profile: tapered(0.15),
    alpha: 0.8,
  });
  stroke(pen, lipLine(canvas), {
    wide: open ? 0.011 : 0.016,
    lab: shifted(shaded, open ? -0.15 : -0.16, 0.9),
    profile: tapered(0.1),
  });
  stroke(pen, lowered(pen, curved(canvas, BELOW_LIP), 0.016), {
    wide: 0.018,
    lab: skin.deep,
    profile: tapered(0.5),
    alpha: 0.5,
  });
};

export const lipsOf = (canvas: PortraitCanvas, skin: SkinTones): Lab => {
  const mask = filled(canvas.n, ...lipShapes(canvas));
  const seen = labsWhere(canvas, (i) => mask[i] > 0.5);
  return seen.length > 5 ? medianLab(seen) : skin.deep;
};
