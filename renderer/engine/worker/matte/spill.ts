import type { Area } from './area.ts';
import { distanceFrom } from './distance.ts';
import type { Hair } from './hair.ts';
import type { Colours } from './linear.ts';
import { boxMean, clip, plane, type Plane } from './planes.ts';

/** Colour independent of brightness: the logarithms of red over green and of green over blue. */
type Chroma = readonly [redness: number, yellowness: number];

/** Added to each channel before the logarithm, which has no value at black. */
const FLOOR = 0.04;
const chromaOf = (red: number, green: number, blue: number): Chroma => [
  Math.log((red + FLOOR) / (green + FLOOR)),
  Math.log((green + FLOOR) / (blue + FLOOR)),
];
const lightOf = (red: number, green: number, blue: number): number =>
  0.3 * red + 0.59 * green + 0.11 * blue;

/** In faces: how deep into hair the background's colour is searched for. */
const REACH = 0.14;
/**
 * The hair's own chroma is taken from deeper than that, away from the face's outline. Less of it, in
 * squares of the face's width, doesn't tell: thin or short hair is left as it is.
 */
const BESIDE_FACE = 0.09;
const KNOWN = 0.09;
/** Down to here along the face's axis, as clothes may follow below. */
const UPPER = 0.3;
/** Limits of the hair's spread of chroma. */
const NARROWEST = 0.06;
const WIDEST = 0.14;
/** In spreads: farther from the hair's chroma than this isn't the hair's, and where it is taken to. */
const FOREIGN = 2;
const TAKEN_TO = 0.8;
/** Darker colours have no certain chroma; those this much lighter than hair are something else. */
const DARKEST = 0.06;
const LIGHTER = 0.25;
/** Directions of chroma, seen from the hair's. */
const SECTORS = 12;
/** In radians: warm colours this close to the direction of the face's skin are an ear's. */
const LIKE_SKIN = 0.6;
/**
 * In faces: edge of a cell, in which colours are counted, and the radii within which the background
 * must have the colour and the person mustn't, in this share of the pixels.
 */
const CELL = 0.05;
const AROUND = 0.4;
const BESIDE = 0.2;
const COMMON = 0.02;
const OTHER = 0.02;
/** The person has it only as light as this: a dark jacket doesn't explain a light strip. */
const AS_LIGHT = 0.12;
/** In faces: the person's own colours are seen deeper than this. */
const DEEP = 0.12;
/** Least shares of hair around: of what is taken for it, and of what has its chroma. */
const HAIR = { share: 0.2, radius: 0.05 } as const;
const OWN = { share: 0.1, radius: 0.2 } as const;
/** Radius of the mean that softens the border of what is found, in faces. */
const SOFT = 0.012;

/** Where hair has the background's chroma, and the chroma that hair has. */
export interface Spill {
  /** 0..1, of the area's size. */
  readonly where: Plane;
  readonly middle: Chroma;
  readonly spread: Chroma;
}

const median = (values: readonly number[]): number =>
  Float32Array.from(values).sort()[values.length >> 1] ?? 0;

/** Median and spread (by median absolute deviation) of chromas. */
function rangeOf(redness: readonly number[], yellowness: readonly number[]): [Chroma, Chroma] {
  const of = (values: readonly number[]): [number, number] => {
    const middle = median(values);
    const spread = 1.48 * median(values.map((value) => Math.abs(value - middle)));
    return [middle, Math.min(WIDEST, Math.max(NARROWEST, spread))];
  };
  const [red, yellow] = [of(redness), of(yellowness)];
  return [
    [red[0], yellow[0]],
    [red[1], yellow[1]],
  ];
}

/** How far a chroma is from the hair's, in spreads, along each axis. */
const offsetOf = (
  [red, yellow]: Chroma,
  { middle, spread }: Pick<Spill, 'middle' | 'spread'>,
): Chroma => [(red - middle[0]) / spread[0], (yellow - middle[1]) / spread[1]];

/**
 * Finds where hair has taken on the background's chroma: a flag that shows through curls, light that a
 * wall throws on them. Such a colour is far from what the hair has deep inside, common in the
 * background nearby, and nowhere nearby the person's own.
 *
 * @param core 1 well inside the face's outline
 * @param face width of the face in the planes' pixels
 * @returns undefined where the hair's own chroma isn't known
 */
