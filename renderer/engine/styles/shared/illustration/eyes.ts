import { chromaOf, lch, type Lab } from '../../../../core/colour.ts';
import { clamp, meanOf, quantile, smoothstep } from '../../../raster/numbers.ts';
import { sampled, type Point, type Square } from '../../../raster/planes.ts';
import { centreOf, distance, mix } from '../../../raster/points.ts';
import { filled, grown, pointsOf } from '../canvas.ts';
import { labFrom, labsWhere, lightAt, medianLab } from '../labs.ts';
import { BROW_EDGES, BROWS, EYES, LOWER, UPPER } from '../mesh.ts';
import { fromClose, toClose, type Portrait } from '../portrait.ts';
import { valuesIn } from './fields.ts';
import {
  below,
  curve,
  disc,
  fill,
  lashes,
  lowered,
  stroke,
  tapered,
  within,
  type Pen,
} from './pen.ts';
import { limited, shifted, type SkinTones } from './tones.ts';

/** In radii of the iris: its ring's edge, where the lid's shade begins; the part that is used. */
const RING = { within: 0.9, lid: 0.35, unburnt: 0.75 } as const;

/**
 * One colour for both irises, as glasses can tint them differently: that of the rings around the
 * pupils, without what is shaded or burnt out. Of eyes too small for that, the darker part.
 */
export const irisOf = (portrait: Portrait, eyes: readonly Eye[]): Lab => {
  const { close, canvas } = portrait;
  const unit = close.width / canvas.width;
  const rings: Lab[] = [];
  const wholes: Lab[] = [];
  eyes.forEach(({ iris, radius }, e) => {
    const mask = filled(close.n, pointsOf(close, EYES[e]));
    const inside = (i: number): boolean => mask[i] > 0.5;
    wholes.push(...darker(labsWhere(close, inside), 0.4));
    const [x, y] = toClose(portrait, iris);
    const r = radius * unit;
    const around = labsWhere(close, (i) => {
      const [dx, dy] = [(i % close.n) + 0.5 - x, Math.floor(i / close.n) + 0.5 - y];
      const off = Math.hypot(dx, dy) / r;
      return inside(i) && off > 0.5 && off < RING.within && dy > -RING.lid * r;
    });
    rings.push(...darker(around, RING.unburnt));
  });
  if (rings.length > 8) return medianLab(rings);
  return wholes.length > 5 ? medianLab(wholes) : [0.3, 0, 0];
};

/** The darkest of some colours: the given part of them. */
const darker = (labs: readonly Lab[], part: number): Lab[] => {
  const limit = lightAt(labs, part);
  return labs.filter(([L]) => L < limit);
};

/** In radii of the iris: the pupil's radius; the place of the light's reflection, and its radius. */
const PUPIL = 0.52;
const GLINT = { aside: 0.34, up: 0.36, radius: 0.24 } as const;

export const glintOn = ([x, y]: Point, radius: number, side: -1 | 1): Point => [
  x + GLINT.aside * radius * side,
  y - GLINT.up * radius,
];

/** Limits of lightness and chroma as drawn, and factors on the iris' own. */
const IRIS = { darkest: 0.27, lightest: 0.6, least: 0.02, most: 0.07, vivid: 1.3 } as const;
const WHITE = { middle: 0.86, step: 0.09, darkest: 0.82, lightest: 0.93, chroma: 0.012, hue: 70 };
/** Heights of the lid above the eye, and of its shadow on it, in face widths. */
const LID = { above: -0.026, shadow: 0.012 } as const;

