import { chromaOf, hueOf, lch, type Lab } from '../../../../core/colour.ts';
import { clamp, smoothstep } from '../../../raster/numbers.ts';
import { labsWhere, lightAt, litLab } from '../labs.ts';
import { once } from '../lazy.ts';
import type { Portrait } from '../portrait.ts';

export type SkinTones = ReturnType<typeof skinTonesOf>;

export const shifted = (lab: Lab, light: number, chroma = 1, hue = 0): Lab =>
  lch(clamp(lab[0] + light, 0, 1), chromaOf(lab) * chroma, hueOf(lab) + hue);

/** A region's colour as drawn: a little more vivid, and neither black nor white. */
export const dressed = (lab: Lab, light = 0): Lab =>
  lch(clamp(lab[0] + light, 0.13, 0.955), Math.min(chromaOf(lab) * 1.08, 0.24), hueOf(lab));

/**
 * A garment's hue after the seed has turned it by `turn` degrees at most: by all of it if dull,
 * hardly if vivid, as its colour's name is part of what a person looks like.
 */
export const turnedHue = (lab: Lab, turn: number): number =>
  hueOf(lab) + turn * (1 - 0.75 * smoothstep(0.04, 0.12, chromaOf(lab)));

/** Fewest texels of bare skin from which its colour is taken. */
const FEW = 100;

/** A skin's tones: the lit skin's, and about the same steps from it for every skin. */
export const skinTonesOf = once(({ canvas, person: { face, skin } }: Portrait) => {
  const bare = labsWhere(canvas, (i) => face[i] > 0.5 && skin[i] > 0.5);
  const whole = labsWhere(canvas, (i) => face[i] > 0.5 && canvas.alpha[i] > 0.5);
  const some = bare.length > FEW ? bare : whole;
  const own = litLab(some);
  const L = clamp(own[0], 0.3, 0.9);
  const brightest = lightAt(some, 0.9);
  const lit = clamp(0.8 * (brightest - L), 0.045, 0.09);
  const pale = smoothstep(0.1, 0.06, chromaOf(own));
  const chroma = clamp(chromaOf(own) * (1 + 0.14 * pale), L < 0.66 ? 0.07 : 0.06, 0.115);
  // Even pink skin isn't mauve.
  const hue = clamp(hueOf(own), 40, 68);
  const dark = 0.08 + (L > 0.7 ? 0.02 : 0) - (L < 0.45 ? 0.02 : 0);
  return {
    base: lch(L, chroma, hue),
    shadow: lch(L - dark, clamp(chroma * 1.12, 0.05, 0.13), hue - 5),
    deep: lch(L - dark * 1.75, clamp(chroma * 1.1, 0.05, 0.12), hue - 9),
    light: lch(Math.min(L + lit, 0.95), chroma * 0.96, hue + 4),
    line: lch(Math.max(0.16, L * 0.38), 0.045, 40),
  };
});
