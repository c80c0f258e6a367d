import type { Rgb } from '../../../core/colour.ts';
import { lightOf, realisticLight } from '../realistic/index.ts';
import { between, pick } from '../shared/random.ts';
import {
  mixLight,
  renderPerson,
  shadeOn,
  wrapOn,
  type PersonLight,
} from '../shared/render-person.ts';
import { defineStyle } from '../shared/style.ts';

const RIMS: readonly Rgb[] = [
  [1, 0.95, 0.88],
  [1, 0.98, 0.95],
  [1, 0.9, 0.8],
];

/** One in this many avatars on a studio backdrop is black and white. */
const MONOCHROME = 5;

/**
 * Factor on the light that brings a face towards a headshot's exposure, 0.13 to 0.44 of white: it
 * lights dark skin and doesn't bleach light skin, but keeps the difference between them.
 */
const exposed = (skin: number): number => {
  const light = Math.max(0.02, skin ** 3);
  const wanted = Math.min(0.44, Math.max(0.13, light * 1.12));
  return 1 + 0.5 * (Math.min(1.7, wanted / light) - 1);
};

/** A studio headshot: a large soft key, much fill, a thin rim light; at times black and white. */
export const style = defineStyle({
  id: 'professional',
  motion: { kind: 'rim' },
  vary: (rng) => ({
    relight: between(rng, 0.5, 0.65),
    fill: between(rng, 0.55, 0.8),
    rim: between(rng, 0.5, 0.9),
    rimColor: pick(rng, RIMS),
    monochrome: rng() < 1 / MONOCHROME,
  }),
  render(gpu, scene, { relight, fill, rim, rimColor, monochrome }, setting) {
    const light = lightOf(setting.seed);
    const { background, options } = setting;
    const bare = background === 'clean-white' || background === 'none';
    // A colour or picture that the user chose has to be seen in colour.
    const own = options.backdropColor ?? options.backdropPicture;
    const grey = monochrome && background === 'professional' && own === undefined;
    const base = realisticLight(light, setting);
    const studio: PersonLight = {
      ...base,
      retouch: 1,
      detail: 1.1,
      relight,
      fill: fill * (grey ? 0.5 : 1),
      falloff: 0.12,
      vignette: bare ? 0 : grey ? 0.25 : 0.1,
      grain: bare ? 0 : grey ? 0.022 : 0.008,
      monochrome: grey ? 1 : 0,
      rim: rim * (grey ? 1.6 : 1),
      rimColor,
      contrast: (grey ? 0.6 : 0) + light.contrast,
      exposure: light.exposure * exposed(scene.subject.skin[0]),
      shadows: [1, 1, 1],
      lights: [1 + 0.5 * light.warmth, 1, 1 - 0.5 * light.warmth],
      wrap: wrapOn(background, 0.5),
      shade: shadeOn(background, 0.5),
    };
    const look = mixLight(base, studio, setting.strength);
    return Promise.resolve(renderPerson(gpu, scene, look, setting.backdrop));
  },
});
