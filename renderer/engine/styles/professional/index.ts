import { lightOf, realisticLight } from '../realistic/index.ts';
import type { Rgb } from '../shared/oklab.ts';
import { between, pick } from '../shared/random.ts';
import {
  mixLight,
  renderPerson,
  shadeOn,
  wrapOn,
  type PersonLight,
} from '../shared/render-person.ts';
import { defineStyle } from '../shared/style.ts';

interface Variation {
  readonly relight: number;
  readonly rim: number;
  readonly rimColor: Rgb;
}

const RIMS: readonly Rgb[] = [
  [1, 0.95, 0.88],
  [0.86, 0.94, 1],
  [1, 0.88, 0.74],
  [0.95, 0.97, 1],
];

/**
 * A studio analysis: one soft key from the side with the shadow side let go, a rim light that lifts
 * hair and shoulders off the ground, an S-curve, quieter colours.
 */
export const professional = defineStyle<Variation>({
  id: 'professional',
  vary: (rng) => ({
    relight: between(rng, 0.8, 1),
    rim: between(rng, 1.5, 2.1),
    rimColor: pick(rng, RIMS),
  }),
  render(gpu, scene, { relight, rim, rimColor }, setting) {
    const light = lightOf(setting.seed);
    const studio: PersonLight = {
      smoothing: 0.72,
      detail: 1.55,
      relight,
      key: setting.key,
      rim,
      rimColor,
      contrast: 0.7 + 0.8 * light.contrast,
      exposure: light.exposure,
      saturation: 0.86,
      shadows: [0.9, 0.98, 1.1],
      lights: [1.015 + 0.5 * light.warmth, 1, 0.985 - 0.5 * light.warmth],
      wrap: wrapOn(setting.background, 0.55),
      shade: shadeOn(setting.background, 0.9),
    };
    const base = realisticLight(light, setting);
    return Promise.resolve(
      renderPerson(gpu, scene, mixLight(base, studio, setting.strength), setting.backdrop),
    );
  },
});
