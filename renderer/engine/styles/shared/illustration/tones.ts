import { chromaOf, hueOf, lch, type Lab } from '../../../../core/colour.ts';
import { clamp, smoothstep } from '../../../raster/numbers.ts';
import { labsWhere, lightAt, litLab } from '../labs.ts';
import { once } from '../lazy.ts';
import type { Portrait } from '../portrait.ts';

export type SkinTones = ReturnType<typeof skinTonesOf>;

interface Limits {
  readonly darkest: number;
  readonly lightest: number;
  /** Of chroma. */
  readonly least?: number;
  readonly most: number;
}

/** A colour of `lab`'s hue, with the given lightness and chroma within limits. */
export const limited = (lab: Lab, light: number, chroma: number, to: Limits): Lab =>
  lch(clamp(light, to.darkest, to.lightest), clamp(chroma, to.least, to.most), hueOf(lab));

export const shifted = (lab: Lab, light: number, chroma = 1, hue = 0): Lab =>
  lch(clamp(lab[0] + light, 0, 1), chromaOf(lab) * chroma, hueOf(lab) + hue);

const DRESSED = { darkest: 0.13, lightest: 0.955, factor: 1.08, most: 0.24 } as const;

/** A region's colour as drawn: a little more vivid, and neither black nor white. */
export const dressed = (lab: Lab, light = 0): Lab =>
  limited(lab, lab[0] + light, chromaOf(lab) * DRESSED.factor, DRESSED);

/**
 * A garment's hue after the seed has turned it by `turn` degrees at most: by all of it if dull,
 * hardly if vivid, as its colour's name is part of what a person looks like.
 */
export const turnedHue = (lab: Lab, turn: number): number =>
  hueOf(lab) + turn * (1 - 0.75 * smoothstep(0.04, 0.12, chromaOf(lab)));

/** Fewest texels of bare skin from which its colour is taken. */
const FEW = 100;

/** Limits of the base's lightness and hue: even pink skin isn't mauve. */
const BASE = { darkest: 0.3, lightest: 0.9, mauve: 40, yellow: 68 } as const;
/** Its chroma: the least of dark and of light skin, the most, and how much more pale skin gets. */
const CHROMA = { dark: 0.07, light: 0.06, most: 0.115, pale: 0.14 } as const;
/** Steps of the other tones: in lightness, as factors on chroma, and as turns of the hue. */
const SHADOW = { step: 1, factor: 1.12, least: 0.05, most: 0.13, turn: -5 } as const;
const DEEP = { step: 1.75, factor: 1.1, most: 0.12, turn: -9 } as const;
const LIGHT = { part: 0.8, least: 0.045, most: 0.09, top: 0.95, factor: 0.96, turn: 4 } as const;
const LINE = { part: 0.38, darkest: 0.16, chroma: 0.045, hue: 40 } as const;

/** A skin's tones: the lit skin's, and about the same steps from it for every skin. */
export const skinTonesOf = once(({ canvas, person: { face, skin }, coloured }: Portrait) => {
  const bare = labsWhere(canvas, (i) => face[i] > 0.5 && skin[i] > 0.5);
  const whole = labsWhere(canvas, (i) => face[i] > 0.5 && canvas.alpha[i] > 0.5);
  const some = bare.length > FEW ? bare : whole;
  const own = litLab(some);
  const L = clamp(own[0], BASE.darkest, BASE.lightest);
  const brightest = lightAt(some, 0.9);
  const lit = clamp(LIGHT.part * (brightest - L), LIGHT.least, LIGHT.most);
  const pale = smoothstep(0.1, 0.06, chromaOf(own));
  // A black-and-white photo has grey skin all over, as its eyes and lips are grey, too.
  const dull = coloured * (L < 0.66 ? CHROMA.dark : CHROMA.light);
  const chroma = clamp(chromaOf(own) * (1 + CHROMA.pale * pale), dull, CHROMA.most);
  const hue = clamp(hueOf(own), BASE.mauve, BASE.yellow);
  const dark = 0.08 + (L > 0.7 ? 0.02 : 0) - (L < 0.45 ? 0.02 : 0);
  const shade = ({ step, factor, most, turn }: typeof SHADOW | typeof DEEP): Lab =>
    lch(L - dark * step, clamp(chroma * factor, coloured * SHADOW.least, most), hue + turn);
  return {
    /** The lit skin as photographed. */
    own,
    base: lch(L, chroma, hue),
    shadow: shade(SHADOW),
    deep: shade(DEEP),
    light: lch(Math.min(L + lit, LIGHT.top), chroma * LIGHT.factor, hue + LIGHT.turn),
    line: lch(Math.max(LINE.darkest, L * LINE.part), coloured * LINE.chroma, LINE.hue),
  };
});
