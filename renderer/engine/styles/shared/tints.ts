import { chromaOf, hueOf, lch } from '../../../core/colour.ts';
import { clamp } from '../../raster/numbers.ts';
import type { Tints } from './illustration/index.ts';
import { turnedHue } from './illustration/tones.ts';
import { spread } from './random.ts';

/** What a kind of print does to a person's colours, in OKLab lightness and factors on chroma. */
interface Print {
  /** Added to the skin's lightness, and its factor on chroma: in the middle, and how it varies. */
  readonly skin: { readonly light: number; readonly chroma: number; readonly warm: number };
  /** Lightness at least, added to it, and factor on chroma. */
  readonly hair: { readonly least: number; readonly light: number; readonly chroma: number };
  readonly clothes: {
    readonly least: number;
    readonly most: number;
    /** Factor on the distance from middle grey. */
    readonly contrast: number;
    /** How much lighter or darker they are printed. */
    readonly light: number;
    /** Range of the factor on chroma, and what is added to that. */
    readonly vivid: readonly [number, number];
    readonly chroma: number;
    /** How far their hue turns either way, in degrees. */
    readonly turn: number;
  };
}

/** A print's colours by the seed: the person's own, lighter or darker, warmer or cooler. */
export const printedIn =
  ({ skin, hair, clothes }: Print) =>
  (seed: number): Tints => {
    const bright = spread(seed, 'exposure', -1, 1);
    const warm = spread(seed, 'warmth', -1, 1);
    const turn = spread(seed, 'light', -clothes.turn, clothes.turn);
    const vivid = spread(seed, 'contrast', ...clothes.vivid);
    return {
      skin: (lab) =>
        lch(
          lab[0] + skin.light + 0.012 * bright,
          chromaOf(lab) * (skin.chroma + skin.warm * warm),
          hueOf(lab) + 3 * warm,
        ),
      hair: (lab) =>
        lch(
          Math.max(hair.least, lab[0] + hair.light + 0.03 * bright),
          chromaOf(lab) * hair.chroma,
          hueOf(lab) + 4 * warm,
        ),
      clothes: (lab) =>
        lch(
          clamp(
            0.5 + (lab[0] - 0.5) * clothes.contrast + clothes.light * bright,
            clothes.least,
            clothes.most,
          ),
          chromaOf(lab) * vivid + clothes.chroma,
          turnedHue(lab, turn),
        ),
    };
  };
