import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import { clamp, median, quantile } from '../raster/numbers.ts';
import { filled, plane, type Plane } from '../raster/planes.ts';
import type { Area } from './area.ts';
import type { Hair } from './hair.ts';

/** Colour independent of brightness: the logarithms of red over green and of green over blue. */
type Chroma = readonly [redness: number, yellowness: number];

/** Added to each channel before the logarithm, which has no value at black. */
const FLOOR = 0.04;
/** Steps per channel of the table of logarithms. */
const STEPS = 1024;
const LOGARITHMS = Float32Array.from({ length: STEPS + 1 }, (_, i) => Math.log(i / STEPS + FLOOR));
/** Logarithm of a channel of 0..1, plus `FLOOR`. */
const logOf = (value: number): number => LOGARITHMS[(value * STEPS + 0.5) | 0];

const lumaOf = (red: number, green: number, blue: number): number =>
  0.3 * red + 0.59 * green + 0.11 * blue;

/** In face widths: how deep into hair the background's colour is searched for. */
const SEARCH_DEPTH = 0.14;
/**
 * The hair's own chroma is taken from deeper than that, away from the face's outline. Less of it, in
 * squares of the face's width, doesn't tell: thin or short hair is left as it is.
 */
const BESIDE_FACE = 0.09;
const KNOWN = 0.09;
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
/** Distances of chroma from the hair's: the first ends at STEP times FOREIGN, and so on. */
const STEP = 1.3;
const RINGS = 12;
/** In radians: warm colours this close to the direction of the face's skin are an ear's. */
const LIKE_SKIN = 0.6;
/**
 * In face widths: edge of a cell, in which colours are counted, and the radii within which the background
 * must have the colour and the person mustn't, in this share of the pixels.
 */
const CELL = 0.05;
const BACKGROUND_RADIUS = 0.4;
const PERSON_RADIUS = 0.2;
const BACKGROUND_SHARE = 0.02;
const PERSON_SHARE = 0.02;
/**
 * In face widths, and as a share of the pixels within: hair touches clothes with so much of a colour that
 * the background doesn't have.
 */
const TOUCHING = 0.05;
const WORN = 0.05;
/**
 * The person's own colours explain a pixel only if they are closer than this in lightness: a dark
 * jacket can't explain a light strip.
 */
const AS_LIGHT = 0.12;
/** In face widths: the person's own colours are seen deeper than this. */
const DEEP = 0.12;
/** Least shares of hair around: of what is taken for it, and of what has its chroma. */
const HAIR = { share: 0.2, radius: 0.05 } as const;
const OWN = { share: 0.1, radius: 0.2 } as const;
/** Radius of the mean that softens the border of what is found, in face widths. */
const BORDER_BLUR = 0.012;

/** Where hair has the background's chroma, and the chroma that hair has. */
export interface Spill {
  /** 0..1, of the area's size. */
  readonly where: Plane;
  readonly middle: Chroma;
  readonly spread: Chroma;
}

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

/** How far a colour's chroma is from the hair's, in spreads, along each axis. */
const offsetOf = (
  red: number,
  green: number,
  blue: number,
  { middle, spread }: Pick<Spill, 'middle' | 'spread'>,
): Chroma => {
  const level = logOf(green);
  return [
    (logOf(red) - level - middle[0]) / spread[0],
    (level - logOf(blue) - middle[1]) / spread[1],
  ];
};

type Own = NonNullable<ReturnType<typeof ownOf>>;

/**
 * What hair is like deep inside, the lightness beyond which nothing is hair, and the direction of
 * the skin's chroma from the hair's.
 * @returns undefined where there is too little hair to tell
 */
function ownOf(
  { body, smooth: [red, green, blue], other }: Hair,
  inside: Plane,
  core: Plane,
  face: number,
) {
  const beside = distanceFrom(core, (value) => value === 1, BESIDE_FACE * face + 1).data;
  const [hair, bare]: [hair: [number[], number[]], bare: [number[], number[]]] = [
    [[], []],
    [[], []],
  ];
  const lights: number[] = [];
  for (let i = 0; i < inside.data.length; i += 1) {
    const isFace = core.data[i] === 1;
    if (!isFace) {
      if (body.data[i] !== 1 || inside.data[i] <= SEARCH_DEPTH * face) continue;
      if (beside[i] <= BESIDE_FACE * face || other.data[i] >= 0.2) continue;
    }
    const [r, g, b] = [red[i], green[i], blue[i]];
    const level = logOf(g);
    const [reds, yellows] = isFace ? bare : hair;
    reds.push(logOf(r) - level);
    yellows.push(level - logOf(b));
    if (!isFace) lights.push(lumaOf(r, g, b));
  }
  if (lights.length < KNOWN * face * face) return undefined;
  const [middle, spread] = rangeOf(...hair);
  const [skinMiddle] = rangeOf(...bare);
  return {
    middle,
    spread,
    lightest: quantile(lights, 0.95) + LIGHTER,
    toSkin: Math.atan2(
      (skinMiddle[1] - middle[1]) / spread[1],
      (skinMiddle[0] - middle[0]) / spread[0],
    ),
  };
}

