import { TONE_OF } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { DIR_AT, flowOf } from './flow.ts';
import type { Scene } from './scene.ts';

const gauss = (x: number, sigma: number): number => Math.exp(-(x * x) / (2 * sigma * sigma));

/** Weights of a difference of Gaussians in one dimension: each Gaussian sums to 1. */
export const dogWeights = (
  radius: number,
  sigma: number,
  ratio: number,
  sharpness: number,
): number[] => {
  const xs = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius);
  const sum = (s: number): number => xs.reduce((total, x) => total + gauss(x, s), 0);
  const [narrow, wide] = [sum(sigma), sum(sigma * ratio)];
  return xs.map((x) => gauss(x, sigma) / narrow - (sharpness * gauss(x, sigma * ratio)) / wide);
};

const RADIUS = 5;
const WEIGHTS = dogWeights(RADIUS, 1.15, 1.6, 0.985);

/** The hand's direction where a picture has no form, in radians. */
const HABIT = 0.6;

/** Across the flow; relative to local brightness, so dark skin and hair don't turn black. */
const ACROSS: Program = {
  name: 'lines across',
  fragment: `${DIR_AT}${TONE_OF}
uniform sampler2D source, flow, person, soft;
float at(vec2 p) { return toneOf(texture(source, p).rgb); }
void main() {
  if (texture(soft, uv).z < 0.004) { color = vec4(0.5, 0.0, 1.0, 1.0); return; }
  vec2 texel = 1.0 / vec2(textureSize(source, 0)), d = dirAt(flow, uv, vec2(1.0, 0.0)), step_ = vec2(-d.y, d.x) * texel;
  float sum = 0.0, local = 0.0, l;
  ${WEIGHTS.map((w, i) => `l = at(uv + step_ * ${(i - RADIUS).toFixed(1)}); sum += l * ${w.toFixed(6)}; local += l;`).join('\n  ')}
  local /= ${WEIGHTS.length.toFixed(1)};
  vec2 p = 1.5 * texel;
  float matte = (texture(person, uv).a * 2.0 + texture(person, uv + p).a + texture(person, uv - p).a
    + texture(person, uv + vec2(p.x, -p.y)).a + texture(person, uv + vec2(-p.x, p.y)).a) / 6.0;
  color = vec4(0.5 + 2.0 * sum / (local + 0.12), matte, local, 1.0);
}`,
};

/** The pass along the flow, following its curve step by step; it joins broken lines. */
const ALONG: Program = {
  name: 'lines along',
  fragment: `${DIR_AT}
uniform sampler2D source, flow, soft;
void main() {
  vec2 texel = 1.0 / vec2(textureSize(source, 0));
  vec4 mid = texelFetch(source, ivec2(gl_FragCoord.xy), 0);
  if (texture(soft, uv).z < 0.004) { color = mid; return; }
  float sum = mid.r * 0.26;
  vec2 ahead = dirAt(flow, uv, vec2(1.0, 0.0)), p, d;
  ${['ahead', '-ahead']
    .map(
      (start) => `
  d = ${start}; p = uv + d * texel * 1.4; sum += texture(source, p).r * 0.20;
  d = dirAt(flow, p, d); p += d * texel * 1.4; sum += texture(source, p).r * 0.12;
  d = dirAt(flow, p, d); p += d * texel * 1.4; sum += texture(source, p).r * 0.05;`,
    )
    .join('')}
  color = vec4(sum, mid.gba);
}`,
};

/**
 * Flow-based difference of Gaussians (H. Kang, S. Lee, C. Chui 2007) on the person, at the size of
 * `source`. In r the response around 0.5 (lower is a line), in g the matte, slightly smoothed, in b
 * the local luma. Thresholded at full size it gives clean contours.
 */
export const linesOf = (
  gpu: Gpu,
  { person, soft }: Scene,
  source: Target,
  flow = flowOf(gpu, source, HABIT),
): Target => {
  const across = gpu.drawn(ACROSS, source.width, { source, flow, person, soft });
  return gpu.drawn(ALONG, source.width, { source: across, flow, soft });
};
