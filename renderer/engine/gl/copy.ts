import type { Program } from './program.ts';

/** Reduces by a box filter, weighted by alpha; `ratio` is up to 4 and needn't be whole. */
export const REDUCE: Program = {
  name: 'reduce',
  fragment: `
uniform sampler2D source;
uniform float ratio;
void main() {
  vec4 sum = vec4(0.0);
  for (int j = 0; j < 4; j++) for (int i = 0; i < 4; i++) {
    vec2 at = (gl_FragCoord.xy + (vec2(i, j) - 1.5) * 0.25) * ratio / vec2(textureSize(source, 0));
    vec4 c = texture(source, at);
    sum += vec4(c.rgb * c.a, c.a);
  }
  color = vec4(sum.rgb / max(sum.a, 1e-4), sum.a / 16.0);
}`,
};

/** Draws a photo into a frame; beyond its border it is mirrored and increasingly blurred. */
export const EXTEND: Program = {
  name: 'extend',
  fragment: `
uniform sampler2D source;
uniform mat3 back;
void main() {
  vec2 p = (back * vec3(uv, 1.0)).xy;
  vec2 beyond = max(max(-p, p - 1.0), 0.0);
  float far = max(beyond.x, beyond.y);
  color = vec4((far > 0.0 ? textureLod(source, p, min(6.5, 2.0 + far * 60.0)) : texture(source, p)).rgb, 1.0);
}`,
};
