import type { BackgroundId } from '../../../core/styles.ts';
import { DITHER, SRGB } from '../../worker/gl/glsl.ts';
import type { Gpu } from '../../worker/gl/gpu.ts';
import type { Program } from '../../worker/gl/program.ts';
import type { Target } from '../../worker/gl/target.ts';
import type { Rgb } from './oklab.ts';
import type { Scene } from './scene.ts';

/** A light in the picture's plane: x right, y down, z towards the viewer; unit length. */
export type Direction = readonly [x: number, y: number, z: number];

/** How the person is developed: all amounts 0 to 1 unless said otherwise, 0 changing nothing. */
export interface PersonLight {
  /** Smooths skin below the guided filter's edges; features and edges stay. */
  readonly smoothing: number;
  /** Factor on fine detail off the skin; 1 changes nothing. */
  readonly detail: number;
  readonly relight: number;
  readonly key: Direction;
  readonly rim: number;
  readonly rimColor: Rgb;
  /** S-curve. */
  readonly contrast: number;
  /** Factor; 1 changes nothing. */
  readonly saturation: number;
  /** Light's colour in the shadows and in the lights, factors on linear light. */
  readonly shadows: Rgb;
  readonly lights: Rgb;
  /** Factor on the light, beside what mends the photo; 1 changes nothing. */
  readonly exposure: number;
  /** Light of the backdrop that spills over the person's edge. */
  readonly wrap: number;
  /** The person's soft shade on the backdrop. */
  readonly shade: number;
}

/**
 * Relighting from normals: the landmarks' inside the face, the silhouette's outside (see
 * `softPasses`). The key is a half Lambert, the cosine wrapped around the form and squared, over what
 * a surface that faces the viewer gets, so that the face keeps its lightness (J. Mitchell,
 * G. McTaggart, C. Green, "Shading in Valve's Source engine", SIGGRAPH 2006 course). The rim is a
 * light from behind, by the normal's part away from the key (J. Mitchell, M. Francke, D. Eng,
 * "Illustrative rendering in Team Fortress 2", 2007).
 *
 * What varies slowly, an eighth in size: light from the normals (r), rim (g), the person's shade on
 * the ground (b), and the backdrop's light over the edge (a).
 */
const LIGHTING: Program = {
  name: 'lighting',
  fragment: `
uniform sampler2D soft, shape;
uniform vec3 key;
uniform float relight, rim, wrap, shade;
void main() {
  vec4 n = texture(shape, uv);
  vec3 normal = vec3(n.xy, sqrt(max(0.04, 1.0 - dot(n.xy, n.xy))));
  float facing = 0.5 + 0.5 * dot(normal, key), ahead = 0.5 + 0.5 * key.z;
  float light = min(1.22, 0.42 + 0.58 * facing * facing / (ahead * ahead));
  float back = max(0.0, dot(n.xy, -key.xy / max(0.2, length(key.xy))));
  float away = texture(soft, uv + vec2(key.x, -0.35) * 0.035).w;
  float edge = 1.0 - texture(soft, uv).z;
  color = vec4(mix(1.0, light, relight) * 0.5, rim * n.z * back * back * 0.5,
    shade * 0.55 * smoothstep(0.05, 0.95, away), wrap * clamp(edge * edge * 1.6, 0.0, 0.75));
}`,
};

/**
 * White balance, exposure, skin-aware detail, relighting from normals, tone, and composition over
 * the backdrop, in one pass: light is mixed linearly, detail and tone are judged as seen.
 */
