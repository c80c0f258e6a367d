import { rgbOf } from '../../../core/colour.ts';
import { LUMA } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { clamp } from '../../raster/numbers.ts';
import { centreOf } from '../../raster/points.ts';
import { faceWidthOf, pointsOf } from '../shared/canvas.ts';
import { once } from '../shared/lazy.ts';
import { CHIN, CROWN, EARS } from '../shared/mesh.ts';
import { between, rngOf } from '../shared/random.ts';
import { skinTint, TINT_OF, type Direction } from '../shared/render-person.ts';
import type { Scene } from '../shared/scene.ts';

const LONG = 128;
const ACROSS = 32;
/** Number of different brush marks, drawn one below the other in a single texture. */
const BRUSHES = 8;

/**
 * Brush marks as left by bristles: coverage in r; the paint's slope across the mark in g and along
 * it in b, around 127.5. RGBA bytes, LONG x (ACROSS * BRUSHES) pixels, always the same.
 */
const brushPixels = (): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(LONG * ACROSS * BRUSHES * 4);
  for (let brush = 0; brush < BRUSHES; brush += 1) {
    const rng = rngOf(brush, 'brush');
    // Each bristle has its own load of paint, start and end.
    const bristles = Array.from({ length: ACROSS }, () => ({
      load: between(rng, 0.25, 1),
      start: between(rng, 0, 0.1),
      end: between(rng, 0.78, 1),
    }));
    const load = (b: number): number => bristles[clamp(b, 0, ACROSS - 1)].load;
    const height = Float32Array.from({ length: LONG * ACROSS }, (_, i) => {
      const [x, y] = [i % LONG, Math.floor(i / LONG)];
      const [u, v] = [(x + 0.5) / LONG, (y + 0.5) / ACROSS];
      const { start, end } = bristles[y];
      const body = Math.min(1, (1 - Math.abs(2 * v - 1)) * 3.2);
      const paint = load(y) * 0.5 + (load(y - 1) + load(y + 1)) * 0.25;
      const ends = clamp((u - start - 0.02) * 9) * clamp((end - u) * 6);
      // Paint piles up where the brush leaves the canvas, and at the mark's sides.
      const pile =
        0.75 +
        0.5 * Math.exp(-(((u - 0.86) / 0.07) ** 2)) +
        0.3 * Math.exp(-(((Math.abs(2 * v - 1) - 0.72) / 0.16) ** 2));
      return body * ends * (0.45 + 0.55 * paint) * pile;
    });
    const at = (x: number, y: number): number =>
      x < 0 || y < 0 || x >= LONG || y >= ACROSS ? 0 : height[y * LONG + x];
    height.forEach((h, i) => {
      const [x, y] = [i % LONG, Math.floor(i / LONG)];
      const across = clamp((at(x, y - 1) - at(x, y + 1)) * 1.6, -1);
      const along = clamp((at(x - 2, y) - at(x + 2, y)) * 1.2, -1);
      const bytes = [255 * clamp((h - 0.16) * 2.8), 127.5 + 127.5 * across, 127.5 + 127.5 * along];
      out.set([...bytes.map(Math.round), 255], (brush * LONG * ACROSS + i) * 4);
    });
  }
  return out;
};

/** The brush marks on the GPU; made once per context. */
const brushOf = once((root: Gpu) => root.upload(brushPixels(), LONG, ACROSS * BRUSHES));

/** `hash(n, k)`: a number in 0..1 for mark `n` and purpose `k`; `placeOf`: a mark's position. */
const HASH = `
uniform float seed;
float hash(float n, float k) {
  uint h = uint(n) * 747796405u + uint(k * 131.0 + seed) * 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  return float((h >> 22u) ^ h & 0xffffu) / 65536.0;
}
vec2 placeOf(float n, float cells) {
  vec2 cell = vec2(mod(n, cells), floor(n / cells));
  return (cell + 0.5 + (vec2(hash(n, 1.0), hash(n, 2.0)) - 0.5) * 1.1) / cells;
}`;

/**
 * Plans each mark in one texel: its direction in x (radians; 9 if it isn't drawn), length in y and
 * width in z as fractions of the picture, and in w how much it is on the face. A pass of its own, as
 * a vertex shader would repeat it for each corner.
 */
