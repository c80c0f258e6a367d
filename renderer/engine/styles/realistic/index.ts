import { spread } from '../shared/random.ts';
import { renderPerson, shadeOn, wrapOn, type PersonLight } from '../shared/render-person.ts';
import { defineStyle, type Setting } from '../shared/style.ts';

export interface RealisticVariation {
  readonly warmth: number;
  readonly contrast: number;
  /** Factor on linear light. */
  readonly exposure: number;
}

/** The light of a analysis, by the seed: how warm, how bright, how strong its shadows. */
export const lightOf = (seed: number): RealisticVariation => ({
  warmth: spread(seed, 'warmth', -0.03, 0.06),
  exposure: spread(seed, 'exposure', 0.88, 1.13),
  contrast: spread(seed, 'contrast', 0.1, 0.65),
});

/**
 * The person as a good photographer would hand them over: fair white balance and exposure, skin
 * smoothed below its edges (guided filter), clearer detail elsewhere. Every other style starts here.
 */
export const realisticLight = (
  { warmth, contrast, exposure }: RealisticVariation,
  { key, backdrop, background, strength }: Setting,
): PersonLight => ({
  smoothing: 0.55 * strength,
  detail: 1 + 0.35 * strength,
  relight: 0.35 * strength,
  key,
  rim: 0.12 * strength,
  rimColor: [1, 0.97, 0.92],
  contrast: contrast * strength,
  saturation: 1.05,
  shadows: [1 - warmth * 0.4, 1, 1 + warmth * 0.6],
  lights: [1 + warmth, 1, 1 - warmth],
  exposure,
  wrap: backdrop ? wrapOn(background, 0.5) : 0,
  shade: shadeOn(background, 0.45),
});

export const realistic = defineStyle<object>({
  id: 'realistic',
  vary: () => ({}),
  render: (gpu, scene, _variation, setting) =>
    Promise.resolve(
      renderPerson(gpu, scene, realisticLight(lightOf(setting.seed), setting), setting.backdrop),
    ),
});
