import { lch, rgbOf, rgbOfHex, type Rgb } from '../../styles/shared/oklab.ts';
import { between, pick } from '../../styles/shared/random.ts';
import { defineBackground } from '../shared/background.ts';
import { paintFlat } from '../shared/flat.ts';

/** Lightness, chroma and hue of colours that flatter skin of every colour. */
const GROUNDS: readonly (readonly [number, number, number])[] = [
  [0.86, 0.05, 75],
  [0.83, 0.06, 25],
  [0.8, 0.07, 150],
  [0.79, 0.07, 235],
  [0.76, 0.09, 295],
  [0.84, 0.11, 88],
  [0.7, 0.13, 40],
  [0.62, 0.1, 195],
  [0.46, 0.1, 262],
  [0.4, 0.06, 165],
  [0.72, 0.11, 350],
];

/** One flat colour: `options.solidColor`, else the seed's, apart in lightness from the hair. */
export const solidColor = defineBackground<{ readonly color: Rgb }>({
  id: 'solid-color',
  vary(rng, scene, options) {
    const apart = GROUNDS.filter(([light]) => Math.abs(light - scene.subject.hair[0]) > 0.12);
    const [light, chroma, hue] = pick(rng, apart.length ? apart : GROUNDS);
    const own = rgbOf(
      lch(
        light + between(rng, -0.02, 0.02),
        chroma * between(rng, 0.9, 1.1),
        hue + between(rng, -8, 8),
      ),
    );
    return {
      color: (options.solidColor === undefined ? undefined : rgbOfHex(options.solidColor)) ?? own,
    };
  },
  paint: (gpu, scene, { color }) => paintFlat(gpu, scene, color),
});
