import { CONES_OF_LAB, CONES_OF_LINEAR, LAB_OF_CONES, LINEAR_OF_CONES } from '../../core/colour.ts';

/** `luma(c)`: the luma of a gamma-encoded colour (ITU-R BT.709). */
export const LUMA = `
float luma(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }
`;

/** How much red, green and blue add to how bright a drawing's tone looks. */
export const TONE = [0.3, 0.55, 0.15] as const;

/** `toneOf(c)`: how bright a gamma-encoded colour looks in a drawing, 0 to 1. */
export const TONE_OF = `
float toneOf(vec3 c) { return dot(c, vec3(${TONE.join(', ')})); }
`;

/**
 * sRGB's transfer within 0.7 of 255, as a polynomial and square roots, since exact powers cost several
 * times as much on a software renderer. Each undoes the other within 0.12 of 255, dark tones too;
 * black and white are exact. The factors make the largest error of gamma-encoded values least.
 */
export const SRGB = `
vec3 toLinear(vec3 c) {
  return c * (c * (c * (c * -0.32148094 + 0.90064124) + 0.36129545) + 0.05954425);
}
vec3 toGamma(vec3 c) {
  c = max(c, 0.0);
  vec3 s = sqrt(c + 0.0035);
  return clamp(0.31487231 * s + 0.8014284 * sqrt(s) + 0.09600789 * c - 0.21355947, 0.0, 1.0);
}
${LUMA}`;

/** A matrix of nine factors, row by row, which GLSL takes column by column. */
const matrix = (rows: readonly number[]): string =>
  `mat3(${[0, 3, 6, 1, 4, 7, 2, 5, 8].map((i) => rows[i].toFixed(10)).join(', ')})`;

/** OKLab (B. Ottosson 2020, https://bottosson.github.io/posts/oklab/), from and to linear sRGB. */
export const OKLAB = `
// A third of the exponent, then two Newton steps: exact to 1e-6, at half the cost of pow().
vec3 cubeRoot(vec3 c) {
  vec3 y = uintBitsToFloat(uvec3(vec3(floatBitsToUint(c)) / 3.0) + 0x2a5137a0u);
  y = (2.0 * y + c / (y * y)) / 3.0;
  return (2.0 * y + c / (y * y)) / 3.0;
}
vec3 toLab(vec3 c) {
  return ${matrix(LAB_OF_CONES)} * cubeRoot(max(${matrix(CONES_OF_LINEAR)} * c, 0.0));
}
vec3 fromLab(vec3 c) {
  vec3 lms = ${matrix(CONES_OF_LAB)} * c;
  return ${matrix(LINEAR_OF_CONES)} * (lms * lms * lms);
}
`;

/** Breaks 8-bit banding with interleaved gradient noise (J. Jimenez 2014); `at` in pixels. */
export const DITHER = `
vec3 dither(vec3 c, vec2 at) {
  float n = fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715))));
  return c + (n - 0.5) / 255.0;
}
`;

/**
 * `smoothAt(t, at)` samples a linearly filtered texture with a cubic B-spline in four taps, so that
 * the steps of a coarse grid don't show (C. Sigg, M. Hadwiger, "Fast third-order texture
 * filtering", 2005).
 */
export const SMOOTH_AT = `
vec4 smoothAt(sampler2D t, vec2 at) {
  vec2 size = vec2(textureSize(t, 0)), p = at * size - 0.5, f = fract(p), r = 1.0 - f;
  vec2 w0 = r * r * r, w1 = 4.0 - 3.0 * f * f * (2.0 - f), w2 = 4.0 - 3.0 * r * r * (2.0 - r), w3 = f * f * f;
  vec2 g0 = (w0 + w1) / 6.0, g1 = (w2 + w3) / 6.0;
  vec2 a = (p - f - 0.5 + w1 / (w0 + w1)) / size, b = (p - f + 1.5 + w3 / (w2 + w3)) / size;
  return g0.y * (g0.x * texture(t, a) + g1.x * texture(t, vec2(b.x, a.y)))
    + g1.y * (g0.x * texture(t, vec2(a.x, b.y)) + g1.x * texture(t, b));
}`;
