import { hueOf, lch, rgbOf, type Lab } from '../../../core/colour.ts';
import type { Program } from '../../gl/program.ts';
import { lightOf } from '../realistic/index.ts';
import { DRAWN_STYLE, drawStyle, modelOf } from '../shared/drawn-style.ts';
import { pairFor } from '../shared/ground.ts';
import { OWN_TINTS, turnOf } from '../shared/illustration/index.ts';
import { abstracted } from '../shared/kuwahara.ts';
import { linesOf } from '../shared/lines.ts';
import { between, pick, spread } from '../shared/random.ts';
import { defineStyle } from '../shared/style.ts';

const PENCILS: readonly Lab[] = [lch(0.32, 0.045, 50), lch(0.3, 0.01, 80), lch(0.32, 0.06, 265)];

/**
 * Watercolour: glazes made of the flat illustration and the abstracted photo. Pigment is denser
 * where paint dries at edges, in clouds, and in the paper's grain; density d changes a colour to c
 * - (c - c²)(d - 1), as in A. Bousseau et al. (2006). The paper shows through gaps and highlights.
 */
const PAINT: Program = {
  name: 'watercolour',
  fragment: `${DRAWN_STYLE}
uniform sampler2D person, abstract_, lines;
uniform vec3 washA, washB, pencil, paper;
uniform vec2 shift;
uniform float drawn, loose, wet, grain, reach, spots, full, flatness, gain, vivid;
float rimOf(float v, float soft, float broad) {
  float off = offOf(v, soft);
  return exp(-max(off, 0.0) / broad) * step(0.0, off);
}
vec3 dense(vec3 c, float d) { return clamp(c - (c - c * c) * (d - 1.0), 0.0, 1.0); }
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec2 px = gl_FragCoord.xy / unit;
  vec4 big = texture(noise, px / 1500.0 + shift), cloud = texture(noise, px / 520.0 - shift), tooth = texture(noise, px / 310.0 + shift.yx);
  float settle = tooth.g + tooth.b - 1.0;
  vec2 stray = (vec2(cloud.a, texture(noise, px / 470.0 + shift.yx).a) - 0.5) * loose * wide / float(textureSize(person, 0).x);
  vec4 f = texture(features, uv), s = texture(soft, uv);
  // On the face, paint keeps to the drawing.
  vec2 q0 = uv + stray * (1.0 - 0.8 * f.r);
  vec2 p = (toShapes * vec3(q0, 1.0)).xy, q = (toDrawing * vec3(uv, 1.0)).xy;
  vec4 regions = texture(shapeRegions, p), tones = texture(shapeTones, p);
  vec4 figure = figureAt(q0);
  vec3 seen = texture(abstract_, q0).rgb;
  vec3 c = mix(seen, toGamma(clamp(figure.rgb, 0.0, 1.0)), flatness * (1.0 - 0.35 * f.r));
  vec3 lab = toLab(toLinear(c));
  lab = vec3(lab.x + 0.07 * (1.0 - lab.x) + gain, lab.yz * vivid);
  c = toGamma(clamp(fromLab(lab), 0.0, 1.0));
  vec4 pen = penAt(q);

  float onHair = step(0.5, regions.y);
  float d = 1.0 + 0.30 * (big.a - 0.5) * 2.0 + 0.20 * (cloud.a - 0.5) * 2.0 + grain * settle;
  float dry = rimOf(regions.y, SOFT, 0.016) * 0.8 + rimOf(regions.z, SOFT, 0.016) * 0.8 * (1.0 - onHair)
    + rimOf(regions.x, SOFT, 0.018) * 0.9 + rimOf(1.0 - regions.y, SOFT, 0.01) * 0.2;
  float shade = smoothstep(0.27, 0.23, tones.x), edge = shade * smoothstep(0.12, 0.24, tones.x);
  dry += 0.14 * edge * (1.0 - onHair) + 0.3 * smoothstep(0.2, 0.26, tones.z) * smoothstep(0.32, 0.26, tones.z) * onHair;
  d += wet * dry * (0.6 + 0.8 * cloud.a);
  c = dense(c, d);

  // Where there is paint. It strays over the outline, leaves gaps, and runs out below.
  float off = offOf(regions.x, SOFT);
  float cover = clamp((off + 0.002) * wide / 1.5 + 0.5, 0.0, 1.0);
  vec2 away = (gl_FragCoord.xy - middle) / wide;
  float far = length(away * vec2(0.92, 1.0));
  float low = length(vec2(away.x * 0.8, max(away.y, 0.0)));
  float open = smoothstep(0.0, 0.30, reach - low + 0.55 * (cloud.a - 0.5) + 0.5 * (big.a - 0.5) + 0.05 * settle);
  float gap = smoothstep(0.010, 0.002, abs(offOf(regions.z, SOFT))) * smoothstep(0.5, 0.75, cloud.a) * smoothstep(0.4, 0.1, regions.y) * 0.85;
  float light = smoothstep(0.90, 0.99, lab.x) * 0.5 * (1.0 - f.r);
  float body = cover * open, laid = (1.0 - gap) * (1.0 - light);

  // Two washes that run into each other, with spots, or the background's own colour.
  float blend = smoothstep(-0.5, 0.5, (uv.x - 0.5) * 1.7 + (big.a - 0.5) * 2.6);
  vec3 wash = mix(mix(washA, washB, blend), texelFetch(backdrop, at, 0).rgb, 1.0 - recolor);
  float mass = max(full, smoothstep(-0.04, 0.10, 1.42 - far + 1.5 * (big.a - 0.5) + 0.5 * (cloud.a - 0.5)));
  float pool = smoothstep(0.0, 0.4, mass) * (1.0 - mass) * 3.0;
  float dw = 1.0 + 0.7 * (big.a - 0.5) + 0.45 * (cloud.a - 0.5) + 1.1 * grain * settle + 0.8 * pool * (1.0 - full);
  vec3 ground = mix(paper, paper * dense(wash, dw), mass * 0.92);
  vec2 cell = floor(px / 92.0), inCell = fract(px / 92.0);
  vec4 drop = texture(noise, (cell + 0.5) / 256.0 + shift);
  float spot = clamp((drop.r * drop.r * 0.085 + 0.012 - length(inCell - 0.2 - 0.6 * vec2(drop.g, drop.b))) * 60.0, 0.0, 1.0) * step(1.0 - spots, fract(drop.r * 7.3)) * (1.0 - full);
  ground = mix(ground, ground * dense(wash, 1.5), 0.6 * spot);
  ground = mix(ground, vec3(1.0), white);
  // Paint is laid beside the figure, not under it.
  ground = mix(ground, paper, smoothstep(-0.012, 0.004, off) * (1.0 - white));

  // Without a background, the paint keeps its own colour at its thin edges.
  vec3 made = mix(ground, paper * mix(vec3(1.0), c, laid), mix(1.0, body, solid));
  // Eyes and mouth are painted last, with a fine brush.
  vec3 fine = toGamma(clamp(figureAt(uv).rgb, 0.0, 1.0));
  float detail = clamp(smoothstep(0.2, 0.8, pen.g) * 0.85 + pen.b * 0.8, 0.0, 0.9) * step(regions.y, 0.5);
  made = mix(made, fine, detail);
  vec4 l = texture(lines, uv);
  float dip = 0.5 - l.r, w = max(fwidth(l.r), 0.012);
  float quiet = (1.0 - onHair) * step(regions.z, 0.5) * (1.0 - max(f.g, max(f.b, f.a)));
  float trace = smoothstep(-w, w, dip - mix(0.07, 0.13, quiet)) * 0.55 * step(0.5, s.z);
  trace = max(trace, 0.75 * pen.r * step(regions.y, 0.5));
  trace = max(trace, 0.9 * smoothstep(0.2, 0.7, rimsAt(q)));
  trace *= clamp(0.72 + 0.75 * settle, 0.25, 1.0) * drawn * clamp(open * 1.5, 0.0, 1.0);
  made = mix(made, pencil, trace);
  made *= 1.0 + 0.035 * settle * (1.0 - white * (1.0 - max(body, trace)));
  vec4 before = texelFetch(photo, at, 0);
  float alpha = max(body, trace);
  float styled = styledAt(strength, f.r);
  color = vec4(mix(before.rgb, clamp(made, 0.0, 1.0), styled), mix(mix(before.a, alpha, styled), 1.0, solid));
}`,
};

