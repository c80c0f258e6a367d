import { lch, linearRgb, type Lab, type Rgb } from '../../../core/colour.ts';
import type { Program } from '../../gl/program.ts';
import { between, pick, type Rng } from '../../styles/shared/random.ts';
import { backdropProgram } from '../shared/background.ts';

/** Edge of a place's picture in texels; small, as it is out of focus. */
export const BLURRED = 256;

export type Place = 'office' | 'evening' | 'wall' | 'garden';

/** A place with the properties drawn by a seed. */
export interface Drawn {
  readonly program: Program;
  readonly uniforms: Readonly<Record<string, number | readonly number[]>>;
  /** Rough colours behind the head and behind the shoulders. */
  readonly tone: Lab;
  readonly foot: Lab;
}

const WINDOWS = 5;
const LAMPS = 5;
const LEAVES = 16;
const LIGHTS = 30;

const each = (count: number, line: (i: string) => string): string =>
  Array.from({ length: count }, (_, i) => line(String(i))).join('\n  ');

/**
 * An office: a wall of windows with a skyline, a sill, a cupboard, a plant, and lamps blurred to
 * discs as by a lens. Like all places here it is unrolled, as loops over arrays are slow on a
 * software renderer.
 */
const OFFICE = backdropProgram(
  'office',
  `
uniform vec2 offset;
uniform float side, cupboard;
uniform vec3 wall, wood, sky, lamps[${String(LAMPS)}];
uniform vec4 windows[${String(WINDOWS)}], leaves[${String(LEAVES)}];
float within(vec2 p, vec2 low, vec2 high, float soft) {
  vec2 a = smoothstep(low - soft, low + soft, p) * smoothstep(high + soft, high - soft, p);
  return a.x * a.y;
}
vec3 ground(vec2 p) {
  vec3 c = wall * (1.05 - 0.3 * p.y);
  float a;
  vec2 q;
  ${each(
    WINDOWS,
    (i) => `a = within(p, vec2(windows[${i}].x, -0.3), vec2(windows[${i}].y, 0.58), 0.03);
  c = mix(c, sky * windows[${i}].w, a);
  c = mix(c, sky * vec3(0.50, 0.60, 0.68), a * smoothstep(windows[${i}].z - 0.045, windows[${i}].z + 0.045, p.y) * 0.75);
  a = within(p, vec2(windows[${i}].x + 0.03, windows[${i}].z * 0.8), vec2(windows[${i}].x + 0.10, 0.58), 0.028);
  c = mix(c, sky * vec3(0.36, 0.44, 0.52), a * 0.6);`,
  )}
  c = mix(c, wall * 0.45, within(p, vec2(-1.0, 0.58), vec2(2.0, 0.63), 0.035));
  c = mix(c, wood * (1.2 - 0.5 * p.y), smoothstep(0.61, 0.70, p.y));
  c = mix(c, wood, within(p, vec2(cupboard, 0.08), vec2(cupboard + 0.15, 0.74), 0.035));
  ${each(
    LEAVES,
    (i) => `q = (p - leaves[${i}].xy) * vec2(leaves[${i}].z, 26.0 - leaves[${i}].z);
  c = mix(c, vec3(0.07, 0.11, 0.06) * leaves[${i}].w, smoothstep(1.3, 0.4, length(q)) * 0.62);`,
  )}
  ${each(
    LAMPS,
    (i) =>
      `c += vec3(1.0, 0.80, 0.52) * 0.30 * smoothstep(lamps[${i}].z + 0.012, lamps[${i}].z - 0.012, distance(p, lamps[${i}].xy));`,
  )}
  return c;
}`,
);

/** Lights of a street, or sun between leaves, blurred as by a lens to discs with brighter rims. */
const DISCS = `
uniform vec4 lights[${String(LIGHTS)}];
uniform vec3 inks[${String(LIGHTS)}], dusk, glow;
uniform vec2 offset;
uniform float side;
vec3 discs(vec2 p) {
  vec3 sum = vec3(0.0);
  float d;
  ${each(
    LIGHTS,
    (i) => `d = distance(p, lights[${i}].xy) / lights[${i}].z;
  sum += inks[${i}] * (lights[${i}].w * smoothstep(1.08, 0.94, d) * (0.75 + 0.25 * smoothstep(0.7, 0.97, d)));`,
  )}
  return sum;
}`;

/** A street at dusk. */
const EVENING = backdropProgram(
  'evening',
  `${DISCS}
vec3 ground(vec2 p) {
  vec2 d = p - vec2(0.5 - side * 0.35, 0.4);
  float cloud = texture(noise, p * vec2(0.5, 0.3) + offset).a;
  return dusk * (1.25 - 0.65 * p.y) * (0.75 + 0.5 * cloud) + glow * exp(-dot(d, d) * 7.0) + discs(p);
}`,
);

/** A garden with a low sun behind its leaves. */
const GARDEN = backdropProgram(
  'garden',
  `${DISCS}
vec3 ground(vec2 p) {
  vec2 d = p - vec2(0.5 - side * 0.42, 0.06);
  float cloud = texture(noise, p * vec2(0.55, 0.45) + offset).a * 0.65 + texture(noise, p * vec2(1.3, 1.1) - offset).a * 0.35;
  return dusk * (1.5 - 0.9 * p.y) * (0.25 + 1.5 * cloud * cloud * 1.8) + glow * exp(-dot(d, d) * 9.0) + discs(p);
}`,
);

