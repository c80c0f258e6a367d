import { lch, linearRgb, type Rgb } from '../../styles/shared/oklab.ts';
import { between, pick } from '../../styles/shared/random.ts';
import { backdropProgram, defineBackground, paintBackdrop } from '../shared/background.ts';

/** A painted canvas, lit by one soft lamp: falloff around the head, darker at the corners, mottled. */
const CANVAS = backdropProgram(
  'professional',
  `
uniform vec3 tone, deep;
uniform vec2 pool, offset;
uniform float mottle, weave, turn;
vec3 ground(vec2 p) {
  float c = cos(turn), s = sin(turn);
  vec2 q = mat2(c, s, -s, c) * p;
  float cloud = texture(noise, q * vec2(0.34, 0.5) + offset).a * 0.6
    + texture(noise, q.yx * vec2(0.9, 1.25) - offset).a * 0.4 - 0.5;
  float thread = texture(noise, p * 2.0 + offset).g - 0.5;
  float d = length((p - pool) * vec2(1.0, 0.9));
  float light = exp(-d * d * 3.6);
  vec3 ground_ = mix(deep, tone, clamp(light + cloud * mottle, 0.0, 1.3));
  return ground_ * (1.0 + cloud * mottle * 0.5 + thread * weave);
}`,
);

/** Muted grounds of a portrait studio: hue in degrees and chroma (OKLab). */
const CLOTHS: readonly (readonly [hue: number, chroma: number])[] = [
  [55, 0.045],
  [75, 0.022],
  [245, 0.032],
  [255, 0.05],
  [205, 0.035],
  [145, 0.035],
  [165, 0.028],
  [330, 0.035],
  [35, 0.05],
  [285, 0.034],
];

interface Variation {
  readonly tone: Rgb;
  readonly deep: Rgb;
  readonly mottle: number;
  readonly turn: number;
  readonly offset: readonly [number, number];
  readonly lift: number;
}

/** A studio backdrop: soft light falloff, subtle texture; hue by the seed, lightness apart from the hair's. */
export const professional = defineBackground<Variation>({
  id: 'professional',
  vary(rng, scene) {
    const [hue, chroma] = pick(rng, CLOTHS);
    const turned = hue + between(rng, -8, 8);
    const light = scene.subject.hair[0] < 0.5 ? between(rng, 0.6, 0.7) : between(rng, 0.46, 0.56);
    return {
      tone: linearRgb(lch(light, chroma * between(rng, 0.85, 1.2), turned)),
      deep: linearRgb(lch(light * between(rng, 0.5, 0.58), chroma * 0.95, turned - 6)),
      mottle: between(rng, 0.3, 0.5),
      turn: between(rng, -0.9, 0.9),
      offset: [rng(), rng()],
      lift: between(rng, -0.03, 0.05),
    };
  },
  paint(gpu, scene, { tone, deep, mottle, turn, offset, lift }, { key, plain }) {
    return paintBackdrop(gpu, scene, CANVAS, {
      tone,
      deep,
      turn,
      offset,
      mottle: plain ? 0 : mottle,
      weave: plain ? 0 : 0.025,
      // The lamp that lights the ground stands opposite the key, as in a studio.
      pool: [0.5 - key[0] * 0.2, 0.42 + lift],
    });
  },
});
