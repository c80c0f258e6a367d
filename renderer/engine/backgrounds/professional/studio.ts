import { backdropProgram } from '../shared/background.ts';

/** A roll of seamless paper: even, with a wide pool of light, darker towards the bottom. */
export const PAPER = backdropProgram(
  'paper',
  `
uniform vec3 tone, deep;
uniform vec2 pool;
vec3 ground(vec2 p) {
  vec2 d = (p - pool) * vec2(1.0, 0.9);
  float light = exp(-dot(d, d) * 2.2), foot = smoothstep(0.7, 1.1, p.y);
  return mix(deep, tone, clamp(light * 1.05, 0.0, 1.1)) * (1.0 - 0.10 * foot);
}`,
);

/**
 * A mottled painted canvas lit by one soft lamp: brightest around the head, darker at the corners.
 */
export const CANVAS = backdropProgram(
  'canvas',
  `
uniform vec3 tone, deep;
uniform vec2 pool, offset;
uniform float mottle, weave, turn;
vec3 ground(vec2 p) {
  float c = cos(turn), s = sin(turn);
  vec2 q = mat2(c, s, -s, c) * p;
  float cloud = texture(noise, q * vec2(0.34, 0.5) + offset).a * 0.6
    + texture(noise, q.yx * vec2(0.9, 1.25) - offset).a * 0.4 - 0.5;
  float thread = texture(noise, p * 2.0 + offset).g - 0.5;
  float d = length((p - pool) * vec2(1.0, 0.9));
  float light = exp(-d * d * 3.6);
  vec3 ground_ = mix(deep, tone, clamp(light + cloud * mottle, 0.0, 1.3));
  return ground_ * (1.0 + cloud * mottle * 0.5 + thread * weave);
}`,
);