const PLAN: Program = {
  name: 'marks planned',
  fragment: `${HASH}${LUMA}${TINT_OF}
uniform sampler2D flow, flat_, features;
uniform vec3 skin, face;
uniform float cells, spread, size, longer, fine;
void main() {
  float n = floor(gl_FragCoord.x) + floor(gl_FragCoord.y) * cells;
  vec2 at = placeOf(n, cells);
  vec4 f = texture(flow, at), m = texture(features, at);
  vec3 c = texture(flat_, at).rgb;
  float feature = min(1.0, max(m.g * 1.3, max(m.b, m.a * 0.8)));
  // A bald head is painted as calmly as the face below it.
  float far = distance(at, face.xy) / face.z, y = luma(c);
  vec2 tint = tintOf(c, y) - skin.xy;
  float calm = max(m.r, max(0.0, 1.0 - dot(tint, tint) * 6.0) * smoothstep(1.05, 0.85, far));
  float detail = f.w * 1.75;
  // Coarse marks avoid edges and faces; fine ones go only there.
  float wanted = mix(1.0 - smoothstep(0.25, 0.8, detail + calm * 0.5), smoothstep(0.08, 0.3, detail + m.r * 0.22), fine);
  wanted *= 1.0 - feature * mix(0.97, 0.4, fine);
  float a = 0.5 * atan(f.y - 0.5, f.x - 0.5) + (hash(n, 3.0) - 0.5) * spread * (1.3 - f.z);
  if (hash(n, 4.0) > 0.5) a += 3.14159265;
  vec2 along = vec2(cos(a), sin(a));
  float scale = size * (0.7 + 0.6 * hash(n, 5.0)) * mix(1.0, 0.72, m.r)
    // Large on clothes and background, small around eyes and mouth.
    * mix(1.0, 1.4, smoothstep(0.7, 1.2, far)) * mix(1.0, 0.42, feature);
  // A mark ends where its colour does (P. Litwinowicz 1997): it shrinks if its ends differ.
  float reach = longer * scale * 0.42;
  vec3 e0 = texture(flat_, at + along * reach).rgb - c, e1 = texture(flat_, at - along * reach).rgb - c;
  vec2 side = vec2(-along.y, along.x) * scale * 0.4;
  vec3 e2 = texture(flat_, at + side).rgb - c, e3 = texture(flat_, at - side).rgb - c;
  float ends = max(dot(e0, e0), dot(e1, e1)), sides = max(dot(e2, e2), dot(e3, e3));
  float stay = mix(1.0, 0.45, smoothstep(0.006, 0.05, ends));
  wanted *= mix(1.0 - smoothstep(0.03, 0.12, max(ends, sides)), 1.0, fine);
  scale *= mix(1.0, 0.6, smoothstep(0.008, 0.06, sides));
  color = vec4(wanted < 0.35 + 0.3 * hash(n, 6.0) ? 9.0 : a, longer * stay * scale, scale, calm);
}`,
};

/**
 * One layer of brush marks (P. Haeberli 1990; A. Hertzmann 1998): a jittered grid of quads, each
 * turned along the flow, with the colour of the abstracted picture at its middle. Not instances, as
 * a software renderer starts a draw for each of those.
 */
