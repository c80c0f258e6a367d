import { chromaOf, hueOf, lch } from '../../../core/colour.ts';
import { clamp } from '../../raster/numbers.ts';
import type { Tints } from './illustration/index.ts';
import { turnedHue } from './illustration/tones.ts';
import { spread } from './random.ts';

type Numbers<Name extends string> = Readonly<Record<Name, number>>;

/** What a kind of print does to a person's colours, in OKLab lightness and factors on chroma. */
interface Print {
  /** What is added to lightness, the factor on chroma, and how that varies. */
  readonly skin: Numbers<'light' | 'chroma' | 'warm'>;
  /** The least lightness, what is added to it, and the factor on chroma. */
  readonly hair: Numbers<'least' | 'light' | 'chroma'>;
  /**
   * Limits of lightness; a factor on its distance from middle grey, and how it varies; the factor
   * on chroma's range, and what is added; how far the hue turns either way, in degrees.
   */
  readonly clothes: Numbers<'least' | 'most' | 'contrast' | 'light' | 'chroma' | 'turn'> & {
    readonly vivid: readonly [number, number];
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
      skin: (lab) => {
        const chroma = chromaOf(lab) * (skin.chroma + skin.warm * warm);
        return lch(lab[0] + skin.light + 0.012 * bright, chroma, hueOf(lab) + 3 * warm);
      },
      hair: (lab) => {
        const light = Math.max(hair.least, lab[0] + hair.light + 0.03 * bright);
        return lch(light, chromaOf(lab) * hair.chroma, hueOf(lab) + 4 * warm);
      },
      clothes: (lab) => {
        const light = 0.5 + (lab[0] - 0.5) * clothes.contrast + clothes.light * bright;
        const chroma = chromaOf(lab) * vivid + clothes.chroma;
        return lch(clamp(light, clothes.least, clothes.most), chroma, turnedHue(lab, turn));
      },
    };
  };
