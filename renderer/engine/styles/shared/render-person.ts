import type { Rgb } from '../../../core/colour.ts';
import type { BackgroundId } from '../../../core/styles.ts';
import { DITHER, SRGB } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import { byParts, type Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { clamp, radians } from '../../raster/numbers.ts';
import { lightingOf, type Direction, type Lighting } from './lighting.ts';
import type { Scene } from './scene.ts';

export type { Direction } from './lighting.ts';

/** How a photo is processed. Amounts are 0 (no change) to 1 unless said otherwise. */
export interface PersonLight extends Lighting {
  /** Smooths skin, keeping edges (by a guided filter) and features. */
  readonly smoothing: number;
  /** Retouches the portrait: evens the skin's colour, and clears the eyes' whites. */
  readonly retouch: number;
  /** Factor on fine detail outside the skin; 1 changes nothing. */
  readonly detail: number;
  /** Strength of an S-curve. */
  readonly contrast: number;
  /** Factor on saturation; 1 changes nothing. */
  readonly saturation: number;
  /** Colour of the light in the shadows and in the highlights, as factors on linear light. */
  readonly shadows: Rgb;
  readonly lights: Rgb;
  /** Factor on the light, on top of the photo's correction; 1 changes nothing. */
  readonly exposure: number;
  /** How dark the corners are. */
  readonly vignette: number;
  /** Film grain over person and background, as a fraction of the range. */
  readonly grain: number;
  /** 1 is black and white. */
  readonly monochrome: number;
}

type Parts = Readonly<Record<'solid' | 'retouch' | 'monochrome' | 'grain', boolean>>;

/** Where relit highlights begin to be held back, and the brightest they become; of 1, gamma-encoded. */
const KNEE = 0.78;
const BRIGHTEST = 0.95;
/** How far a brighter highlight stays below the photo's own: resampling would clip some of it. */
const MARGIN = 0.004;
/** Added to a luma before colours are divided by it, as those of dark pixels are mostly noise. */
const DARK = 0.06;

/** `tintOf(c, y)`: opponent colours over the luma `y`, about the same in light and in shade. */
export const TINT_OF = `
vec2 tintOf(vec3 c, float y) { return (c.rg - c.bb) / (y + ${DARK.toFixed(2)}); }
`;

/**
 * White balance, exposure, skin-aware detail, the light of `lightingOf`, tone, and composition over
 * the backdrop, in one pass. Light is mixed in linear values, detail and tone in gamma-encoded
 * ones. Parts are left out, as a software renderer computes both sides of each branch.
 */
const programOf = ({ solid, retouch, monochrome, grain }: Parts): Program => ({
  name: `person, ${[solid, retouch, monochrome, grain].map(Number).join('')}`,
  fragment: `${SRGB}${DITHER}${TINT_OF}
uniform sampler2D person, soft, lighting, edging, ambient, features, backdrop, noise;
uniform vec3 balance, skin, shadows, lights;
uniform float smoothing, retouch, detail, contrast, saturation, exposure, pivot, vignette, grain, monochrome;
float most(vec3 of) { return max(of.r, max(of.g, of.b)); }
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 c = texelFetch(person, at, 0), l = texture(lighting, uv);${
    solid
      ? `
  // Nothing of the backdrop shows through an opaque person.
  vec3 ground = vec3(0.0);
  if (c.a < 1.0) ground = toLinear(texelFetch(backdrop, at, 0).rgb) * (1.0 - l.a);
  vec3 lit = ground;
  if (c.a > 0.0) {
    vec4 s = texture(soft, uv);`
      : `
  vec3 lit = toLinear(c.rgb) * (1.0 - l.a);
  // The person's colours extend a little past the edge, for later filters.
  vec4 s = texture(soft, uv);
  if (c.a > 0.0 || s.z > 0.004) {`
  }
    vec4 f = texture(features, uv), e = texture(edging, uv);
    float y = luma(c.rgb), base = s.x * (y - 0.5) + s.y, fine = y - base, photo = most(c.rgb);
    vec2 tint = tintOf(c.rgb, y) - skin.xy;
    float alike = max(0.0, 1.0 - dot(tint, tint) * 2.2);
    float onSkin = alike * alike * mix(0.5, 1.0, f.r) * (1.0 - max(f.g, max(f.b * 0.8, f.a)));${
      retouch
        ? `
    if (onSkin > 0.02) {
      float own = y + ${DARK.toFixed(2)}, blue = y - dot(skin.xy, vec2(0.2126, 0.7152)) * own;
      c.rgb = mix(c.rgb, vec3(skin.xy * own, 0.0) + blue, 0.3 * retouch * onSkin);
    }
    float white = f.g * smoothstep(0.22, 0.5, y) * (1.0 - smoothstep(0.1, 0.5, length(tint + skin.xy)));
    fine += retouch * 0.06 * white;`
        : ''
    }
    float gain = mix(detail, 1.0 - smoothing, onSkin) + f.g * 0.25 * (detail - 1.0);
    float y1 = clamp(base + fine * gain, 0.0, 1.0);
    lit = toLinear(clamp(c.rgb * (y1 + 0.02) / (y + 0.02), 0.0, 1.0)) * balance * (exposure * 2.0) * l.rgb;
    // On half-covered pixels, rim light would glow around hair like a halo.
    lit += e.rgb * 2.0 * c.a * c.a * (lit * 1.6 + 0.09);

    vec3 g = toGamma(lit);
    // An S-curve through black, the face's tone and white: the face keeps its lightness, and fine
    // detail its contrast.
    float tone = luma(g), t = tone * (base + 0.02) / (y1 + 0.02);
    float side = t < pivot ? pivot : 1.0 - pivot, v = (t < pivot ? t : 1.0 - t) / side;
    float bend = v * (1.0 - v) * (1.0 - 0.5 * v);
    float curve = t + contrast * bend * ((t < pivot ? -0.34 : 0.30) * side);
    g = max(mix(vec3(tone), g, saturation) * (curve + 0.003) / (t + 0.003), 0.0);
    // The split tone is in linear light, and g is gamma-encoded.
    g *= pow(mix(shadows, lights, smoothstep(0.08, 0.75, t)), vec3(1.0 / 2.4));
    // Light fills the highlights without burning them.
    float now = most(g), knee = max(${KNEE.toFixed(2)}, photo - ${MARGIN.toFixed(3)}), room = max(1e-3, ${BRIGHTEST.toFixed(2)} - knee);
    if (now > knee) g *= (knee + room * (1.0 - exp((knee - now) / room))) / now;
    lit = toLinear(g);${
      solid
        ? `
    if (e.a > 0.004) lit = mix(lit, lit * 0.55 + texture(ambient, uv).rgb * 0.6, e.a);
    // Mixed gamma-encoded (by 2, which is near enough and fast), as the matte was solved: mixed in
    // linear light, dark hair frays on white.
    lit = mix(sqrt(ground), sqrt(lit), c.a);
    lit *= lit;`
        : ''
    }
  }
  vec2 off = uv - vec2(0.5, 0.47);
  lit *= 1.0 - vignette * smoothstep(0.18, 0.62, dot(off, off) * 1.9);
  vec3 seen = toGamma(lit);${
    monochrome
      ? `
  // Panchromatic film renders red a little brighter. Blacks are cool, and the paper is warm.
  float grey = dot(seen, vec3(0.34, 0.54, 0.12));
  seen = mix(seen, vec3(grey) * vec3(1.0, 0.993, 0.98) + (1.0 - grey) * vec3(0.010, 0.011, 0.014), monochrome);`
      : ''
  }${
    grain
      ? `
  seen += (texelFetch(noise, at & 255, 0).g - 0.5) * grain;`
      : ''
  }
  color = vec4(dither(seen, gl_FragCoord.xy), ${solid ? '1.0' : 'c.a'});
}`,
});

const programFor = byParts(programOf);

/** The processed person over `backdrop`; without one, with the matte and colours beyond it. */
export const renderPerson = (
  gpu: Gpu,
  scene: Scene,
  look: PersonLight,
  backdrop: Target | undefined,
): Target => {
  const { person, soft, features, subject, noise } = scene;
  const program = programFor({
    solid: backdrop !== undefined,
    retouch: look.retouch > 0,
    monochrome: look.monochrome > 0,
    grain: look.grain > 0,
  });
  return gpu.drawn(program, scene.size, {
    person,
    soft,
    features,
    noise,
    backdrop: backdrop ?? person,
    balance: subject.balance,
    skin: skinTint(subject.skinRaw),
    pivot: clamp(subject.skin[0] - 0.02, 0.3, 0.68),
    ...lightingOf(gpu, scene, look, backdrop),
    ...look,
    exposure: subject.exposure * look.exposure,
  });
};

/** A skin's opponent colours over its luma, as shaders compute them, then luma; gamma-encoded. */
export const skinTint = ([r, g, b]: Rgb): [number, number, number] => {
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [(r - b) / (y + DARK), (g - b) / (y + DARK), y];
};

/** The person's shadow on a background; clean white stays white. */
export const shadeOn = (background: BackgroundId, amount: number): number =>
  background === 'none' || background === 'clean-white'
    ? 0
    : background === 'solid-color'
      ? amount * 0.5
      : amount;

/** Light wrap by background: none on white, as it would make dark hair look foggy. */
export const wrapOn = (background: BackgroundId, amount: number): number =>
  background === 'none' || background === 'clean-white' ? 0 : amount;

/** Interpolates between two looks, entry by entry. */
export const mixLight = (from: PersonLight, to: PersonLight, t: number): PersonLight => {
  const mixed = Object.entries(to).map(([name, value]: [string, number | readonly number[]]) => {
    const start = from[name as keyof PersonLight];
    const between = (a: number, b: number): number => a + (b - a) * t;
    return [
      name,
      typeof value === 'number'
        ? between(start as number, value)
        : value.map((v, i) => between((start as readonly number[])[i], v)),
    ];
  });
  return Object.fromEntries(mixed) as PersonLight;
};

/** Light direction from an angle (0 is right, counter-clockwise) and a height, in degrees. */
export const directionOf = (angle: number, height: number): Direction => {
  const [a, up] = [radians(angle), radians(height)];
  const flat = Math.cos(up);
  return [Math.cos(a) * flat, -Math.sin(a) * flat, Math.sin(up)];
};
