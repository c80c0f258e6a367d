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
  /** The least lightness, a factor on its distance from middle grey, and the range of that on chroma. */
  readonly clothes: Numbers<'least' | 'contrast'> & { readonly vivid: readonly [number, number] };
}

/** The most lightness of clothes, how it varies, and how far their hue turns either way, in degrees. */
const CLOTHES = { most: 0.96, light: 0.07, turn: 20 } as const;

/** A print's colours by the seed: the person's own, lighter or darker, warmer or cooler. */
export const printedIn =
  ({ skin, hair, clothes }: Print) =>
  (seed: number): Tints => {
    const bright = spread(seed, 'exposure', -1, 1);
    const warm = spread(seed, 'warmth', -1, 1);
    const turn = spread(seed, 'light', -CLOTHES.turn, CLOTHES.turn);
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
        const light = 0.5 + (lab[0] - 0.5) * clothes.contrast + CLOTHES.light * bright;
        const kept = clamp(light, clothes.least, CLOTHES.most);
        return lch(kept, chromaOf(lab) * vivid, turnedHue(lab, turn));
      },
    };
  };
