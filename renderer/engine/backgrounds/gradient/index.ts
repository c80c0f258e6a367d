import { clipChroma, lch, type Lab } from '../../../core/colour.ts';
import {
  GRADIENTS,
  isGradientName,
  type GradientName,
  type Oklch,
} from '../../../core/gradients.ts';
import { OKLAB } from '../../gl/glsl.ts';
import { clamp } from '../../raster/numbers.ts';
import { labFrom } from '../../styles/shared/labs.ts';
import { between, entryFor, evenly, pick, type Rng } from '../../styles/shared/random.ts';
import { backdropProgram, defineBackground, paintBackdrop } from '../shared/background.ts';
import { contrasting } from '../shared/contrast.ts';

/** Three stops in OKLab along a line, bent by a soft glow so that it looks less mechanical. */
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
const named = (name: GradientName): Stops => {
  const [a, b, c] = GRADIENTS[name];
  const stop = ([light, chroma, hue]: Oklch): Lab => clipChroma(lch(light, chroma, hue));
  return [stop(a), stop(b), stop(c)];
};

/** Greens fill a fifth of the wheel but are tiring as backgrounds, so they get a smaller share. */
const GREENS = { from: 105, to: 170, share: 0.08 };

/** The hue in degrees for `t` from 0 to 1. */
const hueAt = (t: number): number => {
  const { from, to, share } = GREENS;
  if (t < share) return from + (t / share) * (to - from);
  return (to + ((t - share) / (1 - share)) * (360 - (to - from))) % 360;
};

/** Lightness at the top and bottom: a bright day, an afternoon, dusk. */
const KINDS = [
  { top: 0.89, foot: 0.64, chroma: 0.85 },
  { top: 0.77, foot: 0.47, chroma: 1.15 },
  { top: 0.57, foot: 0.27, chroma: 1.05 },
] as const;

/** Three stops from one hue to a near or a farther one; neighbouring seeds start far apart. */
const matched = (rng: Rng, seed: number, attempt: number): Stops => {
  const round = Math.floor(attempt / KINDS.length);
  const hue = hueAt((evenly(seed, 'hue') + 0.381966 * round) % 1);
  const { top, foot, chroma } = entryFor(seed, 'ground', KINDS, attempt);
  const sweep = pick(rng, [-1, 1]) * pick(rng, [between(rng, 20, 55), between(rng, 75, 125)]);
  const strong = chroma * between(rng, 0.075, 0.12);
  // Dark orange and yellow are brown: those hues stay lighter.
  const at = (light: number, part: number, k: number): Lab => {
    const h = (hue + sweep * part + 720) % 360;
    const warm = Math.max(0, 1 - Math.abs(h - 75) / 55);
    return clipChroma(lch(Math.min(0.92, light + 0.14 * warm), strong * k * (1 + 0.25 * warm), h));
  };
  const lift = between(rng, -0.02, 0.02);
  return [at(foot + lift, 0, 1.15), at((top + foot) / 2 + lift, 0.5, 1.1), at(top + lift, 1, 0.8)];
};

/** Roughly a gradient's colour at height `y`, from 0 at the top to 1. */
const between3 = ([first, second, third]: Stops, y: number): Lab => {
  const t = clamp(1 - y);
  const [a, b, part] = t < 0.5 ? [first, second, 2 * t] : [second, third, 2 * t - 1];
  return labFrom((c) => a[c] + (b[c] - a[c]) * part);
};

/** The gradient of that name in the options, or one by the seed that the person stands out from. */
export const gradient = defineBackground({
  id: 'gradient',
  vary(rng, scene, { options, seed }) {
    const own = contrasting(
      scene.subject,
      (attempt) => matched(rng, seed, attempt),
      (stops) => (_x, y) => between3(stops, y),
    );
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