/** Watercolour: wet edges, granulation, gaps that show the paper, a little pencil. */
export const style = defineStyle({
  id: 'watercolour',
  motion: { kind: 'wet', blink: 'lashes' },
  vary: (rng, scene) => {
    const hue = hueOf(pairFor(rng, scene)[0]) + between(rng, -18, 18);
    return {
      // Colours of the two washes behind the person.
      washes: [
        lch(0.82, between(rng, 0.07, 0.1), hue),
        lch(0.87, between(rng, 0.06, 0.09), hue + between(rng, 45, 75) * pick(rng, [1, -1])),
      ],
      pencil: pick(rng, PENCILS),
      // How dark the pencil is, 0 to 1.
      drawn: between(rng, 0.55, 0.95),
      // How far paint strays from the drawing, in face widths.
      loose: between(rng, 0.03, 0.06),
      // How dark paint dries at its edges, and how much it settles in the paper's grain.
      wet: between(rng, 0.5, 0.95),
      grain: between(rng, 0.1, 0.2),
      // Distance below the face, in face widths, at which the paint runs out.
      reach: between(rng, 1.45, 1.8),
      spots: between(rng, 0.15, 0.4),
      shift: [rng(), rng()],
    };
  },
  async render(gpu, scene, { washes, pencil, ...brush }, setting) {
    const { seed, background } = setting;
    const light = lightOf(seed, {
      warmth: [-0.05, 0.08],
      exposure: [0.9, 1.15],
      contrast: [0.1, 0.5],
    });
    const look = { smoothing: 0.75, relight: 0.3 };
    const { half, ...model } = modelOf(gpu, scene, setting, light, look);
    const painted = abstracted(gpu, scene, half, 'person');
    await setting.step();
    const lines = linesOf(gpu, scene, half);
    await setting.step();
    return drawStyle(gpu, PAINT, scene, setting, OWN_TINTS, {
      ...brush,
      ...model,
      abstract_: painted,
      lines,
      washA: rgbOf(washes[0]),
      washB: rgbOf(washes[1]),
      pencil: rgbOf(pencil),
      paper: background === 'clean-white' ? [1, 1, 1] : [0.985, 0.976, 0.957],
      full: background === 'solid-color' || background === 'abstract' ? 1 : 0,
      flatness: 0.5 - 0.6 * turnOf(scene),
      gain: 0.02 + spread(seed, 'exposure', -0.02, 0.03),
      vivid: spread(seed, 'light', 1, 1.24),
    });
  },
});