/** A plastered wall with light from a window, and the shadow of leaves in front of that window. */
const WALL = backdropProgram(
  'wall',
  `
uniform vec2 offset;
uniform float side, lean;
uniform vec3 plaster, sun;
float pane(float v, float inner, float outer) {
  return smoothstep(outer + 0.03, outer - 0.03, abs(v)) * smoothstep(inner - 0.018, inner + 0.018, abs(v));
}
vec3 ground(vec2 p) {
  float rough = texture(noise, p * vec2(0.7, 0.8) + offset).a - 0.5;
  vec2 q = p - vec2(0.5 + side * 0.10, 0.36);
  float light = pane(q.x + lean * side * q.y, 0.014, 0.36) * pane(q.y + 0.12 * side * q.x, 0.014, 0.33);
  float leaf = smoothstep(0.52, 0.66, texture(noise, vec2(q.x * 0.9 + q.y * 0.5, q.y * 0.45 - q.x * 0.2) + offset.yx).a);
  light *= 1.0 - 0.6 * leaf * smoothstep(-0.1, 0.35, -q.x * side);
  return plaster * (1.0 + 0.12 * rough) * (0.40 + 0.25 * (0.5 + side * (0.5 - p.x) * -1.0)) + sun * plaster * light;
}`,
);

const hueIn = (rng: Rng, hues: readonly number[], t: number): number =>
  hues[Math.floor(t * hues.length)] + between(rng, -8, 8);

const lightsOf = (
  rng: Rng,
  place: Readonly<Record<'high' | 'radius' | 'bright', readonly [number, number]>>,
  inks: readonly Rgb[],
): Drawn['uniforms'] => ({
  lights: Array.from({ length: LIGHTS }, () => [
    between(rng, -0.08, 1.08),
    between(rng, ...place.high),
    between(rng, ...place.radius),
    between(rng, ...place.bright),
  ]).flat(),
  inks: Array.from({ length: LIGHTS }, () => pick(rng, inks)).flat(),
});

const office = (rng: Rng): Drawn => {
  const from = between(rng, -0.12, 0.12);
  const right = rng() < 0.5;
  const plant = right ? between(rng, 0.84, 0.94) : between(rng, 0.06, 0.16);
  const bright = between(rng, 0.72, 0.95);
  const warm = between(rng, -0.04, 0.06);
  return {
    program: OFFICE,
    uniforms: {
      windows: Array.from({ length: WINDOWS }, (_, i) => [
        from + 0.24 * i,
        from + 0.24 * i + 0.2,
        between(rng, 0.22, 0.4),
        bright * between(rng, 0.92, 1.05),
      ]).flat(),
      lamps: Array.from({ length: LAMPS }, () => [
        rng(),
        between(rng, 0.03, 0.24),
        between(rng, 0.03, 0.055),
      ]).flat(),
      leaves: Array.from({ length: LEAVES }, () => [
        plant + between(rng, -0.12, 0.12),
        between(rng, 0.26, 0.62),
        between(rng, 7, 19),
        between(rng, 0.6, 2.2),
      ]).flat(),
      cupboard: right ? between(rng, -0.02, 0.06) : between(rng, 0.8, 0.9),
      wall: [0.4 + warm, 0.41, 0.42 - warm],
      wood: [0.24 + warm, 0.16, 0.1],
      sky: [0.84 + warm, 0.92, 1 - warm],
    },
    tone: [0.86, -0.01, -0.015],
    foot: [0.55, 0.02, 0.04],
  };
};

const evening = (rng: Rng, t: number): Drawn => {
  const hue = hueIn(rng, [262, 215, 300, 245, 190, 325], t);
  const light = between(rng, 0.3, 0.42);
  const tone = lch(light, 0.06, hue);
  return {
    program: EVENING,
    uniforms: {
      ...lightsOf(rng, { high: [0.02, 0.72], radius: [0.03, 0.085], bright: [0.06, 0.3] }, [
        [1, 0.55, 0.2],
        [1, 0.42, 0.16],
        [1, 0.8, 0.52],
        linearRgb(lch(0.75, 0.11, hue)),
      ]),
      dusk: linearRgb(tone),
      glow: linearRgb(lch(0.42, 0.09, pick(rng, [45, 60, 30]))),
    },
    tone,
    foot: lch(light * 0.85, 0.05, hue),
  };
};

const garden = (rng: Rng, t: number): Drawn => {
  const hue = hueIn(rng, [125, 82, 145, 62, 350, 100], t);
  const light = between(rng, 0.46, 0.6);
  const tone = lch(light, 0.075, hue);
  return {
    program: GARDEN,
    uniforms: {
      ...lightsOf(rng, { high: [0, 0.8], radius: [0.035, 0.1], bright: [0.03, 0.17] }, [
        linearRgb(lch(0.88, 0.13, hue - 15)),
        linearRgb(lch(0.92, 0.09, 95)),
        linearRgb(lch(0.75, 0.12, hue)),
        [1, 0.95, 0.75],
      ]),
      dusk: linearRgb(tone),
      glow: [0.55, 0.45, 0.25],
    },
    tone: lch(light + 0.04, 0.08, hue),
    foot: lch(light * 0.78, 0.06, hue),
  };
};

const wall = (rng: Rng, t: number): Drawn => {
  const hue = hueIn(rng, [50, 250, 78, 20, 265, 40], t);
  const light = between(rng, 0.62, 0.82);
  const plaster = lch(light, between(rng, 0.035, 0.065), hue);
  return {
    program: WALL,
    uniforms: {
      plaster: linearRgb(plaster),
      sun: [0.66, 0.58, 0.45],
      lean: between(rng, 0.25, 0.45),
    },
    tone: [light * 0.88, plaster[1], plaster[2]],
    foot: [light * 0.78, plaster[1], plaster[2]],
  };
};

/** Draws each place; `t`, from 0 to 1, chooses among its hues. */
export const PLACES: Readonly<Record<Place, (rng: Rng, t: number) => Drawn>> = {
  office,
  evening,
  wall,
  garden,
};
