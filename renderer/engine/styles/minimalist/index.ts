import { OKLAB, SMOOTH_AT, SRGB } from '../../worker/gl/glsl.ts';
import type { Program } from '../../worker/gl/program.ts';
import { lightOf, realisticLook } from '../realistic/index.ts';
import { blur } from '../shared/blur.ts';
import { develop, PLAIN } from '../shared/develop.ts';
import { flowOf } from '../shared/flow.ts';
import { abstracted, halved } from '../shared/kuwahara.ts';
import { linesOf } from '../shared/lines.ts';
import { between } from '../shared/random.ts';
import { defineStyle } from '../shared/style.ts';
import { HUE_WEIGHT, tonesOf } from './palette.ts';

/** Tones at most; the shader's palette has this length. */
const TONES = 10;

interface Variation {
  readonly tones: number;
  readonly push: number;
  readonly line: number;
  readonly lineWeight: number;
  readonly grounds: number;
}

/**
 * Abstraction by quantised colour and lines, after H. Winnemöller, S. Olsen, B. Gooch, "Real-time
 * video abstraction", 2006. Each pixel takes the nearest of the person's few tones in OKLab (B.
 * Ottosson 2020); between the two nearest the edge is drawn one pixel wide from the distances' own
 * slope, so that regions end like cut paper. `stepped`: the ground in few steps of lightness too, for
 * one that isn't flat already.
 */
const flat = (stepped: boolean): Program => ({
  name: `minimalist${stepped ? ' on steps' : ''}`,
  fragment: `${SRGB}${OKLAB}${SMOOTH_AT}
uniform sampler2D sharp, flat_, base, lines, soft, features, backdrop, photo;
uniform vec3 skin;
uniform vec3 tones[${String(TONES)}], inks[${String(TONES)}];
uniform float line, weight, grounds, solid, strength;
// The person's region here, in linear light.
vec3 regionAt(vec4 b, vec4 f, vec4 d) {
  float keep = clamp(f.g * 1.3 + f.b * 0.8 + f.a * 0.4 + f.r * 0.42, 0.0, 1.0);
  // The face as it is; elsewhere borders that don't go from texel to texel of the coarse grid.
  vec3 region = mix(smoothAt(flat_, uv).rgb, texture(sharp, uv).rgb, min(1.0, 5.0 * max(f.r, f.g + f.b + f.a)));
  vec3 lab = toLab(toLinear(mix(region, b.rgb, keep)));
  // Lights on the skin without islands.
  float bare = f.r * (1.0 - max(f.g, max(f.b, f.a))) * smoothstep(0.09, 0.03, distance(lab.yz, skin.yz));
  lab.x -= bare * 0.35 * max(0.0, lab.x - skin.x - 0.03);
  float near = 9.0, next = 9.0, first = 0.0, second = 0.0, q;
  vec3 e;
  bool nearest, nearer;
  ${Array.from(
    { length: TONES },
    (_, i) => `
  e = (tones[${String(i)}] - lab) * vec3(1.0, ${HUE_WEIGHT.toFixed(2)}, ${HUE_WEIGHT.toFixed(2)}); q = dot(e, e); nearest = q < near; nearer = q < next;
  second = nearest ? first : nearer ? ${String(i)}.0 : second; first = nearest ? ${String(i)}.0 : first;
  next = min(next, max(q, near)); near = min(near, q);`,
  ).join('')}
  float gap = sqrt(next) - sqrt(near), slope = max(fwidth(gap), 1e-4);
  vec3 c = mix(inks[int(second)], inks[int(first)], clamp(0.5 + 0.75 * gap / slope, 0.0, 1.0));
  // Thin features: a line where the difference of Gaussians dips, drawn in the region's own deep shade.
  float dip = 0.5 - d.r, wide = max(fwidth(d.r), 0.004);
  float ink = smoothstep(line - wide, line + wide, dip) * smoothstep(0.45, 0.8, d.g);
  c = mix(c, vec3(c.x * 0.42, c.yz * 0.75), ink * weight * (1.0 - 0.5 * keep));
  return clamp(fromLab(c), 0.0, 1.0);
}
vec3 groundAt(vec3 painted) {${
    stepped
      ? `
  vec3 g = toLab(toLinear(painted));
  float level = g.x * grounds, whole = floor(level), part = level - whole, w = max(fwidth(level), 1e-3);
  g.x = (whole + smoothstep(0.5 - w, 0.5 + w, part)) / grounds;
  return clamp(fromLab(g), 0.0, 1.0);`
      : `
  return toLinear(painted);`
  }
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 b = texelFetch(base, at, 0), d = texture(lines, uv);
  // A clean contour: single hairs and the slits between them go into it, what is thin and firm stays.
  float matte = mix(d.g, texture(soft, uv).z, 0.6);
  float edge = max(fwidth(matte), 0.01), cover = smoothstep(0.5 - edge, 0.5 + edge, matte);
  vec3 light = vec3(0.0);
  // Each only where it shows, and a little beyond: slopes are taken between neighbours.
  if (matte > 0.2) light = regionAt(b, texture(features, uv), d);
  if (matte < 0.8 && solid > 0.5) light = mix(groundAt(texelFetch(backdrop, at, 0).rgb), light, cover);
  vec3 made = toGamma(light);
  vec4 p = texelFetch(photo, at, 0);
  color = vec4(mix(p.rgb, made, strength), mix(mix(p.a, cover, strength), 1.0, solid));
}`,
});
const STEPPED = flat(true);
const PLAIN_GROUND = flat(false);

