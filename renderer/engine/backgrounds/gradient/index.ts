import {
  GRADIENTS,
  isGradientName,
  type GradientName,
  type Oklch,
} from '../../../core/gradients.ts';
import { chromaOf, clipChroma, hueOf, lch, type Lab } from '../../styles/shared/oklab.ts';
import { between, pick, type Rng } from '../../styles/shared/random.ts';
import type { Subject } from '../../styles/shared/subject.ts';
import { OKLAB } from '../../worker/gl/glsl.ts';
import { backdropProgram, defineBackground, paintBackdrop } from '../shared/background.ts';

/** Three stops in OKLab along a line, bent a little by a soft glow, so that it isn't a ruler's. */
const STOPS = backdropProgram(
  'gradient',
  `${OKLAB}
uniform vec3 first, second, third;
uniform vec2 along, glow;
uniform float bend;
vec3 ground(vec2 p) {
  vec2 q = p - 0.5;
  float t = clamp(dot(q, along) * 0.78 + 0.5 + bend * (0.4 - length(p - glow)), 0.0, 1.0);
  float s = t * t * (3.0 - 2.0 * t);
  vec3 lab = s < 0.5 ? mix(first, second, s * 2.0) : mix(second, third, s * 2.0 - 1.0);
  return clamp(fromLab(lab), 0.0, 1.0);
}`,
);

type Stops = readonly [Lab, Lab, Lab];
interface Variation {
  readonly stops: Stops;
  readonly along: readonly [number, number];
  readonly glow: readonly [number, number];
  readonly bend: number;
}

const named = (name: GradientName): Stops => {
  const [a, b, c] = GRADIENTS[name];
  const stop = ([light, chroma, hue]: Oklch): Lab => clipChroma(lch(light, chroma, hue));
  return [stop(a), stop(b), stop(c)];
};

/** Stops around the clothing's own hue: neighbours of it, or its complement where it is strong. */
const matched = (rng: Rng, { clothing, hair, skin }: Subject): Stops => {
  const main = clothing[0] ?? skin;
  const grey = chromaOf(main) < 0.03;
  const hue = grey ? pick(rng, [250, 200, 300, 60, 150]) : hueOf(main);
  const turn = pick(rng, grey ? [0, 25, -25] : [0, 30, -30, 150, 180, 205]);
  const sweep = pick(rng, [-1, 1]) * between(rng, 25, 70);
  const chroma = between(rng, 0.07, 0.12);
  // Dark hair wants a light ground behind it, and the other way round.
  const top = hair[0] < 0.5 ? between(rng, 0.82, 0.9) : between(rng, 0.66, 0.74);
  // Dark orange and yellow are brown: those hues stay lighter.
  const at = (light: number, part: number, k: number): Lab => {
    const h = (hue + turn + sweep * part + 720) % 360;
    const warm = Math.max(0, 1 - Math.abs(h - 75) / 55);
    return clipChroma(lch(Math.min(0.92, light + 0.16 * warm), chroma * k * (1 + 0.25 * warm), h));
  };
  return [at(top - between(rng, 0.3, 0.38), 0, 1.15), at(top - 0.13, 0.5, 1.1), at(top, 1, 0.75)];
};

/** A perceptual gradient: `options.gradient` by name, else matched to the clothing. */
export const gradient = defineBackground<Variation>({
  id: 'gradient',
  vary(rng, scene, options) {
    const own = matched(rng, scene.subject);
    const angle = between(rng, -0.75, 0.75);
    return {
      stops:
        options.gradient !== undefined && isGradientName(options.gradient)
          ? named(options.gradient)
          : own,
      along: [Math.sin(angle), -Math.cos(angle)],
      glow: [between(rng, 0.25, 0.75), between(rng, 0.2, 0.5)],
      bend: between(rng, 0.15, 0.4),
    };
  },
  paint: (gpu, scene, { stops: [first, second, third], along, glow, bend }) =>
    paintBackdrop(gpu, scene, STOPS, { first, second, third, along, glow, bend }),
});
