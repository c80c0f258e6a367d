import {
  chromaOf,
  hueOf,
  labOf,
  lch,
  linearRgb,
  rgbOfHex,
  type Rgb,
} from '../../../core/colour.ts';
import { between, pick, type Rng } from '../shared/random.ts';

/**
 * A print's inks: paper (highlights), mid, dark; accent for hair and coloured clothes; two for the
 * background.
 */
export interface Inks {
  readonly paper: Rgb;
  readonly mid: Rgb;
  readonly dark: Rgb;
  readonly accent: Rgb;
  readonly sky: Rgb;
  readonly earth: Rgb;
}

const inks = (
  paper: string,
  mid: string,
  dark: string,
  accent: string,
  sky: string,
  earth: string,
): Inks => {
  const at = (hex: string): Rgb => {
    const rgb = rgbOfHex(hex);
    if (!rgb) throw new RangeError(`not a colour: ${hex}`);
    return rgb;
  };
  return {
    paper: at(paper),
    mid: at(mid),
    dark: at(dark),
    accent: at(accent),
    sky: at(sky),
    earth: at(earth),
  };
};

/**
 * The palettes, gamma-encoded. Chosen so that light, not the inks' hue, draws skin of any colour.
 * Mid-tones are warm or violet: in blue and green, people and the landmark model see faces less
 * well.
 */
const INKS: readonly Inks[] = [
  inks('#fff1d6', '#ff7a59', '#2b1055', '#f9b52b', '#ff9a76', '#ffd9a0'),
  inks('#fef6e4', '#ff6b6b', '#14213d', '#37b6a8', '#ffc145', '#ff9b54'),
  inks('#fff0f3', '#ff5d8f', '#1d1e5a', '#2ec4b6', '#7ad7f0', '#b8f2e6'),
  inks('#fdf3d1', '#f2a541', '#0b3954', '#d1495b', '#6bbfa3', '#cfe8b9'),
  inks('#f4f1ff', '#8f7bf5', '#231147', '#ff8a5b', '#ffb3c7', '#ffe3d8'),
  inks('#fff7da', '#ef476f', '#073b4c', '#06d6a0', '#ffd166', '#ffeaa8'),
  inks('#fdf6f5', '#ff5f8d', '#1a1446', '#4cb8e8', '#9fdcf5', '#d9f2fb'),
  inks('#fff4e0', '#e4572e', '#17313e', '#76b041', '#a8d5e2', '#e2f0ea'),
  inks('#fbf5ee', '#c77dff', '#240046', '#ffb703', '#80ed99', '#d8f9c8'),
  inks('#fff3e6', '#fb8b24', '#5f0f40', '#0f8b8d', '#f9c784', '#fdeccf'),
];

/** How far an ink's hue may vary, in degrees; least for the mid-tone, which draws faces. */
const TURNS: Readonly<Record<keyof Inks, number>> = {
  paper: 20,
  mid: 8,
  dark: 16,
  accent: 24,
  sky: 24,
  earth: 24,
};

/** Mid-tones below this lightness (OKLab) still show pale hair. */
const DEEP = 0.72;

/**
 * Picks a palette and varies it, so that no two prints share their inks. In linear light, as the
 * shader mixes them. `paleness` of the hair is 0 to 1: pale hair needs a mid-tone that isn't.
 */
export const mixInks = (rng: Rng, paleness: number): Inks => {
  const chosen = pick(
    rng,
    INKS.filter(({ mid }) => paleness < 0.4 || labOf(mid)[0] < DEEP),
  );
  const mixed = (ink: keyof Inks): Rgb => {
    const lab = labOf(chosen[ink]);
    return linearRgb(
      lch(
        lab[0] + between(rng, -0.02, 0.02),
        chromaOf(lab) * between(rng, 0.88, 1.1),
        hueOf(lab) + between(rng, -1, 1) * TURNS[ink],
      ),
    );
  };
  return {
    paper: mixed('paper'),
    mid: mixed('mid'),
    dark: mixed('dark'),
    accent: mixed('accent'),
    sky: mixed('sky'),
    earth: mixed('earth'),
  };
};