/** The hair's own chroma, and colours whose chroma tells nothing. */
const LIKE_HAIR = -1;
const UNCERTAIN = -2;

/** Direction and distance of a colour's chroma from the hair's, as `sector * RINGS + ring`. */
function placeOf(red: number, green: number, blue: number, own: Own): number {
  const [x, y] = offsetOf(red, green, blue, own);
  const far = (x * x + y * y) / FOREIGN ** 2;
  if (far < 1) return LIKE_HAIR;
  const light = lumaOf(red, green, blue);
  if (light < DARKEST || light > own.lightest) return UNCERTAIN;
  const angle = Math.atan2(y, x);
  const level = logOf(green);
  if (logOf(red) - level > 0.15 && level > logOf(blue)) {
    const turn = Math.abs(angle - own.toSkin);
    if (Math.min(turn, 2 * Math.PI - turn) < LIKE_SKIN) return UNCERTAIN;
  }
  const ring = Math.min(RINGS - 1, Math.floor(Math.log(far) / (2 * Math.log(STEP))));
  return (Math.floor((angle / (2 * Math.PI) + 1) * SECTORS) % SECTORS) * RINGS + ring;
}

/**
 * Finds where hair has taken on the background's chroma: a flag that shows through curls, light that a
 * wall throws on them. Such a colour is far from what the hair has deep inside, no farther than the
 * background nearby, which has much of it, and nowhere nearby the person's own.
 *
 * @param core 1 well inside the face's outline
 * @param face width of the face in the planes' pixels
 * @returns undefined where the hair's own chroma isn't known, or where all hair has it
 */
