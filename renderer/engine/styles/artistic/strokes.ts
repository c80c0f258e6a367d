import type { Gpu } from '../../worker/gl/gpu.ts';
import type { Program } from '../../worker/gl/program.ts';
import type { Target } from '../../worker/gl/target.ts';
import type { Direction } from '../shared/develop.ts';
import type { Scene } from '../shared/scene.ts';
import { brushOf, BRUSHES } from './brush.ts';

/**
 * One layer of brush marks (P. Haeberli, "Paint by numbers", 1990; in layers from coarse to fine as
 * A. Hertzmann 1998): a jittered grid of instanced quads, each turned along the flow, with the
 * colour of the abstracted picture under its middle. A mark that would blur a feature isn't made.
 */
const MARKS: Program = {
  name: 'marks',
  vertex: `
uniform sampler2D flow, flat_, features;
uniform float cells, count, seed, spread, size, longer, fine;
out vec2 uv;
flat out vec3 paint;
flat out vec3 turn;
float hash(float n, float k) {
  uint h = uint(n) * 747796405u + uint(k * 131.0 + seed) * 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  return float((h >> 22u) ^ h & 0xffffu) / 65536.0;
}
void main() {
  // A stride that shares no divisor with the count visits every cell once, in no visible order.
  float n = float((uint(gl_InstanceID) * 7919u + 13u) % uint(count));
  vec2 cell = vec2(mod(n, cells), floor(n / cells));
  vec2 at = (cell + 0.5 + (vec2(hash(n, 1.0), hash(n, 2.0)) - 0.5) * 1.1) / cells;
  vec4 f = textureLod(flow, at, 0.0), m = textureLod(features, at, 0.0);
  vec3 c = textureLod(flat_, at, 0.0).rgb;
  float feature = max(m.g * 1.3, max(m.b, m.a * 0.8));
  float detail = f.w * 7.0;
  // Coarse marks keep off edges and faces, fine ones go only there.
  float wanted = mix(1.0 - smoothstep(0.25, 0.8, detail + m.r * 0.5), smoothstep(0.08, 0.3, detail + m.r * 0.22), fine);
  wanted *= 1.0 - feature * 0.97;
  float a = 0.5 * atan(f.y, f.x) + (hash(n, 3.0) - 0.5) * spread * (1.3 - f.z);
  vec2 along = vec2(cos(a), sin(a));
  if (hash(n, 4.0) > 0.5) along = -along;
  float scale = size * (0.7 + 0.6 * hash(n, 5.0)) * mix(1.0, 0.72, m.r);
  // A mark ends where the colour does (P. Litwinowicz 1997): it shrinks when its ends lie elsewhere.
  float reach = longer * scale * 0.42;
  vec3 e0 = textureLod(flat_, at + along * reach, 0.0).rgb - c, e1 = textureLod(flat_, at - along * reach, 0.0).rgb - c;
  vec2 side = vec2(-along.y, along.x) * scale * 0.4;
  vec3 e2 = textureLod(flat_, at + side, 0.0).rgb - c, e3 = textureLod(flat_, at - side, 0.0).rgb - c;
  float ends = max(dot(e0, e0), dot(e1, e1)), sides = max(dot(e2, e2), dot(e3, e3));
  float stay = mix(1.0, 0.45, smoothstep(0.006, 0.05, ends));
  wanted *= mix(1.0 - smoothstep(0.03, 0.12, max(ends, sides)), 1.0, fine);
  scale *= mix(1.0, 0.6, smoothstep(0.008, 0.06, sides));
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  vec2 local = (corner - 0.5) * vec2(longer * stay * scale, scale);
  vec2 p = at + along * local.x + vec2(-along.y, along.x) * local.y;
  bool skip = wanted < 0.35 + 0.3 * hash(n, 6.0);
  gl_Position = skip ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(p * 2.0 - 1.0, 0.0, 1.0);
  float l = (hash(n, 8.0) - 0.5) * mix(0.10, 0.06, m.r);
  vec3 tint = (vec3(hash(n, 9.0), hash(n, 10.0), hash(n, 11.0)) - 0.5) * mix(0.05, 0.028, m.r);
  paint = c * (1.0 + l) + tint * (0.3 + c);
  turn = vec3(along, wanted);
  uv = vec2(corner.x, (corner.y * 0.94 + 0.03 + floor(hash(n, 12.0) * ${BRUSHES.toFixed(1)})) / ${BRUSHES.toFixed(1)});
}`,
  fragment: `
uniform sampler2D brush;
uniform vec2 light;
uniform float relief, opacity;
flat in vec3 paint;
flat in vec3 turn;
void main() {
  vec4 b = texture(brush, uv);
  if (b.r < 0.02) discard;
  vec2 slope = b.gb * 2.0 - 1.0;
  // The slope in the picture: across the mark, and along it.
  vec2 s = slope.x * vec2(-turn.y, turn.x) + slope.y * turn.xy;
  float lit = dot(s, -light);
  vec3 c = paint * (1.0 + relief * lit) + max(0.0, lit - 0.35) * relief * 0.22;
  color = vec4(clamp(c, 0.0, 1.0), b.r * opacity);
}`,
};

/** Sizes in pixels of a 1024 px picture. */
interface Layer {
  readonly every: number;
  readonly width: number;
  readonly longer: number;
  readonly fine: number;
  readonly opacity: number;
}

const LAYERS: readonly Layer[] = [
  { every: 24, width: 30, longer: 3.3, fine: 0, opacity: 0.95 },
  { every: 15, width: 16, longer: 3.2, fine: 0, opacity: 0.9 },
  { every: 9.5, width: 9, longer: 3.4, fine: 1, opacity: 0.85 },
];

export interface Hand {
  readonly seed: number;
  /** Factor on the marks' size. */
  readonly brush: number;
  /** How much marks differ in direction, radians. */
  readonly spread: number;
  readonly relief: number;
}

/** Lays the marks over `canvas`, coarse to fine; `flat` gives the colours. */
export const paintStrokes = (
  gpu: Gpu,
  scene: Scene,
  canvas: Target,
  parts: { readonly flow: Target; readonly flat: Target },
  hand: Hand,
  key: Direction,
): void => {
  const { gl } = gpu;
  const brush = brushOf(gpu);
  gpu.bind(canvas);
  gl.enable(gl.BLEND);
  gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE);
  try {
    LAYERS.forEach((layer, index) => {
      // The vertex shader's stride, 7919, is prime: any count that isn't its multiple is visited whole.
      const cells = Math.round(1024 / (layer.every * hand.brush));
      const count = cells * cells;
      gpu.use(MARKS, {
        flow: parts.flow, flat_: parts.flat, features: scene.features, brush,
        cells, count, seed: (hand.seed % 9973) + index * 77, spread: hand.spread,
        size: (layer.width * hand.brush) / 1024, longer: layer.longer, fine: layer.fine,
        light: [key[0], key[1]], relief: hand.relief, opacity: layer.opacity,
      });
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    });
  } finally {
    gl.disable(gl.BLEND);
  }
};
