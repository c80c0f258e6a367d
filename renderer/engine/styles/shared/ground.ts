import { chromaOf, hueOf, lch, type Lab } from '../../../core/colour.ts';
import { hueApart } from './labs.ts';
import { pick, type Rng } from './random.ts';
import type { Scene } from './scene.ts';
import type { Setting } from './style.ts';

/** The lighter and the deeper colour of a printed background. */
export type Pair = readonly [light: Lab, deep: Lab];

type Parts = Readonly<Record<'light' | 'chroma' | 'hue', number>>;
const pair = (...parts: readonly [Parts, Parts]): Pair => {
  const [light, deep] = parts.map((of) => lch(of.light, of.chroma, of.hue));
  return [light, deep];
};

const PAIRS = [
  pair({ light: 0.89, chroma: 0.15, hue: 98 }, { light: 0.79, chroma: 0.16, hue: 72 }),
  pair({ light: 0.74, chroma: 0.13, hue: 232 }, { light: 0.61, chroma: 0.15, hue: 250 }),
  pair({ light: 0.72, chroma: 0.18, hue: 25 }, { light: 0.6, chroma: 0.2, hue: 27 }),
  pair({ light: 0.82, chroma: 0.14, hue: 155 }, { light: 0.68, chroma: 0.14, hue: 165 }),
  pair({ light: 0.74, chroma: 0.15, hue: 335 }, { light: 0.62, chroma: 0.18, hue: 345 }),
  pair({ light: 0.66, chroma: 0.15, hue: 295 }, { light: 0.53, chroma: 0.18, hue: 292 }),
];

/** Picks one of the four pairs whose hues are farthest from that of the clothes. */
export const pairFor = (rng: Rng, { subject }: Scene): Pair => {
  const cloth = subject.clothing[0] ?? subject.skin;
  const far = ([light]: Pair): number =>
    hueApart(hueOf(light), hueOf(cloth)) * Math.min(1, chromaOf(cloth) / 0.06);
  return pick(rng, [...PAIRS].sort((p, q) => far(q) - far(p)).slice(0, 4));
};

/** Whether a style may choose the background's colours, since the user chose none. */
export const recolours = ({ background, options }: Setting): boolean =>
  background === 'professional'
    ? options.backdropPicture === undefined && options.backdropColor === undefined
    : background === 'gradient' && options.gradient === undefined;
