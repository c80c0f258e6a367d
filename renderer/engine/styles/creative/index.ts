import {
  chromaOf,
  hueOf,
  labOf,
  lch,
  linearRgb,
  rgbOf,
  rgbOfHex,
  type Lab,
  type Rgb,
} from '../../../core/colour.ts';
import { SRGB, TONE_OF } from '../../gl/glsl.ts';
import type { Program, Uniforms } from '../../gl/program.ts';
import { smoothstep } from '../../raster/numbers.ts';
import { modelOf } from '../shared/drawn-style.ts';
import { groundUniforms } from '../shared/ground.ts';
import { regionUniforms } from '../shared/illustration/index.ts';
import { linesOf } from '../shared/lines.ts';
import { between, pick, type Rng } from '../shared/random.ts';
import { skinTint, TINT_OF } from '../shared/render-person.ts';
import { defineStyle } from '../shared/style.ts';
import type { Subject } from '../shared/subject.ts';

/**
 * A print's inks (highlights; mid-tones; darks; hair and coloured clothes; two for the background),
 * and how far each one's hue may vary, in degrees; least for the mid-tone, which draws faces.
 */
const TURNS = { paper: 20, mid: 8, dark: 16, accent: 24, sky: 24, earth: 24 } as const;
type Inks = Readonly<Record<keyof typeof TURNS, Lab>>;

const inks = (...hexes: readonly string[]): Inks =>
  Object.fromEntries(
    Object.keys(TURNS).map((ink, k) => [ink, labOf(rgbOfHex(hexes[k]) as Rgb)]),
  ) as Inks;

/**
 * The palettes. Chosen so that light, not the inks' hue, draws skin of any colour. Mid-tones are
 * warm or violet: in blue and green, people and the landmark model see faces less well.
 */
const INKS: readonly Inks[] = [
  inks('#fff1d6', '#ff7a59', '#2b1055', '#f9b52b', '#ff9a76', '#ffd9a0'),
  inks('#fef6e4', '#ff6b6b', '#14213d', '#37b6a8', '#ffc145', '#ff9b54'),
  inks('#fff0f3', '#ff5d8f', '#1d1e5a', '#2ec4b6', '#7ad7f0', '#b8f2e6'),
  inks('#fdf3d1', '#f2a541', '#0b3954', '#d1495b', '#6bbfa3', '#cfe8b9'),
  inks('#f4f1ff', '#8f7bf5', '#231147', '#ff8a5b', '#ffb3c7', '#ffe3d8'),
  inks('#fff7da', '#ef476f', '#073b4c', '#06d6a0', '#ffd166', '#ffeaa8'),
  inks('#fdf6f5', '#ff5f8d', '#1a1446', '#4cb8e8', '#9fdcf5', '#d9f2fb'),
  inks('#fff4e0', '#e4572e', '#17313e', '#76b041', '#a8d5e2', '#e2f0ea'),
  inks('#fbf5ee', '#c77dff', '#240046', '#ffb703', '#80ed99', '#d8f9c8'),
  inks('#fff3e6', '#fb8b24', '#5f0f40', '#0f8b8d', '#f9c784', '#fdeccf'),
];

/** Mid-tones below this lightness (OKLab) still show pale hair. */
const DEEP = 0.72;

/**
 * Picks a palette and varies it, so that no two prints share their inks. In linear light, as the
 * shader mixes them. `paleness` of the hair is 0 to 1: pale hair needs a mid-tone that isn't.
 */
const mixInks = (rng: Rng, paleness: number): Uniforms => {
  const fit = INKS.filter(({ mid }) => paleness < 0.4 || mid[0] < DEEP);
  const varied = Object.entries(pick(rng, fit)).map(([ink, lab]) => {
    const light = lab[0] + between(rng, -0.02, 0.02);
    const chroma = chromaOf(lab) * between(rng, 0.88, 1.1);
    const hue = hueOf(lab) + between(rng, -1, 1) * TURNS[ink as keyof Inks];
    return [ink, linearRgb(lch(light, chroma, hue))];
  });
  return Object.fromEntries(varied) as Uniforms;
};

