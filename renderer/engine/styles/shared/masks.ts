import type { Lab } from '../../../core/colour.ts';
import { distanceTo } from '../../raster/distance.ts';
import { cleaned, partsOf } from '../../raster/label.ts';
import { smoothstep } from '../../raster/numbers.ts';
import type { Square } from '../../raster/planes.ts';
import { tintAt, type Survey } from './survey.ts';

export const SKIN = 0;
export const HAIR = 1;
export const CLOTHES = 2;

/** A plane per region, such as how likely it is at each texel; by `SKIN`, `HAIR` and `CLOTHES`. */
export type PerRegion = readonly [skin: Square, hair: Square, clothes: Square];

type Region = typeof SKIN | typeof HAIR | typeof CLOTHES;

/** Masks of 0 or 1. */
export interface Masks {
  readonly skin: Square;
  readonly hair: Square;
  readonly clothes: Square;
}

/** Half the width of the thinnest lock that hangs beside a throat, in face widths. */
const LOCK = 0.06;

/** Half the width of the thickest string of beads across a throat, in face widths. */
const BEAD = 0.055;

/** How much of the face's square such a string fills at most; a larger one is part of the dress. */
const STRING = 0.02;

/** The part of its outline at which a string of beads lies on skin at least. */
const ON_SKIN = 0.6;

/** Smallest part of a region, in squares of the face's width, before it goes to the next likely one. */
const SMALLEST = [0.03, 0.05, 0.05] as const;

/** The region of each of the person's texels, -1 elsewhere. */
class Labels {
  readonly of: Int8Array;
  readonly survey: Survey;
  readonly #chances: PerRegion;

  constructor(survey: Survey, chances: PerRegion) {
    this.survey = survey;
    this.#chances = chances;
    this.of = new Int8Array(survey.canvas.n ** 2).fill(-1);
    for (const i of survey.mine) this.of[i] = this.bestOf(i);
  }

  /** The likeliest region but `not`; the first of equals, and skin for chances that aren't numbers. */
  bestOf(i: number, not?: Region): Region {
    const [skin, hair, clothes] = this.#chances;
    let best: Region = SKIN;
    let most = -Infinity;
    if (not !== SKIN && skin[i] > most) most = skin[i];
    if (not !== HAIR && hair[i] > most) {
      best = HAIR;
      most = hair[i];
    }
    return not !== CLOTHES && clothes[i] > most ? CLOTHES : best;
  }

  mask(region: Region): Square {
    const { canvas, mine } = this.survey;
    const mask = new Float32Array(canvas.n ** 2);
    for (const i of mine) if (this.of[i] === region && canvas.alpha[i] > 0.3) mask[i] = 1;
    return mask;
  }

  /** Where a region is thinner than twice `reach`, in face widths. */
  thin(region: Region, reach: number): Square {
    const { n, alpha, width } = this.survey.canvas;
    const mask = this.mask(region);
    const body = mask.map((v, i) => (alpha[i] > 0.3 ? 1 - v : 0));
    const thick = distanceTo(body, n).map((v) => (v > reach * width ? 1 : 0));
    const away = distanceTo(thick, n);
    return mask.map((v, i) => (away[i] > reach * width ? v : 0));
  }

  atThroat(i: number): boolean {
    const { us, vs, chin } = this.survey;
    return Math.abs(us[i]) < 0.5 && vs[i] > chin - 0.12;
  }
}

/** Parts that begin below the face and look like skin less than `unlessSkin` become clothes. */
const clothe = (labels: Labels, region: Region, skin: Lab, unlessSkin: number): void => {
  const { survey } = labels;
  const { labels: of, sizes: areas } = partsOf(labels.mask(region), survey.canvas.n);
  const tops = areas.map(() => Infinity);
  const like = areas.map(() => 0);
  for (const i of survey.mine) {
    const part = of[i];
    if (part === 0) continue;
    tops[part] = Math.min(tops[part], survey.vs[i]);
    const tint = tintAt(survey, skin, i);
    const skinned = smoothstep(0.8, 0.9, tint.alike) * smoothstep(0.25, 0.5, tint.part);
    like[part] = like[part] + skinned / areas[part];
  }
  for (const i of survey.mine) {
    const part = of[i];
    if (part > 0 && tops[part] > 0.35 && like[part] < unlessSkin) labels.of[i] = CLOTHES;
  }
};