const MARKS: Program = {
  name: 'marks',
  vertex: `${HASH}
uniform sampler2D plan, flat_;
uniform float cells, count;
out vec2 uv;
flat out vec3 paint;
flat out vec2 turn;
void main() {
  int index = gl_VertexID / 6, tip = gl_VertexID - index * 6;
  // A stride coprime to the count visits every cell once, in no visible order.
  float n = float((uint(index) * 7919u + 13u) % uint(count));
  vec4 mark = texelFetch(plan, ivec2(mod(n, cells), n / cells), 0);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (mark.x > 8.0) return;
  vec2 at = placeOf(n, cells), along = vec2(cos(mark.x), sin(mark.x));
  vec3 c = textureLod(flat_, at, 0.0).rgb;
  // Two triangles, with corners 0 1 2 and 2 1 3; the bits of 50 and 44 are those corners' x and y.
  vec2 corner = vec2((ivec2(50, 44) >> tip) & 1);
  vec2 local = (corner - 0.5) * mark.yz;
  gl_Position = vec4((at + along * local.x + vec2(-along.y, along.x) * local.y) * 2.0 - 1.0, 0.0, 1.0);
  float l = (hash(n, 8.0) - 0.5) * mix(0.11, 0.06, mark.w);
  vec3 tint = (vec3(hash(n, 9.0), hash(n, 10.0), hash(n, 11.0)) - 0.5) * mix(0.055, 0.03, mark.w);
  paint = c * (1.0 + l) + tint * (0.3 + c);
  turn = along;
  uv = vec2(corner.x, (corner.y * 0.94 + 0.03 + floor(hash(n, 12.0) * ${BRUSHES.toFixed(1)})) / ${BRUSHES.toFixed(1)});
}`,
  fragment: `
uniform sampler2D brush;
uniform vec2 light;
uniform float relief, opacity;
flat in vec3 paint;
flat in vec2 turn;
void main() {
  vec4 b = texture(brush, uv);
  if (b.r < 0.02) discard;
  vec2 slope = b.gb * 2.0 - 1.0;
  // The picture's slope across the mark and along it.
  vec2 s = slope.x * vec2(-turn.y, turn.x) + slope.y * turn;
  float lit = dot(s, -light);
  vec3 c = paint * (1.0 + relief * lit) + max(0.0, lit - 0.35) * relief * 0.22;
  color = vec4(clamp(c, 0.0, 1.0), b.r * opacity);
}`,
};

/** Layers of marks; sizes are in pixels of a 1024 px picture. */
const LAYERS = {
  broad: { every: 24, width: 30, longer: 3.3, fine: 0, opacity: 0.95 },
  middle: { every: 15, width: 16, longer: 3.2, fine: 0, opacity: 0.9 },
  fine: { every: 9.5, width: 9, longer: 3.4, fine: 1, opacity: 0.85 },
} as const;

/**
 * A brush that paints a layer of marks over a canvas; colours come from `flat`. Of a hand, `brush`
 * is a factor on the marks' size, and `spread` how much their directions vary, in radians.
 */
export const strokesOf =
  (
    gpu: Gpu,
    scene: Scene,
    { flow, flat }: { readonly flow: Target; readonly flat: Target },
    hand: Readonly<Record<'seed' | 'brush' | 'spread' | 'relief', number>>,
    key: Direction,
  ) =>
  (canvas: Target, name: keyof typeof LAYERS): void => {
    const { gl } = gpu;
    const layer = LAYERS[name];
    // The vertex shader's stride, 7919, is prime: it visits all cells unless it divides their count.
    const cells = Math.round(1024 / (layer.every * hand.brush));
    const count = cells * cells;
    const own = {
      flat_: flat,
      cells,
      seed: (hand.seed % 9973) + Object.keys(LAYERS).indexOf(name) * 77,
    };
    // A target of this size is hardly ever needed again.
    const plan = gpu.target(cells, cells, 'rgba16f', false, true);
    gpu.pass(PLAN, plan, {
      ...own,
      flow,
      features: scene.features,
      skin: skinTint(rgbOf(scene.subject.skin)),
      face: faceOf(scene),
      spread: hand.spread,
      size: (layer.width * hand.brush) / 1024,
      longer: layer.longer,
      fine: layer.fine,
    });
    gpu.bind(canvas);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE);
    try {
      gpu.use(MARKS, {
        ...own,
        plan,
        brush: brushOf(gpu.root),
        count,
        light: [key[0], key[1]],
        relief: hand.relief,
        opacity: layer.opacity,
      });
      gl.drawArrays(gl.TRIANGLES, 0, 6 * count);
    } finally {
      gl.disable(gl.BLEND);
    }
  };

/** The face's middle and width, as fractions of the picture. */
const faceOf = (scene: Scene): number[] => {
  const [x] = centreOf(pointsOf(scene, EARS));
  const [, y] = centreOf(pointsOf(scene, [CROWN, CHIN]));
  return [x / scene.size, y / scene.size, faceWidthOf(scene) / scene.size];
};
