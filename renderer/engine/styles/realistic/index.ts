import { develop, type Look, shadeOn } from '../shared/develop.ts';
import { between } from '../shared/random.ts';
import { defineStyle, type Setting } from '../shared/style.ts';

export interface RealisticVariation {
  readonly warmth: number;
  readonly contrast: number;
}

/**
 * The person as a good photographer would hand them over: fair white balance and exposure, skin
 * smoothed below its edges (guided filter), clearer detail elsewhere. Every other style starts here.
 */
export const realisticLook = ({ warmth, contrast }: RealisticVariation, { key, backdrop, background, strength }: Setting): Look => ({
  smoothing: 0.55 * strength,
  detail: 1 + 0.35 * strength,
  relight: 0.22 * strength,
  key,
  rim: 0.12 * strength,
  rimColor: [1, 0.97, 0.92],
  contrast: contrast * strength,
  saturation: 1.05,
  shadows: [1 - warmth * 0.4, 1, 1 + warmth * 0.6],
  lights: [1 + warmth, 1, 1 - warmth],
  wrap: backdrop ? 0.5 : 0,
  shade: shadeOn(background, 0.45),
});

export const realistic = defineStyle<RealisticVariation>({
  id: 'realistic',
  vary: (rng) => ({ warmth: between(rng, -0.005, 0.035), contrast: between(rng, 0.2, 0.45) }),
  render: (gpu, scene, variation, setting) =>
    Promise.resolve(develop(gpu, scene, realisticLook(variation, setting), setting.backdrop)),
});