export function spillOf(alpha: Plane, hair: Hair, core: Plane, face: number): Spill | undefined {
  const {
    zone,
    body,
    smooth: [red, green, blue],
    other,
  } = hair;
  const { width, height } = alpha;
  const count = width * height;
  const inside = distanceFrom(alpha, (value) => value < 0.5, SEARCH_DEPTH * face + 1);
  const own = ownOf(hair, inside, core, face);
  if (!own) return undefined;
  const { middle, spread } = own;
  const depth = inside.data;
  const place = (i: number): number => placeOf(red[i], green[i], blue[i], own);

  const radius = (faces: number): number => Math.max(1, Math.round(faces * face));
  const likeHair = filled(body, (i) => body.data[i] === 1 && place(i) === LIKE_HAIR);
  boxMean(likeHair, radius(OWN.radius), likeHair);
  const near = boxMean(body, radius(HAIR.radius)).data;
  const cell = radius(CELL);
  const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const cellOf = (i: number): number =>
    Math.floor(Math.floor(i / width) / cell) * across + Math.floor((i % width) / cell);
  const candidates: number[][] = Array.from({ length: SECTORS * RINGS }, () => []);
  const wanted = plane(across, down);
  for (let i = 0; i < count; i += 1) {
    if (alpha.data[i] <= 0.02 || zone.data[i] <= 0.4) continue;
    if (depth[i] > SEARCH_DEPTH * face || core.data[i] !== 0) continue;
    if (other.data[i] >= 0.3 || near[i] <= HAIR.share) continue;
    if (likeHair.data[i] <= OWN.share) continue;
    const at = place(i);
    if (at < 0) continue;
    candidates[at]?.push(i);
    wanted.data[cellOf(i)] = 1;
  }
  if (candidates.every(({ length }) => length === 0)) return undefined;
  boxMean(wanted, Math.round(BACKGROUND_RADIUS / CELL), wanted);

  const cells = across * down;
  /** Pixels of the background by place of chroma, and of the person by direction, in each cell. */
  const grounds = new Uint16Array(SECTORS * RINGS * cells);
  const persons = new Uint16Array(SECTORS * cells);
  const lights = new Float32Array(SECTORS * cells);
  const solid: number[] = [];
  const places: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const covered = alpha.data[i];
    const isDeep = depth[i] > DEEP * face;
    const isSolid = covered > 0.9 && core.data[i] === 0;
    if (covered >= 0.02 && !isDeep && !isSolid) continue;
    const of = cellOf(i);
    if (wanted.data[of] < 1e-6) continue;
    const at = place(i);
    if (at < 0) continue;
    if (covered < 0.02) grounds[at * cells + of] = grounds[at * cells + of] + 1;
    if (isSolid) {
      solid.push(of);
      places.push(at);
    }
    if (!isDeep) continue;
    const sector = Math.floor(at / RINGS) * cells + of;
    persons[sector] = persons[sector] + 1;
    lights[sector] = lights[sector] + lumaOf(red[i], green[i], blue[i]);
  }

  /** Adds what cells have of a direction; the neighbouring directions count half. */
  const add = (
    to: Plane,
    from: Uint16Array | Float32Array,
    sector: number,
    ring: number,
    rings: number,
  ): void => {
    for (const turn of [-1, 0, 1]) {
      const start = (((sector + turn + SECTORS) % SECTORS) * rings + ring) * cells;
      const share = (turn === 0 ? 1 : 0.5) / cell ** 2;
      for (let k = 0; k < cells; k += 1) to.data[k] = to.data[k] + share * from[start + k];
    }
  };
  const sumOf = (from: Uint16Array | Float32Array, sector: number, faces: number): Float32Array => {
    const sum = plane(across, down);
    add(sum, from, sector, 0, 1);
    return boxMean(sum, Math.round(faces / CELL), sum).data;
  };
  // A mixture is between its two parts: only a background as far as the pixel, or a step less for
  // noise, can have made it so.
  const isCommon = new Uint8Array(SECTORS * RINGS * cells);
  const mean = plane(across, down);
  const isSearched = (sector: number): boolean =>
    candidates.some((pixels, at) => pixels.length > 0 && Math.floor(at / RINGS) === sector);
  for (let sector = 0; sector < SECTORS; sector += 1) {
    if (![SECTORS - 1, 0, 1].some((turn) => isSearched((sector + turn) % SECTORS))) continue;
    const ground = plane(across, down);
    add(ground, grounds, sector, RINGS - 1, RINGS);
    for (let ring = RINGS - 1; ring >= 0; ring -= 1) {
      if (ring > 0) add(ground, grounds, sector, ring - 1, RINGS);
      boxMean(ground, Math.round(BACKGROUND_RADIUS / CELL), mean);
      const start = (sector * RINGS + ring) * cells;
      for (let k = 0; k < cells; k += 1)
        if (mean.data[k] >= BACKGROUND_SHARE) isCommon[start + k] = 1;
    }
  }
  // What of the person the background can't have made is clothes: hair that they touch has their light.
  const clothes = new Uint16Array(SECTORS * cells);
  solid.forEach((of, k) => {
    const at = places[k];
    if (isCommon[at * cells + of] === 1) return;
    const sector = Math.floor(at / RINGS) * cells + of;
    clothes[sector] = clothes[sector] + 1;
  });

  const where = plane(width, height);
  for (let sector = 0; sector < SECTORS; sector += 1) {
    if (!isSearched(sector)) continue;
    const rings = candidates.slice(sector * RINGS, (sector + 1) * RINGS);
    const person = sumOf(persons, sector, PERSON_RADIUS);
    const lit = sumOf(lights, sector, PERSON_RADIUS);
    const worn = sumOf(clothes, sector, TOUCHING);
    rings.forEach((pixels, ring) => {
      const start = (sector * RINGS + ring) * cells;
      for (const i of pixels) {
        const of = cellOf(i);
        if (isCommon[start + of] === 0 || worn[of] > WORN) continue;
        const much = person[of];
        const as = lit[of] / Math.max(1e-6, much);
        const light = lumaOf(red[i], green[i], blue[i]);
        if (much > PERSON_SHARE && Math.abs(as - light) < AS_LIGHT) continue;
        where.data[i] = 1;
      }
    });
  }
  boxMean(where, radius(BORDER_BLUR), where);
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
  const columns = Int32Array.from({ length: width - area.left }, (_, x) =>
    Math.min(where.width - 1, Math.floor((x + 0.5) * area.scale)),
  );
  for (let y = area.top; y < height; y += 1) {
    const v = Math.min(where.height - 1, Math.floor((y + 0.5 - area.top) * area.scale));
    // Spill is rare: most rows have none.
    const row = where.data.subarray(v * where.width, (v + 1) * where.width);
    if (!row.some((value) => value > 0)) continue;
    for (let x = area.left; x < width; x += 1) {
      const u = columns[x - area.left];
      const much = clamp(2 * where.data[v * where.width + u]);
      const p = (y * width + x) * 4;
      if (much < 0.05 || person[p + 3] === 0) continue;
      const r = person[p] / 255;
      const g = person[p + 1] / 255;
      const b = person[p + 2] / 255;
      const [dx, dy] = offsetOf(r, g, b, spill);
      const far = Math.sqrt(dx * dx + dy * dy);
      if (far <= TAKEN_TO) continue;
      const keep = 1 - much * (1 - TAKEN_TO / far);
      const toRed = Math.exp(middle[0] + dx * keep * spread[0]);
      const toBlue = Math.exp(-middle[1] - dy * keep * spread[1]);
      const level = (lumaOf(r, g, b) + FLOOR) / (0.3 * toRed + 0.59 + 0.11 * toBlue);
      person[p] = (level * toRed - FLOOR) * 255;
      person[p + 1] = (level - FLOOR) * 255;
      person[p + 2] = (level * toBlue - FLOOR) * 255;
    }
  }
}