/**
 * A pop print: highlights are bare paper, mid-tones one ink through a dot screen, darks another ink
 * through a turned and slightly misregistered screen, contours in the dark ink. The screens are
 * clustered dots (R. Ulichney 1987), but with soft thresholds.
 */
const PRINT: Program = {
  name: 'creative',
  fragment: `${SRGB}${TONE_OF}${TINT_OF}
uniform sampler2D base, lines, soft, features, backdrop, photo, shapeRegions;
uniform mat3 toShapes;
// Everything is mixed in linear light; tones are judged as they are seen.
uniform vec3 paper, mid, dark, accent, sky, earth, skin;
uniform vec2 offset, key;
uniform vec4 levels;
uniform float pitch, turn, glow, pale, solid, recolor, dots, strength, unit;
float tone(vec3 c) {
  float l = toneOf(c);
  // A curve through the person's own dark, middle and light gives every skin the same print.
  return l < levels.y ? 0.5 * clamp((l - levels.x) / (levels.y - levels.x), 0.0, 1.0)
    : 0.5 + 0.5 * clamp((l - levels.y) / (levels.z - levels.y), 0.0, 1.0);
}
float screen(vec2 p, float a, float size) {
  float c = cos(a), s = sin(a);
  vec2 q = mat2(c, s, -s, c) * p * (6.2831853 / size);
  return 0.5 + 0.25 * (cos(q.x) + cos(q.y));
}
vec3 figureAt(ivec2 at, vec2 px, float sharp, vec4 d) {
  vec4 b = texelFetch(base, at, 0), f = texture(features, uv);
  vec4 shifted = texelFetch(base, clamp(at + ivec2(offset * unit), ivec2(0), textureSize(base, 0) - 1), 0);
  float t = tone(b.rgb), u = tone(shifted.rgb);
  vec4 regions = smoothstep(0.4, 0.6, texture(shapeRegions, (toShapes * vec3(uv, 1.0)).xy));
  float hair = regions.y, worn = regions.z;
  // Pale hair prints darker than paper.
  t -= 0.24 * pale * hair * t;
  // The shaded side of a face stays within the screens: only brows, lashes and hair are solid.
  t = mix(t, t * 0.86 + 0.09, f.r);
  u = mix(u, u * 0.8 + 0.14, f.r);
  // Features print solid; elsewhere the screens carry the tone.
  float fine = clamp(max(f.r * 0.5, f.g * 1.2 + f.b + f.a), 0.0, 1.0);
  float a = smoothstep(-sharp, sharp, mix(screen(px, turn, pitch), 0.5, fine * 0.85) * 0.62 + 0.27 - t);
  float k = smoothstep(-sharp, sharp, mix(screen(px + offset, turn + 1.05, pitch * 0.92), 0.5, fine * 0.85) * 0.40 + 0.055 - u);
  // Hair takes the accent, and so do coloured clothes that aren't like skin.
  float unlike = length(tintOf(b.rgb, luma(b.rgb)) - skin.xy), vivid = length(vec2(b.r - b.g, b.b - b.g));
  float coloured = max(hair, worn * smoothstep(0.14, 0.26, vivid) * smoothstep(0.5, 0.9, unlike));
  vec3 c = mix(paper, mix(mid, accent, coloured), a);
  c = mix(c, dark, k);
  // A continuous tint of the same inks under a face's screens keeps its form, and so its likeness.
  // (Inks are mixed like the light of their dots; the squares restore the tone that is seen.)
  float low = smoothstep(0.04, 0.46, t), high = smoothstep(0.5, 0.86, t);
  vec3 tint_ = t < 0.5 ? mix(dark, mid, low * (0.4 + 0.6 * low)) : mix(mid, paper, high * (0.7 + 0.3 * high));
  c = mix(c, tint_, 0.68 * f.r);
  float dip = 0.5 - d.r, w = max(fwidth(d.r), 0.006);
  return mix(c, dark, smoothstep(0.085 - w, 0.085 + w, dip) * 0.9 * smoothstep(0.4, 0.7, d.g));
}
vec3 groundAt(vec3 g, vec2 px, float sharp) {
  float l = toneOf(g);
  float ramp = clamp(mix(1.0 - uv.y, l, 0.5), 0.0, 1.0);
  g = mix(toLinear(g), mix(earth, sky, smoothstep(0.15, 0.8, ramp)), recolor);
  float spot = smoothstep(-sharp, sharp, screen(px, turn - 0.26, pitch * 1.9) - mix(0.38, 1.06, smoothstep(0.0, 0.62, length((uv - vec2(0.5 - key.x * 0.3, 0.45)) * 1.1))));
  return mix(g, mix(g * 0.75, vec3(1.0), 0.3), spot * dots);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec2 px = gl_FragCoord.xy / unit;
  float sharp = 1.5 / (pitch * unit);
  vec4 d = texture(lines, uv);
  float edge = max(fwidth(d.g), 0.01), cover = smoothstep(0.5 - edge, 0.5 + edge, d.g);
  // A halo of paper around the figure, as if it were cut out and pasted.
  float near = texture(soft, uv).z;
  float ring = smoothstep(0.10, 0.10 + 0.05, near) * glow;
  // Each only where it shows and a little beyond, as slopes are taken between neighbours.
  vec3 made = paper;
  if (solid > 0.5 && d.g < 0.97 && ring < 1.0) made = mix(groundAt(texelFetch(backdrop, at, 0).rgb, px, sharp), paper, ring);
  if (d.g > 0.03) made = mix(made, figureAt(at, px, sharp, d), cover);
  // Prints without a background keep their pasted edge.
  float alpha = mix(max(cover, ring), 1.0, solid);
  vec4 p = texelFetch(photo, at, 0);
  color = vec4(toGamma(mix(toLinear(p.rgb), made, strength)), mix(mix(p.a, alpha, strength), 1.0, solid));
}`,
};

