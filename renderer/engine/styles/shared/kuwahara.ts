import { TONE_OF } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import type { Scene } from './scene.ts';

const SECTORS = 8;

/**
 * Window of the generalised Kuwahara filter (G. Papari, N. Petkov, P. Campisi 2007): a Gaussian
 * disc of `radius` texels in eight sectors that overlap by a raised cosine, each of weight 1.
 */
export const kuwaharaTaps = (radius: number) => {
  const taps: { x: number; y: number; weights: number[] }[] = [];
  for (let y = -radius; y <= radius; y += 1) {
    for (let x = -radius; x <= radius; x += 1) {
      const r = Math.hypot(x, y);
      if (r > radius + 0.3) continue;
      const gauss = Math.exp(-(r * r) / (2 * (radius * 0.55) ** 2));
      const weights = Array.from({ length: SECTORS }, (_, i) => {
        if (r === 0) return gauss / SECTORS;
        const beyond = Math.atan2(y, x) - (i * 2 * Math.PI) / SECTORS;
        const turn = Math.abs(((beyond + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
        return turn >= Math.PI / 4 ? 0 : gauss * Math.cos(2 * turn) ** 2;
      });
      taps.push({ x, y, weights });
    }
  }
  for (let i = 0; i < SECTORS; i += 1) {
    const sum = (): number => taps.reduce((total, tap) => total + tap.weights[i], 0);
    const whole = sum();
    for (const tap of taps) if (tap.weights[i] < 0.01 * whole) tap.weights[i] = 0;
    const kept = sum();
    for (const tap of taps) tap.weights[i] /= kept;
  }
  return taps.filter((tap) => tap.weights.some((w) => w > 0));
};

/** If the window's values differ by less than this (0..1 per channel), a plain mean will do. */
const FLAT = 0.012;

/**
 * The filter, unrolled, as a loop over an array took twenty times as long on a software renderer.
 * The result is the mean of the sectors' means, weighted so that sectors of low variance win.
 * `source` has each texel's deviation in alpha; if `within` is 1, only pixels in or near the matte
 * are filtered.
 */
const kuwahara = (radius: number): Program => {
  const lines = kuwaharaTaps(radius).flatMap(({ x, y, weights }) => [
    `c = texelFetch(source, clamp(at + ivec2(${String(x)}, ${String(y)}), ivec2(0), top), 0); l = toneOf(c.rgb); c.a = l * l + c.a * c.a;`,
    ...weights.flatMap((w, i) => (w > 0 ? [`m${String(i)} += c * ${w.toFixed(6)};`] : [])),
  ]);
  const rim = Array.from({ length: SECTORS }, (_, i) => {
    const turn = (i * 2 * Math.PI) / SECTORS;
    const [x, y] = [Math.cos(turn), Math.sin(turn)].map((v) => Math.round(v * radius * 0.9));
    return `c = texelFetch(source, clamp(at + ivec2(${String(x)}, ${String(y)}), ivec2(0), top), 0); low = min(low, c); high = max(high, c); sum += c;`;
  });
  const sectors = Array.from({ length: SECTORS }, (_, i) => String(i));
  return {
    name: `kuwahara ${String(radius)}`,
    fragment: `${TONE_OF}
uniform sampler2D source, soft;
uniform float within;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), top = textureSize(source, 0) - 1;
  vec4 c = texelFetch(source, at, 0), sum = c, low = c, high = c;
  if (within > 0.5 && texture(soft, uv).z < 0.004) { color = vec4(c.rgb, 0.0); return; }
  ${rim.join('\n  ')}
  if (all(lessThan(high - low, vec4(${FLAT.toFixed(3)})))) { color = vec4(sum.rgb / ${(SECTORS + 1).toFixed(1)}, 0.0); return; }
  sum = vec4(0.0);
  float l, v, w;
  ${sectors.map((i) => `vec4 m${i} = vec4(0.0);`).join(' ')}
  ${lines.join('\n  ')}
  ${sectors.map((i) => `l = toneOf(m${i}.rgb); v = max(0.0, m${i}.a - l * l) * 900.0; v *= v; w = 1.0 / (0.02 + v * v); sum += vec4(m${i}.rgb, 1.0) * w;`).join('\n  ')}
  color = vec4(sum.rgb / sum.a, 0.0);
}`,
  };
};

/** Reduces by `ratio`; alpha gets the deviation of luma inside each texel. */
const HALVE: Program = {
  name: 'halve',
  fragment: `${TONE_OF}
uniform sampler2D source;
uniform float ratio;
void main() {
  ivec2 at = ivec2(floor((gl_FragCoord.xy - 0.5) * ratio)), top = textureSize(source, 0) - 1;
  int far = int(max(1.0, ratio * 0.5));
  vec3 a = texelFetch(source, at, 0).rgb, b = texelFetch(source, min(at + ivec2(far, 0), top), 0).rgb;
  vec3 c = texelFetch(source, min(at + ivec2(0, far), top), 0).rgb, d = texelFetch(source, min(at + far, top), 0).rgb;
  vec3 mean = (a + b + c + d) * 0.25;
  vec4 l = vec4(toneOf(a), toneOf(b), toneOf(c), toneOf(d));
  vec4 e = l - dot(l, vec4(0.25));
  color = vec4(mean, sqrt(dot(e, e) * 0.25));
}`,
};

const WIDE = kuwahara(4);
const FINE = kuwahara(3);

/** Filters a result of `halved` twice, with radii of 8 and 6 px of a 1024 px picture. */
export const abstracted = (
  gpu: Gpu,
  scene: Scene,
  half: Target,
  area: 'person' | 'all',
): Target => {
  const where = { soft: scene.soft, within: area === 'person' ? 1 : 0 };
  const n = half.width;
  const first = gpu.drawn(WIDE, n, { source: half, ...where });
  return gpu.drawn(FINE, n, { source: first, ...where });
};

/** The picture reduced to at most `edge`, with each texel's deviation of luma in alpha. */
export const halved = (gpu: Gpu, source: Target, edge = 512): Target => {
  const n = Math.min(edge, source.width);
  return gpu.drawn(HALVE, n, { source, ratio: source.width / n });
};