export function spillOf(
  colours: Colours,
  alpha: Plane,
  { along, zone, body, smooth: [red, green, blue], skin }: Hair,
  core: Plane,
  face: number,
): Spill | undefined {
  const { width, height } = alpha;
  const count = width * height;
  const inside = distanceFrom(alpha, (value) => value < 0.5, REACH * face + 1).data;
  const beside = distanceFrom(core, (value) => value === 1, BESIDE_FACE * face + 1).data;
  const [redness, yellowness] = [new Float32Array(count), new Float32Array(count)];
  const light = new Float32Array(count);
  const [hair, lights, bare]: [[number[], number[]], number[], [number[], number[]]] = [
    [[], []],
    [],
    [[], []],
  ];
  for (let i = 0; i < count; i += 1) {
    const [r, g, b] = [red[i] as number, green[i] as number, blue[i] as number];
    const chroma = chromaOf(r, g, b);
    redness[i] = chroma[0];
    yellowness[i] = chroma[1];
    light[i] = lightOf(r, g, b);
    if (core.data[i] === 1) {
      bare[0].push(chroma[0]);
      bare[1].push(chroma[1]);
    } else if (
      body.data[i] === 1 &&
      (inside[i] as number) > REACH * face &&
      (beside[i] as number) > BESIDE_FACE * face &&
      (skin.data[i] as number) < 0.2 &&
      (along.data[i] as number) < UPPER
    ) {
      hair[0].push(chroma[0]);
      hair[1].push(chroma[1]);
      lights.push(light[i] as number);
    }
  }
  if (lights.length < KNOWN * face * face) return undefined;
  const [middle, spread] = rangeOf(...hair);
  const range = { middle, spread };
  const lightest = (lights.sort((a, b) => a - b)[Math.floor(0.95 * lights.length)] ?? 1) + LIGHTER;
  const [skinX, skinY] = offsetOf(rangeOf(...bare)[0], range);
  const toSkin = Math.atan2(skinY, skinX);

  const sector = new Int8Array(count).fill(-1);
  const own = plane(width, height);
  for (let i = 0; i < count; i += 1) {
    const chroma: Chroma = [redness[i] as number, yellowness[i] as number];
    const [x, y] = offsetOf(chroma, range);
    if (Math.hypot(x, y) < FOREIGN) {
      own.data[i] = body.data[i] as number;
      continue;
    }
    if ((light[i] as number) < DARKEST || (light[i] as number) > lightest) continue;
    const angle = Math.atan2(y, x);
    const turn = Math.abs(angle - toSkin);
    const warm = chroma[0] > 0.15 && chroma[1] > 0;
    if (warm && Math.min(turn, 2 * Math.PI - turn) < LIKE_SKIN) continue;
    sector[i] = Math.floor((angle / (2 * Math.PI) + 1) * SECTORS) % SECTORS;
  }
  const radius = (faces: number): number => Math.max(1, Math.round(faces * face));
  boxMean(own, radius(OWN.radius), own);
  const near = boxMean(body, radius(HAIR.radius), plane(width, height)).data;
  const candidate = (i: number): boolean =>
    (sector[i] as number) >= 0 &&
    (alpha.data[i] as number) > 0.02 &&
    (zone.data[i] as number) > 0.4 &&
    core.data[i] === 0 &&
    (skin.data[i] as number) < 0.3 &&
    (near[i] as number) > HAIR.share &&
    (own.data[i] as number) > OWN.share &&
    (inside[i] as number) <= REACH * face;

  const candidates: number[][] = Array.from({ length: SECTORS }, () => []);
  for (let i = 0; i < count; i += 1) if (candidate(i)) candidates[sector[i] as number]?.push(i);
  const cell = radius(CELL);
  const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const where = plane(width, height);
  candidates.forEach((pixels, name) => {
    if (pixels.length === 0) return;
    const [ground, person, lit] = [plane(across, down), plane(across, down), plane(across, down)];
    for (let i = 0; i < count; i += 1) {
      const other = sector[i] as number;
      if (other < 0) continue;
      const apart = Math.min(
        (other - name + SECTORS) % SECTORS,
        (name - other + SECTORS) % SECTORS,
      );
      if (apart > 1) continue;
      // The neighbouring directions count half.
      const share = (apart === 0 ? 1 : 0.5) / cell ** 2;
      const at = Math.floor(Math.floor(i / width) / cell) * across + Math.floor((i % width) / cell);
      if ((alpha.data[i] as number) < 0.02) ground.data[at] = (ground.data[at] as number) + share;
      else if ((inside[i] as number) > DEEP * face) {
        person.data[at] = (person.data[at] as number) + share;
        lit.data[at] = (lit.data[at] as number) + share * (light[i] as number);
      }
    }
    boxMean(ground, Math.round(AROUND / CELL), ground);
    for (const one of [person, lit]) boxMean(one, Math.round(BESIDE / CELL), one);
    for (const i of pixels) {
      const at = Math.floor(Math.floor(i / width) / cell) * across + Math.floor((i % width) / cell);
      const much = person.data[at] as number;
      const as = (lit.data[at] as number) / Math.max(1e-6, much);
      if ((ground.data[at] as number) < COMMON) continue;
      if (much > OTHER && Math.abs(as - (light[i] as number)) < AS_LIGHT) continue;
      where.data[i] = 1;
    }
  });
  boxMean(where, radius(SOFT), where);
  return { where, middle, spread };
}

/**
 * Gives hair its own chroma back where it has the background's, in place; light and alpha stay.
 *
 * @param person straight RGBA bytes of the picture's size
 */
export function clearSpill(
  person: Uint8ClampedArray,
  width: number,
  height: number,
  area: Area,
  spill: Spill,
): void {
  const { where, middle, spread } = spill;
  for (let y = area.top; y < height; y += 1) {
    const v = Math.floor((y + 0.5 - area.top) * area.scale);
    if (v >= where.height) break;
    for (let x = area.left; x < width; x += 1) {
      const u = Math.floor((x + 0.5 - area.left) * area.scale);
      if (u >= where.width) break;
      const much = clip(2 * (where.data[v * where.width + u] as number));
      const p = (y * width + x) * 4;
      if (much < 0.05 || person[p + 3] === 0) continue;
      const [r, g, b] = [0, 1, 2].map((k) => (person[p + k] as number) / 255) as [
        number,
        number,
        number,
      ];
      const [dx, dy] = offsetOf(chromaOf(r, g, b), spill);
      const far = Math.hypot(dx, dy);
      if (far <= TAKEN_TO) continue;
      const keep = 1 - much * (1 - TAKEN_TO / far);
      const toRed = Math.exp(middle[0] + dx * keep * spread[0]);
      const toBlue = Math.exp(-middle[1] - dy * keep * spread[1]);
      const level = (lightOf(r, g, b) + FLOOR) / (0.3 * toRed + 0.59 + 0.11 * toBlue);
      person[p] = (level * toRed - FLOOR) * 255;
      person[p + 1] = (level - FLOOR) * 255;
      person[p + 2] = (level * toBlue - FLOOR) * 255;
    }
  }
}