export const drawEyes = (
  pen: Pen,
  side: Portrait['side'],
  skin: SkinTones,
  { eyes, brows, iris: seen }: Eyes,
): void => {
  const iris = limited(seen, seen[0], chromaOf(seen) * IRIS.vivid, IRIS);
  const light = WHITE.middle + WHITE.step * (skin.base[0] - 0.5);
  const white = lch(clamp(light, WHITE.darkest, WHITE.lightest), WHITE.chroma, WHITE.hue);
  eyes.forEach(({ upper, lower, contour, lashLine, crease, iris: at, radius: r }) => {
    fill(pen, below(pen, upper, LID.above), skin.shadow, 0.8);
    fill(pen, contour, white);
    within(pen, contour, () => {
      disc(pen, at, r, iris);
      disc(pen, at, PUPIL * r, lch(0.17, 0.02, 40));
      fill(pen, below(pen, upper, LID.shadow), shifted(white, -0.28), 0.7);
      disc(pen, glintOn(at, r, side), GLINT.radius * r, [1, 0, 0], 0.95);
    });
    stroke(pen, lashLine, { wide: 0.027, lab: skin.line, profile: lashes });
    const fold = { wide: 0.011, lab: skin.deep } as const;
    stroke(pen, lowered(pen, lower, 0.004), { ...fold, profile: tapered(0.05, 0.6) });
    stroke(pen, crease, { ...fold, profile: tapered(0.35) });
  });
  for (const { outline, colour } of brows) fill(pen, outline, colour);
};

type Eye = ReturnType<typeof eyeOf>;
type Brow = ReturnType<typeof browOf>;

interface Eyes {
  readonly eyes: readonly Eye[];
  readonly brows: readonly Brow[];
  readonly iris: Lab;
}

/** An iris' radius as a part of the eye's width, and its limits in face widths. */
const RADIUS = { part: 0.225, least: 0.034, most: 0.05 } as const;
/** How the lashes' tip goes on beyond the lid: as a part of its end, and in face widths. */
const TIP = { longer: 0.25, aside: 0.012, up: 0.004 } as const;

/** An eye's lines on the canvas; `e` is 0 or 1, `fine` the close-up's lightness, a bit smoothed. */
export const eyeOf = (portrait: Portrait, e: number, fine: Square) => {
  const { canvas, close } = portrait;
  const w = canvas.width;
  const { n } = close;
  const out = e === 0 ? -1 : 1;
  const [lid, lowerLid] = [pointsOf(canvas, UPPER[e]), pointsOf(canvas, LOWER[e])];
  const [corner, second] = lid;
  const wide = distance(corner, lid[8]);
  const [top, foot] = [lid[4], lowerLid[4]];

  // The iris is the centre of the darkest part of the eye, pulled towards the eye's middle.
  const own = pointsOf(close, EYES[e]);
  const mask = filled(n, own);
  const centre = centreOf(own);
  const closeWide = (wide * close.width) / w;
  const limit = quantile(valuesIn(fine, mask), 0.45);
  let [sx, sy, sum] = [0, 0, 1e-6];
  mask.forEach((inside, i) => {
    if (inside <= 0.5) return;
    const [x, y] = [i % n, Math.floor(i / n)];
    const far = distance([x, y], centre) / (0.32 * closeWide);
    const weight = Math.max(0, limit - fine[i]) * Math.exp(-far * far);
    [sx, sy, sum] = [sx + weight * x, sy + weight * y, sum + weight];
  });
  const mass: Point = sum > 1e-4 ? [sx / sum, sy / sum] : centre;
  const [mx, my] = fromClose(portrait, mix(centre, mass, 0.7));
  const r = clamp(RADIUS.part * wide, RADIUS.least * w, RADIUS.most * w);
  /** Where the upper lashes end beside the eye. */
  const tip: Point = [
    corner[0] + (corner[0] - second[0]) * TIP.longer + out * TIP.aside * w,
    corner[1] + (corner[1] - second[1]) * TIP.longer - TIP.up * w,
  ];
  const highest = top[1] + 0.55 * r;
  const isOpen = distance(top, foot) > 0.9 * r;
  return {
    upper: curve(lid),
    lower: curve(lowerLid),
    contour: curve(pointsOf(canvas, EYES[e]), true),
    lashLine: curve([tip, ...lid]),
    crease: curve(CREASE.map((up, i): Point => [lid[2 * i][0], lid[2 * i][1] - CREASED * w * up])),
    iris: [
      mx,
      isOpen ? clamp(my, highest, Math.max(highest, foot[1] - 0.35 * r)) : (top[1] + foot[1]) / 2,
    ] as const,
    radius: r,
  };
};