/** Gives small parts to the next likely region. */
const dropSmall = (labels: Labels): void => {
  const { canvas, mine } = labels.survey;
  for (const region of [SKIN, HAIR, CLOTHES] as const) {
    const { labels: of, sizes: areas } = partsOf(labels.mask(region), canvas.n);
    const least = SMALLEST[region] * canvas.width ** 2;
    for (const i of mine) {
      const part = of[i];
      if (part > 0 && areas[part] < least) labels.of[i] = labels.bestOf(i, region);
    }
  }
};

/** Hair that is thin beside the throat is the shadow that hair or a jaw casts on the neck. */
const dropShadows = (labels: Labels): void => {
  const { depth, mine } = labels.survey;
  const locks = labels.thin(HAIR, LOCK);
  for (const i of mine)
    if (locks[i] > 0.5 && labels.atThroat(i) && depth[i] < 0.03)
      labels.of[i] = labels.bestOf(i, HAIR);
};

/** A short string of beads across the throat belongs to the skin that it lies on. */
const dropBeads = (labels: Labels): void => {
  const { canvas, mine } = labels.survey;
  const { n, width } = canvas;
  const { labels: of, sizes: areas } = partsOf(
    labels.thin(CLOTHES, BEAD).map((v, i) => (labels.atThroat(i) ? v : 0)),
    n,
  );
  const onSkin = areas.map(() => 0);
  const around = areas.map(() => 0);
  for (const i of mine) {
    const part = of[i];
    if (part === 0) continue;
    for (const j of [i - 1, i + 1, i - n, i + n]) {
      if (of[j] === part || labels.of[j] === CLOTHES) continue;
      around[part] = around[part] + 1;
      if (labels.of[j] === SKIN) onSkin[part] = onSkin[part] + 1;
    }
  }
  for (const i of mine) {
    const part = of[i];
    if (part > 0 && areas[part] < STRING * width ** 2 && onSkin[part] > ON_SKIN * around[part])
      labels.of[i] = SKIN;
  }
};

/** Gives the person's texels that no mask has to the nearest one, in place. */
const fillGaps = ({ canvas, mine }: Survey, masks: PerRegion): void => {
  const left = mine.filter((i) => canvas.alpha[i] > 0.3 && masks.every((mask) => mask[i] === 0));
  if (left.length === 0) return;
  const places = masks.map((mask) => distanceTo(mask, canvas.n));
  for (const i of left) {
    const far = places.map((plane) => plane[i]);
    masks[far.indexOf(Math.min(...far))][i] = 1;
  }
};

/** Gives each texel to its likeliest region, and stray parts to the next likely one. */
export const masksOf = (survey: Survey, skin: Lab, chances: PerRegion): Masks => {
  const { n, width } = survey.canvas;
  const area = width * width;
  const labels = new Labels(survey, chances);
  clothe(labels, HAIR, skin, Infinity);
  dropSmall(labels);
  clothe(labels, HAIR, skin, Infinity);
  dropShadows(labels);
  clothe(labels, SKIN, skin, 0.4);
  dropBeads(labels);
  const hair = cleaned(labels.mask(HAIR), n, 0.02 * area, 0.06 * area);
  const besideHair = (region: Region, island: number, hole: number): Square =>
    cleaned(labels.mask(region), n, island * area, hole * area).map((v, i) =>
      hair[i] > 0.5 ? 0 : v,
    );
  const masks = {
    skin: besideHair(SKIN, 0.012, 0.004),
    hair,
    clothes: besideHair(CLOTHES, 0.01, 0.03),
  };
  fillGaps(survey, [masks.skin, masks.hair, masks.clothes]);
  return masks;
};
