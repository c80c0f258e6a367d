import { LENSES } from '../faces/lenses.ts';
import { labelsFrame } from '../faces/parser.ts';
import type { AnalysedFace, Analysis } from '../photo/analysis.ts';
import { apply, frontalFrame, type Frame } from '../photo/frame.ts';
import type { Label } from '../photo/labels.ts';
import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import type { Colours } from '../raster/guided-filter.ts';
import { label } from '../raster/label.ts';
import { median, smoothstep } from '../raster/numbers.ts';
import { filled, plane, sampled, type Plane, type Square } from '../raster/planes.ts';
import { CHIN, CROWN } from '../styles/shared/mesh.ts';
import { over, pointIn, type Area } from './area.ts';
import { TRIFLE } from './components.ts';
import { channelRatio, chromaBins, colourBins, logRatioOf } from './doubt.ts';

/**
 * Above these places along the face's axis (0 at its middle, 0.5 at the chin), what isn't skin may be
 * hair, or cloth that the networks know as little.
 */
const HEAD = [0.3, 0.55] as const;
/** In face widths: around a pixel, the share of skin is taken. */
const AROUND_SKIN = 0.05;
/**
 * In face widths from hair: up to the first all is hair's, from the second on nothing is. The same from
 * a hat or a scarf, of which nothing is hair's.
 */
const NEAR_HAIR = [0.06, 0.12] as const;
/** In face widths: how deep below the outline the hair's colours are taken. */
const RIM = 0.2;
/** Least pixels of hair, in squares of the face's width. */
const LEAST_HAIR = 0.01;
/** Number of tones, from the darkest strands to the lightest. */
const TONES = 5;
/** Farthest colour from a tone that is still hair; colours are 0..1. */
const LIKE = 0.14;

/** Red, green and blue of each pixel, as means over 3 x 3 pixels, free of most grain. */
export type Smooth = readonly [Float32Array, Float32Array, Float32Array];
export type Tone = readonly [red: number, green: number, blue: number];

export type Hair = Readonly<ReturnType<typeof hairOf>>;

/** Place of each pixel along the face's axis: 0 at its middle, 0.5 at the chin. */
function alongFace(face: Pick<AnalysedFace, 'landmarks'>, area: Area): Plane {
  const [top, chin] = [pointIn(area, face, CROWN), pointIn(area, face, CHIN)];
  const middle = [(top[0] + chin[0]) / 2, (top[1] + chin[1]) / 2] as const;
  const long = Math.max(1, Math.hypot(chin[0] - top[0], chin[1] - top[1]));
  const [ux, uy] = [(chin[0] - top[0]) / long, (chin[1] - top[1]) / long];
  return filled(area, (_, x, y) => ((x - middle[0]) * ux + (y - middle[1]) * uy) / long);
}

/** Mean colours of equal shares of the pixels `at`, from the darkest share to the lightest. */
function tonesOf(colours: Colours, at: readonly number[]): Tone[] {
  const [red, green, blue] = [colours[0].data, colours[1].data, colours[2].data];
  const light = (i: number): number => 0.3 * red[i] + 0.59 * green[i] + 0.11 * blue[i];
  const sorted = new Float64Array(at.length);
  at.forEach((i, k) => (sorted[k] = light(i)));
  sorted.sort();
  const sums = Array.from(
    { length: TONES },
    () => [0, 0, 0, 0] as [number, number, number, number],
  );
  const bounds = sums.map((_, k) => sorted[Math.floor(((k + 1) * sorted.length) / TONES)]);
  for (const i of at) {
    const value = light(i);
    let k = 0;
    while (k < TONES - 1 && value >= (bounds[k] ?? Infinity)) k += 1;
    const sum = sums[k];
    sum[0] += red[i];
    sum[1] += green[i];
    sum[2] += blue[i];
    sum[3] += 1;
  }
  return sums
    .filter(([, , , count]) => count > 0)
    .map(([r, g, b, count]) => [r / count, g / count, b / count] as const);
}

/** Squared distance of two colours. */
export const apart = (tone: Tone, red: number, green: number, blue: number): number =>
  (red - tone[0]) ** 2 + (green - tone[1]) ** 2 + (blue - tone[2]) ** 2;

/** Whether a colour is one of the hair's. */
const isLike = (tones: readonly Tone[], red: number, green: number, blue: number): boolean =>
  tones.some((tone) => apart(tone, red, green, blue) < LIKE ** 2);

/** Visits the neighbours of each pixel on the stack, to which `visit` pushes, until it is empty. */
function flood(
  stack: number[],
  { width, data }: Plane,
  visit: (from: number, i: number) => void,
): void {
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const x = i % width;
    if (x > 0) visit(i, i - 1);
    if (x < width - 1) visit(i, i + 1);
    if (i >= width) visit(i, i - width);
    if (i < data.length - width) visit(i, i + width);
  }
}

/** How likely hair (of the scalp or the face), skin and background are at each pixel of an area, 0..1. */
export interface Parts {
  readonly hair: Plane;
  readonly skin: Plane;
  readonly background: Plane;
  /** How likely a lens of glasses is before it. */
  readonly lens: Plane;
}