/** How high the crease is above the lid, in face widths, and in parts of that along the lid. */
const CREASED = 0.03;
const CREASE = [0.4, 1, 1.05, 0.9, 0.3] as const;
/** How much of the difference between the two brows' colours is the light's, not theirs. */
const EVENED = 0.7;

/** Both brows. A face lit from a side shows one darker than the other, but they are of one colour. */
export const browsOf = (portrait: Portrait, skin: SkinTones, fine: Square): Brow[] => {
  const brows = BROWS.map((_, e) => browOf(portrait, skin, e, fine));
  const mean = labFrom((c) => brows.reduce((sum, { colour }) => sum + colour[c], 0) / brows.length);
  return brows.map(({ outline, colour }) => ({
    outline,
    colour: labFrom((c) => colour[c] + EVENED * (mean[c] - colour[c])),
  }));
};

/** Limits of a brow's lightness and chroma, and how much darker than the skin it is at least. */
const HAIRS = { darkest: 0.2, lightest: 0.66, most: 0.07, darker: 0.11 } as const;

/** A brow: placed by the landmarks, as high and thick as the photo is dark there. */
const browOf = (portrait: Portrait, skin: SkinTones, e: number, fine: Square) => {
  const { close, spectacles } = portrait;
  const { n } = close;
  const [tops, feet] = BROW_EDGES[e].map((ids) => curve(pointsOf(close, ids)));
  const ring = pointsOf(close, BROWS[e]);
  const mask = filled(n, ring);
  const around = grown(mask, n, 0.05 * close.width);
  const eyes = grown(filled(n, pointsOf(close, EYES[e])), n, 0.02 * close.width);
  const beside = fine.filter(
    (_, i) => around[i] > 0.5 && mask[i] < 0.5 && eyes[i] < 0.5 && close.alpha[i] > 0.9,
  );
  const bare = quantile(beside, 0.6);
  const line = tops.map((top, k) => {
    const foot = feet[k];
    const half: Point = [(foot[0] - top[0]) / 2, (foot[1] - top[1]) / 2];
    const middle = mix(top, foot, 0.5);
    let [sum, moment, square] = [0, 0, 0];
    for (let s = -2; s <= 2.001; s += 0.2) {
      const v = sampled(fine, n, middle[0] + half[0] * s, middle[1] + half[1] * s);
      const weight = Math.max(0, bare - 0.05 - v);
      sum += weight;
      moment += weight * s;
      square += weight * s * s;
    }
    const sure = spectacles ? 0 : smoothstep(0.15, 0.9, sum);
    const at = sum > 0.05 ? moment / sum : 0;
    const thick = sum > 0.05 ? 1.75 * Math.sqrt(Math.max(0.05, square / sum - at * at)) : 1;
    return {
      middle,
      half,
      at: clamp(at, -0.8, 0.8) * sure * 0.8,
      thick: 1 + (clamp(thick, 0.6, 1.5) - 1) * sure * 0.8,
    };
  });
  const average = (k: number, value: 'at' | 'thick'): number =>
    meanOf(line.slice(Math.max(0, k - 5), k + 6).map((one) => one[value]));
  const edge = (sign: -1 | 1): Point[] =>
    line.map(({ middle, half }, k) => {
      const t = k / (line.length - 1);
      const s =
        average(k, 'at') +
        sign *
          average(k, 'thick') *
          (0.25 + 0.75 * smoothstep(0, 0.35, t)) *
          (0.7 + 0.3 * smoothstep(0, 0.15, 1 - t));
      return fromClose(portrait, [middle[0] + half[0] * s, middle[1] + half[1] * s]);
    });
  const inside = labsWhere(close, (i) => mask[i] > 0.5);
  const limit = lightAt(inside, 0.35);
  const own = medianLab(inside.filter(([L]) => L <= limit + 0.02));
  const base = skin.base[0];
  return {
    outline: [...edge(-1), ...edge(1).reverse()],
    colour: limited(own, Math.min(own[0], base - HAIRS.darker), chromaOf(own), HAIRS),
  };
};