const PERSON: Program = {
  name: 'develop',
  fragment: `${SRGB}${DITHER}
uniform sampler2D person, soft, lighting, features, backdrop;
uniform vec3 balance, skin, rimColor, shadows, lights;
uniform float smoothing, detail, contrast, saturation, solid, exposure, pivot;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 c = texelFetch(person, at, 0), l = texture(lighting, uv);
  vec3 ground = toLinear(texelFetch(backdrop, at, 0).rgb) * (1.0 - l.b);
  vec3 lit = ground;
  // Without a backdrop the person's colours go on a little beyond the edge, for later filters.
  vec4 s = texture(soft, uv);
  if (c.a > 0.0 || (solid < 0.5 && s.z > 0.004)) {
    vec4 f = texture(features, uv);
    float y = luma(c.rgb), base = s.x * (y - 0.5) + s.y, fine = y - base;
    vec2 tint = (c.rg - c.bb) / (y + 0.06) - skin.xy;
    float alike = max(0.0, 1.0 - dot(tint, tint) * 2.2);
    float onSkin = alike * alike * mix(0.5, 1.0, f.r) * (1.0 - max(f.g, max(f.b * 0.8, f.a)));
    float gain = mix(detail, 1.0 - smoothing, onSkin) + f.g * 0.25 * (detail - 1.0);
    float y1 = clamp(base + fine * gain, 0.0, 1.0);
    lit = toLinear(clamp(c.rgb * (y1 + 0.02) / (y + 0.02), 0.0, 1.0)) * balance * (exposure * l.r * 2.0);
    // A rim on half-covered pixels would glow around hair like a halo.
    lit += l.g * 2.0 * c.a * c.a * (lit * 1.6 + 0.09) * rimColor;

    vec3 g = toGamma(lit);
    float t = luma(g);
    // An S through black, the face's own tone and white: the face keeps its lightness, the ends settle.
    float v = t < pivot ? t / pivot : (1.0 - t) / (1.0 - pivot);
    float bend = v * (1.0 - v) * (1.0 - 0.5 * v);
    float curve = t + contrast * bend * (t < pivot ? -0.34 * pivot : 0.30 * (1.0 - pivot));
    g = clamp(mix(vec3(curve), g * (curve + 0.003) / (t + 0.003), saturation), 0.0, 1.0);
    lit = toLinear(g) * mix(shadows, lights, smoothstep(0.08, 0.75, t));
    lit = mix(lit, lit * 0.55 + ground * 0.6, l.a * solid);
    lit = mix(ground, lit, mix(1.0, c.a, solid));
  }
  color = vec4(dither(toGamma(lit), gl_FragCoord.xy), max(solid, c.a));
}`,
};

/**
 * The developed person over `backdrop`; with none, the person's colours everywhere (extended
 * beyond its edge) and the matte as alpha. The caller releases the result.
 */
export const renderPerson = (
  gpu: Gpu,
  scene: Scene,
  look: PersonLight,
  backdrop: Target | undefined,
): Target => {
  const out = gpu.target(scene.size, scene.size, 'rgba8');
  const { person, soft, shape, features, subject } = scene;
  const lighting = gpu.target(soft.width, soft.height, 'rgba8');
  gpu.pass(LIGHTING, lighting, { soft, shape, ...look });
  gpu.pass(PERSON, out, {
    person,
    soft,
    lighting,
    features,
    backdrop: backdrop ?? person,
    solid: backdrop ? 1 : 0,
    balance: subject.balance,
    skin: skinTint(subject.skinRaw),
    pivot: Math.min(0.68, Math.max(0.3, subject.skin[0] - 0.02)),
    ...look,
    exposure: subject.exposure * look.exposure,
  });
  gpu.release(lighting);
  return out;
};

/** Opponent colours of a skin (gamma-encoded) over its luma, as shaders compute them; luma third. */
export const skinTint = ([r, g, b]: Rgb): [number, number, number] => {
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [(r - b) / (y + 0.06), (g - b) / (y + 0.06), y];
};

/** A person's shade on a ground: clean white stays white. */
export const shadeOn = (background: BackgroundId, amount: number): number =>
  background === 'none' || background === 'clean-white'
    ? 0
    : background === 'solid-color'
      ? amount * 0.5
      : amount;

/** A ground's light over a person's edge: white has so much of it that dark hair would seem to fog. */
export const wrapOn = (background: BackgroundId, amount: number): number =>
  background === 'none' ? 0 : background === 'clean-white' ? amount * 0.4 : amount;

/** Between two looks, entry by entry. */
export const mixLight = (from: PersonLight, to: PersonLight, t: number): PersonLight => {
  const mixed = Object.entries(to).map(([name, value]: [string, number | readonly number[]]) => {
    const start = from[name as keyof PersonLight];
    const between = (a: number, b: number): number => a + (b - a) * t;
    return [
      name,
      typeof value === 'number'
        ? between(start as number, value)
        : value.map((v, i) => between((start as readonly number[])[i] as number, v)),
    ];
  });
  return Object.fromEntries(mixed) as PersonLight;
};

/** From an angle in degrees (0 from the right, counter-clockwise) and a height above the plane. */
export const directionOf = (angle: number, height: number): Direction => {
  const a = (angle * Math.PI) / 180;
  const flat = Math.cos((height * Math.PI) / 180);
  return [Math.cos(a) * flat, -Math.sin(a) * flat, Math.sin((height * Math.PI) / 180)];
};
