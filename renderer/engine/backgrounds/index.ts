import { clipChroma, lch, rgbOf, rgbOfHex, type Lab, type Rgb } from '../../core/colour.ts';
import type { BackgroundId } from '../../core/styles.ts';
import type { Gpu } from '../gl/gpu.ts';
import type { Target } from '../gl/target.ts';
import { between, entryFor, evenly } from '../styles/shared/random.ts';
import type { Scene } from '../styles/shared/scene.ts';
import { abstract } from './abstract/index.ts';
import { gradient } from './gradient/index.ts';
import { professional } from './professional/index.ts';
import { defineBackground, type Background } from './shared/background.ts';
import { contrasting } from './shared/contrast.ts';

const paintFlat = (gpu: Gpu, scene: Scene, [r, g, b]: Rgb): Target => {
  const out = gpu.target(scene.size, scene.size, 'rgba8');
  gpu.clear(out, [r, g, b, 1]);
  return out;
};

/**
 * Pastel, full and deep: lightness and chroma of backgrounds that flatter skin of every colour, and
 * how much lighter warm hues are, as dark orange looks brown.
 */
const KINDS = [
  { light: 0.85, chroma: 0.06, warm: 0.02 },
  { light: 0.66, chroma: 0.12, warm: 0.12 },
  { light: 0.44, chroma: 0.09, warm: 0.14 },
] as const;

/** One flat colour: `options.solidColor`, else one by the seed that the person stands out from. */
const solidColor = defineBackground({
  id: 'solid-color',
  vary(rng, scene, { options, seed }) {
    const own = contrasting(
      scene.subject,
      (attempt): Lab => {
        const kind = entryFor(seed, 'ground', KINDS, attempt);
        const hue = 360 * evenly(seed, 'hue') + 40 * Math.floor(attempt / KINDS.length);
        const warm = Math.max(0, 1 - Math.abs((((hue % 360) + 540 - 70) % 360) - 180) / 75);
        return clipChroma(
          lch(
            kind.light + kind.warm * warm + between(rng, -0.025, 0.025),
            kind.chroma * between(rng, 0.85, 1.1) * (1 + 0.2 * warm),
            hue,
          ),
        );
      },
      (lab) => () => lab,
    );
    return {
      color:
        (options.solidColor === undefined ? undefined : rgbOfHex(options.solidColor)) ?? rgbOf(own),
    };
  },
  paint: (gpu, scene, { color }) => paintFlat(gpu, scene, color),
});

export const BACKGROUNDS: Readonly<Record<BackgroundId, Background>> = {
  professional,
  // So that the picture blends into a white page.
  'clean-white': { paint: (gpu, scene) => paintFlat(gpu, scene, [1, 1, 1]) },
  gradient,
  abstract,
  'solid-color': solidColor,
  none: { paint: () => undefined },
};
