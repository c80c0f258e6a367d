import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { DIR_AT } from './flow.ts';
import type { Scene } from './scene.ts';

const STEPS = 11;
const STRANDS_PX = 512;

/** Noise smeared along the flow, following its curve step by step; 0.5 away from the person. */
const STRANDS: Program = {
  name: 'strands',
  fragment: `${DIR_AT}
uniform sampler2D flow, noise, soft;
uniform vec2 shift;
void main() {
  if (texture(soft, uv).z < 0.004) { color = vec4(0.5); return; }
  float sum = texture(noise, uv * 2.0 + shift).g, weight = 1.0, w;
  vec2 first = dirAt(flow, uv, vec2(0.0, 1.0)), p, d;
  ${['first', '-first']
    .map(
      (start) => `
  p = uv; d = ${start};
  for (int k = 1; k <= ${String(STEPS)}; k++) {
    p += d * ${(2.2 / STRANDS_PX).toFixed(6)};
    d = dirAt(flow, p, d);
    w = 1.0 - float(k) / ${String(STEPS + 1)}.0;
    sum += w * texture(noise, p * 2.0 + shift).g;
    weight += w;
  }`,
    )
    .join('')}
  color = vec4(0.5 + (sum / weight - 0.5) * 2.6, 0.0, 0.0, 1.0);
}`,
};

/**
 * Strands of hair as grey values around a half, in r: line integral convolution of noise (B.
 * Cabral, L. Leedom 1993). `shift` is an offset into the noise.
 */
export const strandsOf = (
  gpu: Gpu,
  { size, noise, soft }: Scene,
  flow: Target,
  shift: readonly [number, number],
): Target => {
  const n = Math.min(STRANDS_PX, size);
  return gpu.drawn(STRANDS, n, { flow, noise, soft, shift });
};