/** How pale the hair is, from 0 (blond or darker) to 1 (white). */
const paleness = ({ hair }: Subject): number => smoothstep(0.55, 0.8, hair[0]);

/** Pop print: few inks, rotated screens, slight misregistration, and a pasted edge. */
export const style = defineStyle({
  id: 'creative',
  motion: { kind: 'phases' },
  plain: true,
  vary: (rng, { subject }) => ({
    inks: mixInks(rng, paleness(subject)),
    // Pitch of the screens in pixels of a 1024 px picture, and angle of the first in radians.
    pitch: between(rng, 9.5, 13),
    turn: between(rng, 0.2, 0.55),
    // Misregistration of the dark ink, in the same pixels.
    offset: [between(rng, 2, 4) * pick(rng, [-1, 1]), between(rng, -2.5, 2.5)],
    glow: between(rng, 0.85, 1),
  }),
  async render(gpu, scene, { inks, pitch, turn, offset, glow }, setting) {
    const light = { warmth: 0, contrast: 0.4, exposure: 1 };
    const look = { smoothing: 0.8, detail: 1.6, relight: 0.2, falloff: 0, saturation: 1.2 };
    const { person: base, half, photo } = modelOf(gpu, scene, setting, light, look, { wrap: 0.5 });
    await setting.step();
    const lines = linesOf(gpu, scene, half);
    const [low, high] = scene.subject.tones;
    // OKLab lightness is close to gamma-encoded luma. The face's tone prints as a light mid-tone.
    const face = scene.subject.skin[0];
    const middle = Math.min(high - 0.12, Math.max(low + 0.12, face * 0.8));
    return gpu.drawn(PRINT, scene.size, {
      ...inks,
      ...groundUniforms(setting, base),
      ...regionUniforms(scene),
      base,
      lines,
      soft: scene.soft,
      features: scene.features,
      photo,
      skin: skinTint(rgbOf(scene.subject.skin)),
      pale: paleness(scene.subject),
      offset,
      pitch,
      turn,
      glow,
      unit: scene.unit,
      key: [setting.key[0], setting.key[1]],
      levels: [Math.max(0, low * 0.9), middle, Math.min(1, Math.max(face * 1.08, high * 0.93)), 0],
      dots:
        setting.background === 'clean-white' ? 0 : setting.background === 'abstract' ? 0.35 : 0.8,
    });
  },
});
