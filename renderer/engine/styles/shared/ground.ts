import { chromaOf, hueOf, lch, type Lab } from '../../../core/colour.ts';
import type { Uniforms } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { hueApart } from './labs.ts';
import { pick, type Rng } from './random.ts';
import type { Scene } from './scene.ts';
import type { Setting } from './style.ts';

/** The lighter and the deeper colour of a printed background. */
export type Pair = readonly [light: Lab, deep: Lab];

const PAIRS: readonly Pair[] = [
  [lch(0.89, 0.15, 98), lch(0.79, 0.16, 72)],
  [lch(0.74, 0.13, 232), lch(0.61, 0.15, 250)],
  [lch(0.72, 0.18, 25), lch(0.6, 0.2, 27)],
  [lch(0.82, 0.14, 155), lch(0.68, 0.14, 165)],
  [lch(0.74, 0.15, 335), lch(0.62, 0.18, 345)],
  [lch(0.66, 0.15, 295), lch(0.53, 0.18, 292)],
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

/** What a shader has to know of the background, and of its style's strength. */
export const groundUniforms = (setting: Setting, instead: Target): Uniforms => ({
  backdrop: setting.backdrop ?? instead,
  solid: setting.backdrop ? 1 : 0,
  recolor: recolours(setting) ? 1 : 0,
  strength: setting.strength,
});
