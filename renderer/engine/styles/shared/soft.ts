import { LUMA } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { blurred, blurredWhole } from './blur.ts';

/** Moments for the guided filter: luma around zero, its square, and the matte. */
const MOMENTS: Program = {
  name: 'moments',
  fragment: `${LUMA}
uniform sampler2D person;
uniform vec2 texel;
void main() {
  vec4 sum = vec4(0.0);
  for (int j = 0; j < 4; j++) for (int i = 0; i < 4; i++) {
    vec4 c = textureLod(person, uv + (vec2(i, j) * 2.0 - 3.0) * texel, 0.0);
    float y = luma(c.rgb) - 0.5;
    sum += vec4(y, y * y, c.a, c.a);
  }
  color = sum / 16.0;
}`,
};

/** The guided filter's linear coefficients, guided by the picture itself. */
const COEFFICIENTS: Program = {
  name: 'coefficients',
  fragment: `
uniform sampler2D means;
void main() {
  vec4 m = texture(means, uv);
  float variance = max(0.0, m.y - m.x * m.x), a = variance / (variance + 0.0035);
  color = vec4(a, m.x * (1.0 - a), m.z, m.w);
}`,
};

/**
 * The surface's normals: from the landmarks inside the face, elsewhere from the slope of the
 * blurred matte, as if it were an inflated body (after S. Johnston, "Lumo", 2002).
 */
const SHAPE: Program = {
  name: 'shape',
  fragment: `
uniform sampler2D soft, wide, normals;
uniform vec2 texel;
void main() {
  vec2 far = texel * 6.0;
  vec2 body = vec2(
    texture(wide, uv - vec2(far.x, 0.0)).w - texture(wide, uv + vec2(far.x, 0.0)).w,
    texture(wide, uv - vec2(0.0, far.y)).w - texture(wide, uv + vec2(0.0, far.y)).w) * 2.6;
  vec2 near = texel * 2.0;
  vec2 edge = vec2(
    texture(soft, uv - vec2(near.x, 0.0)).z - texture(soft, uv + vec2(near.x, 0.0)).z,
    texture(soft, uv - vec2(0.0, near.y)).z - texture(soft, uv + vec2(0.0, near.y)).z) * 0.9;
  vec2 inflated = body + edge;
  float size = length(inflated);
  inflated *= min(1.0, 0.93 / max(size, 1e-3));
  vec4 face = texture(normals, uv);
  vec2 facing = (face.rg * 2.0 - 1.0);
  vec2 n = mix(inflated, facing, face.a * 0.9);
  float rim = smoothstep(0.97, 0.55, texture(soft, uv).z);
  color = vec4(n, rim, face.a);
}`,
};

/**
 * Fast guided filter (K. He, J. Sun 2015) of the person's luma, with a window of about 32 px of a
 * 1024 px picture. `soft` holds mean a, mean b (around a half), and the matte blurred narrowly and
 * widely, in 8 bits, as every style fetches it for every pixel. `shape` holds the surface's
 * normals.
 */
export const softPasses = (gpu: Gpu, person: Target, normals: Target) => {
  const n = Math.max(64, person.width >> 3);
  // One step is a texel of a 256 px grid, whatever the size of this one.
  const step = 1 / 256;
  const texel = [1 / person.width, 1 / person.height];
  const moments = gpu.drawn(MOMENTS, n, { person, texel }, 'rgba16f');
  const means = blurredWhole(gpu, moments, step * n);
  const fine = blurredWhole(gpu, gpu.drawn(COEFFICIENTS, n, { means }, 'rgba16f'), step * n);
  // Half as many texels are enough for the wide blur.
  const wide = blurred(gpu, blurred(gpu, fine, n >> 1, step * 3), n >> 1, step * 6);
  const soft = gpu.drawn(MERGE, n, { fine, wide });
  const shape = gpu.drawn(SHAPE, n, { soft: fine, wide, normals, texel: [step, step] }, 'rgba16f');
  return { soft, shape };
};

const MERGE: Program = {
  name: 'merge',
  fragment: `
uniform sampler2D fine, wide;
void main() {
  vec4 m = texelFetch(fine, ivec2(gl_FragCoord.xy), 0);
  color = vec4(m.x, m.y + 0.5, m.z, texture(wide, uv).w);
}`,
};