/** Flat regions of the person's own few tones, clean contours, thin features. */
export const minimalist = defineStyle<Variation>({
  id: 'minimalist',
  vary: (rng) => ({
    tones: Math.round(between(rng, 8.6, 10.4)),
    push: between(rng, 0.2, 0.42),
    line: between(rng, 0.055, 0.075),
    lineWeight: between(rng, 0.6, 0.9),
    grounds: Math.round(between(rng, 13, 18)),
  }),
  async render(gpu, scene, { tones, push, line, lineWeight, grounds }, setting) {
    const light = lightOf(setting.seed);
    const palette = tonesOf(scene.sitter, tones, push, light);
    const base = develop(
      gpu,
      scene,
      { ...PLAIN, key: setting.key, smoothing: 0.85, contrast: 0.15 },
      undefined,
    );
    const photo =
      setting.strength < 1
        ? develop(gpu, scene, realisticLook(light, setting), setting.backdrop)
        : base;
    const half = halved(gpu, base);
    // Few, large regions: a coarser grid, whose borders the B-spline draws as smooth curves.
    const quarter = halved(gpu, half, 256);
    const sharp = abstracted(gpu, scene, quarter, 'person');
    const rough = abstracted(gpu, scene, sharp, 'person');
    const across = gpu.target(sharp.width, sharp.height, 'rgba8'),
      smooth = gpu.target(sharp.width, sharp.height, 'rgba8');
    blur(gpu, rough, across, smooth, 0.45);
    gpu.release(rough, across);
    await setting.step();
    const flow = flowOf(gpu, half, 0.6);
    const lines = linesOf(gpu, scene, half, flow);
    const out = gpu.target(scene.size, scene.size, 'rgba8');
    const stepped = setting.background === 'professional' || setting.background === 'gradient';
    gpu.pass(stepped ? STEPPED : PLAIN_GROUND, out, {
      sharp,
      flat_: smooth,
      base,
      lines,
      soft: scene.soft,
      features: scene.features,
      photo,
      skin: scene.subject.skin,
      backdrop: setting.backdrop ?? base,
      tones: Array.from({ length: TONES }, (_, i) => palette[i]?.own ?? [9, 9, 9]).flat(),
      inks: Array.from({ length: TONES }, (_, i) => palette[i]?.ink ?? [0, 0, 0]).flat(),
      line,
      weight: lineWeight,
      grounds,
      solid: setting.backdrop ? 1 : 0,
      strength: setting.strength,
    });
    gpu.release(
      base,
      half,
      quarter,
      sharp,
      smooth,
      flow,
      lines,
      ...(photo === base ? [] : [photo]),
    );
    return out;
  },
});
