import type { Gpu } from '../../gl/gpu.ts';
import type { Target } from '../../gl/target.ts';
import { spread } from '../shared/random.ts';
import { renderPerson, shadeOn, wrapOn, type PersonLight } from '../shared/render-person.ts';
import type { Scene } from '../shared/scene.ts';
import { defineStyle, type Setting } from '../shared/style.ts';

export type RealisticVariation = Readonly<ReturnType<typeof lightOf>>;

type Range = readonly [low: number, high: number];
const RANGES = { warmth: [-0.02, 0.035], exposure: [0.86, 1.12], contrast: [0, 0.3] } as const;

/** An avatar's light, by the seed, within ranges. */
export const lightOf = (
  seed: number,
  { warmth, exposure, contrast }: Readonly<Record<keyof typeof RANGES, Range>> = RANGES,
) => ({
  warmth: spread(seed, 'warmth', ...warmth),
  /** Factor on linear light. */
  exposure: spread(seed, 'exposure', ...exposure),
  contrast: spread(seed, 'contrast', ...contrast),
});

/** How much of the key light falls on the person: by itself, and from a side that the user chose. */
const UNASKED = 0.25;
const ASKED = 0.75;

/**
 * The photo as a retoucher would send it unasked: corrected white balance and exposure, a touch of key
 * light from the side, fill and rim in the background's colours. Other styles build on this.
 */
export const realisticLight = (
  { warmth, contrast, exposure }: RealisticVariation,
  { key, backdrop, background, strength, options }: Setting,
): PersonLight => {
  // No vignette or grain on clean white, or on a transparent picture.
  const taken = backdrop && background !== 'clean-white' ? strength : 0;
  return {
    smoothing: 0,
    retouch: 0,
    detail: 1 + 0.06 * strength,
    relight: (options.lightAngle === undefined ? UNASKED : ASKED) * strength,
    key,
    fill: 0.3,
    falloff: 0.12 * strength,
    rim: 0.3 * strength,
    rimColor: [1, 0.97, 0.92],
    contrast: contrast * strength,
    saturation: 1,
    shadows: [1 - warmth * 0.4, 1, 1 + warmth * 0.6],
    lights: [1 + warmth, 1, 1 - warmth],
    exposure,
    vignette: 0.3 * taken,
    grain: 0.016 * taken,
    monochrome: 0,
    wrap: backdrop ? wrapOn(background, 0.6) : 0,
    shade: shadeOn(background, 0.55),
  };
};

/** The photo as this style shows it, which others keep some of or fade to. */
export const realisticPhoto = (
  gpu: Gpu,
  scene: Scene,
  setting: Setting,
  light = lightOf(setting.seed),
): Target => renderPerson(gpu, scene, realisticLight(light, setting), setting.backdrop);

export const style = defineStyle<object>({
  id: 'realistic',
  motion: { kind: 'light' },
  lit: true,
  vary: () => ({}),
  render: (gpu, scene, _variation, setting) => Promise.resolve(realisticPhoto(gpu, scene, setting)),
});