/** What the networks say of the pixels of an area. Beyond its square each says what it says at the border. */
export function partsIn(
  { labels: { n, planes }, lenses }: Pick<Analysis, 'labels' | 'lenses'>,
  face: AnalysedFace,
  area: Area,
): Parts {
  const read = (square: Square, edge: number, frame: Frame): Plane =>
    over(area, (x, y) => {
      const [u, v] = apply(frame, x, y);
      return sampled(square, edge, u - 0.5, v - 0.5);
    });
  const frame = labelsFrame(face);
  const likely = (...labels: readonly Label[]): Plane => {
    const sum = new Float32Array(n * n);
    for (const label of labels) planes[label].forEach((value, i) => (sum[i] += value));
    return read(sum, n, frame);
  };
  return {
    hair: likely('scalp hair', 'facial hair'),
    skin: likely('face skin', 'other skin'),
    background: likely('background'),
    lens: read(lenses, LENSES.edge, frontalFrame(face, LENSES.edge, LENSES)),
  };
}

/**
 * Finds the hair of a person, and its tones.
 *
 * @param mask the person, 0..1
 * @param core 1 well inside the face's outline
 */
export function hairOf(
  colours: Colours,
  mask: Plane,
  core: Plane,
  { hair, skin, background }: Parts,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
) {
  const inside = filled(area, (i) => mask.data[i] > 0.6);
  const within = distanceFrom(inside, (value) => value === 0, RIM * area.face).data;
  const around = Math.max(1, Math.round(AROUND_SKIN * area.face));
  const bare = boxMean(skin, around).data;
  boxMean(inside, around, inside);
  const [from, to] = NEAR_HAIR;
  const away = distanceFrom(hair, (value) => value > 0.5, to * area.face).data;
  const isBody = (i: number): boolean => hair.data[i] > 0.5 && mask.data[i] > 0.5;
  const body = filled(area, (i) => isBody(i) && core.data[i] === 0);
  const other = filled(area, (i) => 1 - hair.data[i] - background.data[i]);
  const worn = filled(area, (i) => 1 - hair.data[i] - background.data[i] - skin.data[i]);
  const awayFromWorn = distanceFrom(worn, (value) => value > 0.5, to * area.face).data;
  const zone = alongFace(face, area);
  const rim: number[] = [];
  for (let i = 0; i < zone.data.length; i += 1) {
    const head = 1 - smoothstep(HEAD[0], HEAD[1], zone.data[i]);
    const covered = 1 - smoothstep(0.25, 0.5, bare[i] / Math.max(1e-3, inside.data[i]));
    const near = 1 - smoothstep(from * area.face, to * area.face, away[i]);
    const loose = smoothstep(from * area.face, to * area.face, awayFromWorn[i]);
    zone.data[i] = Math.max(head * covered * loose, near * (1 - other.data[i]));
    if (body.data[i] === 1 && within[i] > 0 && within[i] < RIM * area.face) rim.push(i);
  }
  const mean = (colour: Plane): Float32Array => boxMean(colour, 1).data;
  return {
    /** Where hair, or what covers it, may be, 0..1. */
    zone,
    /** 1 in hair. */
    body,
    /** The picture's colours, smoothed. */
    smooth: [mean(colours[0]), mean(colours[1]), mean(colours[2])] as Smooth,
    /** How likely skin is, 0..1. */
    skin,
    /** How likely skin, clothes, spectacles or jewellery are, 0..1. */
    other,
    /** The hair's colours from dark to light; none on a bald head. */
    tones: rim.length < LEAST_HAIR * area.face ** 2 ? [] : tonesOf(colours, rim),
  };
}

/** How far background that the networks took for hair may reach in from the outline, in face widths. */
const INTRUSION = 0.12;
/** Greatest change of colour from a pixel of the background to the next one. */
const STEP = 0.05;
/** Radius of the mean that softens the border of what is found, in face widths. */
const BORDER_BLUR = 0.012;
/** The mask of such background: doubt, which leans towards the background. */
const DOUBT = 0.25;
/** Colours darker than this have no certain chroma. */
const BRIGHT = 0.15;
/** In face widths: what lies this deep inside the mask shows the person's own colours. */
const OWN = 0.15;
/**
 * A chroma that is e to this power times as common in the background nearby as deep inside hair and
 * clothes is the background's.
 */
const FOREIGN = 0.7;
/**
 * Least distance of such a chroma from the deep hair's, along the axes of `channelRatio`: a grey wall
 * and grey temples can't be told apart.
 */
const UNLIKE = 0.28;
/**
 * A hair colour that is e to this power times as common in the whole person as in the background
 * nearby is the person's after all: thin white hair may have its chroma nowhere deeper.
 */
const OWNED = 0.5;
/** In face widths: nearer to the outline than this, matting finds the fine hair by itself. */
const RIM_OF_HAIR = 0.035;
/** Least share of hair in the surroundings, and their radius in face widths. */
const HAIR_SHARE = 0.3;
const HAIR_RADIUS = 0.05;

