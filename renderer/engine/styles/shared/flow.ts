import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { blurredWhole } from './blur.ts';

/** Structure tensor by Scharr's derivative (H. Scharr 2000): E, F, G, and gradient energy. */
const TENSOR: Program = {
  name: 'tensor',
  fragment: `
uniform sampler2D source;
void main() {
  ivec2 size = textureSize(source, 0), at = ivec2(uv * vec2(size)), top = size - 1;
  #define T(x, y) texelFetch(source, clamp(at + ivec2(x, y), ivec2(0), top), 0).rgb
  vec3 a = T(-1, -1), b = T(1, -1), c = T(-1, 1), d = T(1, 1);
  vec3 u = (b + d - a - c) * 0.1839 + (T(1, 0) - T(-1, 0)) * 0.6322;
  vec3 v = (c + d - a - b) * 0.1839 + (T(0, 1) - T(0, -1)) * 0.6322;
  float e = dot(u, u), g = dot(v, v);
  color = vec4(e, dot(u, v), g, sqrt(e + g));
}`,
};

/**
 * Direction along the form: the minor eigenvector's doubled angle in x and y around a half (a
 * doubled angle can be interpolated, a direction can't); anisotropy in z, four times the gradient
 * in w.
 */
const FLOW: Program = {
  name: 'flow',
  fragment: `
uniform sampler2D tensor, fine, shape;
uniform float turn, shaped;
void main() {
  vec4 t = texture(tensor, uv);
  float d = t.x - t.z, r = sqrt(d * d + 4.0 * t.y * t.y), sum = t.x + t.z;
  float anisotropy = r / (sum + 2e-4);
  // The tensor's doubled angle points across the edge, its negative along it.
  vec2 along = -vec2(d, 2.0 * t.y) / max(r, 1e-6);
  // Where there is no form, the hand's habitual direction takes over and wanders slowly.
  vec2 habit = vec2(cos(2.0 * turn + uv.y * 2.2), sin(2.0 * turn + uv.x * 1.7));
  // On a person, the tangent of the rounded form does: hair without visible strands lies along it.
  vec2 n = texture(shape, uv).xy;
  float round_ = length(n);
  habit = mix(habit, -vec2(n.x * n.x - n.y * n.y, 2.0 * n.x * n.y) / max(round_ * round_, 1e-4), shaped * smoothstep(0.05, 0.25, round_));
  vec2 doubled = normalize(mix(habit, along, smoothstep(0.0008, 0.010, r)) + 1e-5);
  color = vec4(doubled * 0.5 + 0.5, anisotropy, max(t.w * 0.6, texture(fine, uv).w) * 4.0);
}`,
};

/** `dirAt(flow, p, last)`: of both unit directions along the form at `p`, the closer to `last`. */
export const DIR_AT = `
vec2 dirAt(sampler2D flow, vec2 p, vec2 last) {
  vec2 f = texture(flow, p).xy;
  vec2 d = vec2(sqrt(f.x), (f.y < 0.5 ? -1.0 : 1.0) * sqrt(1.0 - f.x));
  return dot(d, last) < 0.0 ? -d : d;
}`;

/**
 * The flow of `source` at half its size, in 8 bits, as brushes and lines fetch it at every step:
 * the eigenvectors of a smoothed structure tensor (J. E. Kyprianidis, H. Kang 2011). `turn` is its
 * direction in radians where the picture has no form, unless that of the person's normals, `shape`,
 * is known.
 */
export const flowOf = (gpu: Gpu, source: Target, turn: number, shape?: Target): Target => {
  const n = Math.max(64, source.width >> 1);
  const fine = gpu.drawn(TENSOR, n, { source }, 'rgba16f');
  const tensor = blurredWhole(gpu, fine, (1.6 / 256) * n);
  const followed = { shape: shape ?? tensor, shaped: shape ? 1 : 0 };
  return gpu.drawn(FLOW, n, { tensor, fine, turn, ...followed });
};