/** 1 at those of the pixels whose colour is more common in the person than in the background nearby. */
function ownedBy(colours: Colours, mask: Plane, face: number, pixels: readonly number[]): Plane {
  const { width, height } = mask;
  const owned = plane(width, height);
  for (const i of pixels) owned.data[i] = 1;
  const logRatio = logRatioOf(colourBins(colours), mask, face, (i) => owned.data[i] === 1);
  boxMean(logRatio, Math.max(1, Math.round(BORDER_BLUR * face)), logRatio);
  for (const i of pixels) if (logRatio.data[i] < OWNED) owned.data[i] = 0;
  return owned;
}

/**
 * Puts background that the networks took for hair in doubt, in place. It is found in two ways. It
 * continues the background's colours from outside, in small steps, into the hair's zone, and isn't
 * of the colours of hair or skin (a flag's red between two locks). Or its chroma is common in the
 * background nearby and rare in the person (a wall's blue that shows through curls).
 *
 * @param mask the networks' mask, 0..1
 * @returns 1 where the mask was changed, falling to 0 around
 */
export function doubtIntrusions(
  colours: Colours,
  mask: Plane,
  core: Plane,
  { zone, body, smooth: [red, green, blue], skin, other, tones }: Hair,
  face: number,
): Plane {
  const { width, height } = mask;
  const entered = plane(width, height);
  if (tones.length === 0) return entered;
  const deep = distanceFrom(mask, (value) => value < 0.1, INTRUSION * face).data;
  const within = (i: number): boolean =>
    deep[i] > 0 && deep[i] <= INTRUSION * face && zone.data[i] >= 0.5 && core.data[i] === 0;

  const redness = (i: number): number => channelRatio(red[i], green[i]);
  const yellowness = (i: number): number => channelRatio(green[i], blue[i]);
  const own = distanceFrom(mask, (value) => value < 0.9, OWN * face).data;
  const sides = plane(width, height);
  for (let i = 0; i < sides.data.length; i += 1) {
    if (mask.data[i] < 0.02) continue;
    const sure = own[i] > OWN * face && core.data[i] === 0 && skin.data[i] < 0.5;
    sides.data[i] = sure ? 1 : 0.5;
  }
  const beside = boxMean(body, Math.max(1, Math.round(HAIR_RADIUS * face))).data;
  // Not the background outside: blurred into the rim, it would eat fine hair.
  const logRatio = logRatioOf(chromaBins(colours), sides, face, within);
  boxMean(logRatio, Math.max(1, Math.round(BORDER_BLUR * face)), logRatio);

  const [reds, yellows]: [number[], number[]] = [[], []];
  for (let i = 0; i < own.length; i += 1) {
    if (body.data[i] === 0 || own[i] <= INTRUSION * face) continue;
    reds.push(redness(i));
    yellows.push(yellowness(i));
  }
  const [ownRed, ownYellow] = [median(reds), median(yellows)];

  const stack: number[] = [];
  const foreign: number[] = [];
  for (let i = 0; i < deep.length; i += 1) {
    if (deep[i] === 0 && zone.data[i] > 0.5) stack.push(i);
    else if (
      logRatio.data[i] < -FOREIGN &&
      beside[i] > HAIR_SHARE &&
      other.data[i] < 0.3 &&
      Math.max(red[i], green[i], blue[i]) > BRIGHT &&
      within(i) &&
      deep[i] > RIM_OF_HAIR * face &&
      Math.hypot(redness(i) - ownRed, yellowness(i) - ownYellow) > UNLIKE
    )
      foreign.push(i);
  }
  const owned = foreign.length > 0 ? ownedBy(colours, mask, face, foreign) : undefined;
  const gaps = new Uint8Array(deep.length);
  for (const i of foreign)
    if (owned?.data[i] !== 1 || !isLike(tones, red[i], green[i], blue[i])) gaps[i] = 1;
  const { labels, sizes } = label(gaps, width, height);
  for (const i of foreign)
    if (gaps[i] === 1 && sizes[labels[i]] > TRIFLE * face ** 2) entered.data[i] = 1;
  const enter = (from: number, i: number): void => {
    if (entered.data[i] !== 0 || body.data[i] !== 0 || !within(i)) return;
    if (other.data[i] > 0.3) return;
    const [r, g, b] = [red[i], green[i], blue[i]];
    if (isLike(tones, r, g, b)) return;
    const change = (r - red[from]) ** 2 + (g - green[from]) ** 2 + (b - blue[from]) ** 2;
    if (change > STEP ** 2) return;
    entered.data[i] = 1;
    stack.push(i);
  };
  flood(stack, entered, enter);
  boxMean(entered, Math.max(1, Math.round(BORDER_BLUR * face)), entered);
  for (let i = 0; i < deep.length; i += 1)
    mask.data[i] = mask.data[i] * (1 - (1 - DOUBT) * entered.data[i]);
  return entered;
}
