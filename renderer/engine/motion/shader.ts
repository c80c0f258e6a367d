import { TONE_OF } from '../gl/glsl.ts';
import type { Program } from '../gl/program.ts';
import type { MotionKind } from '../styles/shared/style.ts';

/** The person alone, premultiplied: this layer over the background gives the picture again. */
export const LAYER: Program = {
  name: 'motion layer',
  fragment: `
uniform sampler2D whole, alone, ground;
uniform float solid;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 w = texelFetch(whole, at, 0), n = solid > 0.5 ? texelFetch(alone, at, 0) : w;
  vec3 c = n.a > 0.08 && solid > 0.5 ? w.rgb - (1.0 - n.a) * texelFetch(ground, at, 0).rgb : n.rgb * n.a;
  color = vec4(clamp(c, 0.0, n.a), n.a);
}`,
};

/** The person's shadow: picture over background, halved to fit 0..1, and weighted by where no person is. */
export const CAST: Program = {
  name: 'motion cast',
  fragment: `
uniform sampler2D whole, alone, ground;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float clear = 1.0 - smoothstep(0.0, 0.03, texelFetch(alone, at, 0).a);
  vec3 factor = (texelFetch(whole, at, 0).rgb + 0.02) / (texelFetch(ground, at, 0).rgb + 0.02);
  color = vec4(clamp(factor * 0.5, 0.0, 1.0) * clear, clear);
}`,
};

/**
 * The background as seen around the person, continued behind them. The shadow at the edge is
 * carried inwards by ever coarser mipmaps, so that no lighter rim shows when the person moves away.
 */
export const PLATE: Program = {
  name: 'motion ground',
  fragment: `
uniform sampler2D whole, alone, ground, shade;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 c = textureLod(shade, uv, 1.5);
  c += (1.0 - c.a) * textureLod(shade, uv, 3.0);
  c += (1.0 - c.a) * textureLod(shade, uv, 4.5);
  c += (1.0 - c.a) * textureLod(shade, uv, 6.0);
  c += (1.0 - c.a) * textureLod(shade, uv, 20.0);
  vec3 behind = (texelFetch(ground, at, 0).rgb + 0.02) * 2.0 * c.rgb / max(c.a, 1e-3) - 0.02;
  color = vec4(mix(texelFetch(whole, at, 0).rgb, clamp(behind, 0.0, 1.0), smoothstep(0.0, 0.06, texelFetch(alone, at, 0).a)), 1.0);
}`,
};

/** Changes the person's tone in a wave from the light's corner: printed dots grow and shrink. */
export const SWELL: Program = {
  name: 'motion swell',
  fragment: `${TONE_OF}
uniform sampler2D person, features;
uniform vec2 key;
uniform float phase;
void main() {
  vec4 c = texelFetch(person, ivec2(gl_FragCoord.xy), 0), f = texture(features, uv);
  float live = sin(6.2831853 * (phase - 1.25 * length(uv - 0.5 + key * 0.42))) - sin(-6.2831853 * 1.25 * length(uv - 0.5 + key * 0.42));
  float light = toneOf(c.rgb);
  live *= 0.038 * smoothstep(0.04, 0.3, light) * (1.0 - 0.55 * f.r) * (1.0 - clamp(f.g * 1.4 + f.b + f.a, 0.0, 1.0));
  // Darker or lighter, but of the same hue: skin stays skin, and each place keeps its ink.
  color = vec4(clamp(c.rgb * (1.0 - live / max(light, 0.04)), 0.0, 1.0), c.a);
}`,
};

/**
 * Skips what follows if the condition holds for no pixel of a quad. A software renderer computes
 * both sides of an `if`, but leaves a loop as soon as no pixel is in it.
 */
const WHERE = '#define WHERE(condition) for (bool here = (condition); here; here = false)\n';

/**
 * The frame of a moment: at each place the person, moved by the field, over the background.
 * Everything that is constant over a frame or cell is computed beforehand, as a software renderer
 * would compute it again for every pixel.
 */
const FRAME = `${WHERE}${TONE_OF}
// x, y: how far this point has moved. z, w: what the movement of the paint needs here.
uniform sampler2D field, open, next, ground, order, soft;
uniform vec2 shift, cells;
uniform float blend, phase, solid;
// The camera: a scale and an offset, for the person and for the background.
uniform vec3 camera, behind;
vec4 openAt(vec2 p, vec2 life);
vec4 lit(vec4 c, vec2 life);
vec4 seenAt(vec2 p, vec2 life);
void main() {
  vec2 place = uv * camera.x + camera.yz;
  // Pixel art moves by whole cells, and each cell is one colour.
  if (cells.x > 0.0) place = (floor((place - cells.y) / cells.x) + 0.5) * cells.x + cells.y;
  vec4 way = texture(field, place);
  vec2 moved = place - (cells.x > 0.0 ? floor(way.xy / cells.x + 0.5) * cells.x : way.xy);
  vec4 c = lit(seenAt(moved, way.zw), way.zw);
  if (solid > 0.5) {
    if (c.a < 1.0) c.rgb += (1.0 - c.a) * texture(ground, uv * behind.x + behind.yz - shift).rgb;
    color = vec4(clamp(c.rgb, 0.0, 1.0), 1.0);
  } else color = c.a > 0.0 ? vec4(min(c.rgb / c.a, 1.0), c.a) : vec4(0.0);
}
`;

const WITHOUT_LIDS = 'vec4 seenAt(vec2 p, vec2 life) { return openAt(p, life); }\n';

/** The surroundings of an eye, with lids and iris moved; other pixels are discarded. */
const WITH_LIDS = `
uniform sampler2D lids, closed;
// Centre and direction; row of its contours, width, which side is outward, picture's size.
uniform vec4 eye, about;
uniform float blink, gaze;
vec4 seenAt(vec2 p, vec2 life) {
  float E = about.y;
  vec2 u = eye.zw, v = vec2(-u.y, u.x) * (u.x < 0.0 ? -1.0 : 1.0), q = (p - eye.xy) / E;
  vec2 at = vec2(dot(q, u), dot(q, v));
  float far = length(vec2(at.x, (at.y - 0.02) * 1.25));
  if (far >= 0.92) discard;
  vec3 line = texture(lids, vec2((clamp(at.x + 0.5, 0.0, 1.0) * 128.0 + 0.5) / 129.0, about.x)).rgb;
  float U = line.r, L = line.g, C = line.b, edge = U + blink * (C - U), low = L + blink * (C - L) * 0.92;
  float mid = clamp((at.y - U) / max(L - U, 0.02), 0.0, 1.0);
  float slide = -gaze * about.z * 4.0 * mid * (1.0 - mid) * clamp((0.45 - abs(at.x)) / 0.2, 0.0, 1.0);
  float apart = (at.y - low) / 0.22, rise = (L - low) * exp(-apart * apart);
  float fade = clamp((0.92 - far) / 0.22, 0.0, 1.0);
  vec4 seen = openAt(p + E * (slide * u + rise * v), life);
  if (blink <= 0.0) return mix(openAt(p, life), seen, fade);
  // The closed lid, drawn down from the fold like a curtain, with the lash line on its edge.
  float fold = U - 0.10, t = clamp((at.y - fold) / max(edge - fold, 1e-3), 0.0, 1.0);
  float down = (C - edge) * t * t * (3.0 - 2.0 * t);
  vec4 lid = texture(closed, p + E * down * v);
  float thick = 0.045 * clamp((0.56 - abs(at.x)) / 0.2, 0.0, 1.0);
  float side = clamp(((at.x < 0.0 ? 0.66 : 0.56) - abs(at.x)) / 0.08, 0.0, 1.0);
  float a = clamp((edge + thick - at.y) * E * about.w / 2.2 + 0.5, 0.0, 1.0) * side;
  a = max(a, smoothstep(0.86, 1.0, blink)) * fade * smoothstep(0.0, 0.10, blink);
  return mix(seen, lid, a);
}
`;

/**
 * For each pixel the lightest colour around it: that of the sheet whose softened edge it may be.
 * Its alpha is the luma at the place that casts a shadow on it.
 */
export const SHEETS: Program = {
  name: 'motion sheets',
  fragment: `${TONE_OF}
uniform sampler2D source;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(source, 0) - 1;
  vec3 lightest = vec3(0.0);
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++) {
      vec3 c = texelFetch(source, clamp(at + ivec2(x, y), ivec2(0), last), 0).rgb;
      if (toneOf(c) > toneOf(lightest)) lightest = c;
    }
  color = vec4(lightest, toneOf(texture(source, uv - vec2(0.003, 0.005)).rgb));
}`,
};

const PLAIN_OPEN = 'vec4 openAt(vec2 p, vec2 life) { return texture(open, p); }\n';
const PLAIN_LIT = 'vec4 lit(vec4 c, vec2 life) { return c; }\n';

/**
 * What strokes need to know about their surroundings. RGB: 0.5 plus half the difference of the two
 * versions' colours. Alpha: the luma.
 */
export const SURROUNDINGS: Program = {
  name: 'motion soft',
  fragment: `${TONE_OF}
uniform sampler2D closed, next;
void main() {
  vec3 apart = textureLod(closed, uv, 5.0).rgb - textureLod(next, uv, 5.0).rgb;
  color = vec4(0.5 + 0.5 * apart, toneOf(textureLod(next, uv, 3.0).rgb));
}`,
};

/** Strokes that `fresh` repaints along a moving front, wet for a while, except at eyes and lips. */
const strokes = (fresh: string): string => `
vec4 openAt(vec2 p, vec2 life) {
  vec4 c = texture(open, p);
  WHERE(c.a > 0.0) {
  vec4 d = texture(order, p), s = texture(soft, p);
  float first = phase * (1.0 + 0.30 + 0.16), then = first - 0.30, keep = 1.0 - d.y;
  float on = clamp((first - d.x) / 0.03, 0.0, 1.0), off = clamp((then - d.x) / 0.03, 0.0, 1.0);
  float laid = on * (1.0 - off) * keep;
  ${fresh}
  float age = clamp((then - d.x) / 0.16, 0.0, 1.0), sheen = age > 0.0 ? (1.0 - age) * sqrt(1.0 - age) * off * keep : 0.0;
  float l = toneOf(c.rgb);
  c.rgb += clamp((l - s.a) * 1.6, -0.04, 0.16) * sheen + (c.rgb - l) * (0.25 * sheen);
  c.rgb = clamp(c.rgb, 0.0, c.a);
  }
  return c;
}
`;

const BODIES: Readonly<Record<MotionKind, string>> = {
  // Swings across the top and back, warm in the light. Bright places aren't lit further, as skin
  // would burn out one channel at a time; nor darkened much, as what the photo burnt out would turn
  // grey. And colours get a little paler, or cheeks would redden.
  light: `${PLAIN_OPEN}
vec4 lit(vec4 c, vec2 life) {
  float lift = life.x, top = max(c.r, max(c.g, c.b));
  float g = 1.0 + 0.34 * (lift > 0.0 ? lift * (1.0 - smoothstep(0.68, 0.98, top)) : lift * (1.0 - 0.7 * smoothstep(0.72, 1.0, top)));
  c.rgb = mix(c.rgb, vec3(toneOf(c.rgb)), 0.14 * min(1.0, abs(lift)));
  c.rgb *= vec3(g * (1.0 + 0.02 * lift), g, g * (1.0 - 0.025 * lift));
  return vec4(clamp(c.rgb, 0.0, c.a), c.a);
}
`,
  // Circles the outline: lights one side and darkens the other.
  rim: `${PLAIN_OPEN}
vec4 lit(vec4 c, vec2 life) {
  float mask = clamp(c.a * 2.0 - 1.0, 0.0, 1.0);
  c.rgb *= 1.0 - life.y * mask;
  float l = toneOf(c.rgb);
  c.rgb += life.x * mask * (0.42 + 0.7 * sqrt(clamp(l, 0.0, 1.0))) * c.a * 0.9 * vec3(1.0, 0.886, 0.745);
  return vec4(clamp(c.rgb, 0.0, c.a), c.a);
}
`,
  strokes: `${strokes(`
  // The other picture's colours, matched to this one's over a wider area.
  vec4 b = texture(next, p);
  b.rgb += 2.0 * s.rgb - 1.0;
  c = mix(c, vec4(clamp(b.rgb, 0.0, c.a), c.a), laid * step(0.5, b.a));`)}${PLAIN_LIT}`,
  // Wet lines and washes run a little into each other and are darker; bare paper stays as it is.
  wet: `${strokes(`
  WHERE(laid > 0.0) {
  vec4 b = textureLod(next, p, 2.5);
  vec3 run = b.rgb * (c.a / max(b.a, 0.01));
  c.rgb = mix(c.rgb, run * (0.84 + 0.16 * toneOf(run)), 0.55 * laid * step(0.5, b.a));
  }`)}${PLAIN_LIT}`,
  // Sheets by luma: lighter ones are nearer, slide farther and cast a thin shadow; at eyes, mouth
  // and outline they stay still, and in an inked picture its lines do, like a printer's black plate.
  // The alpha of `next` is the luma that casts a shadow there. A sheet keeps its own colour up to
  // its edge: the darker pixels of a softened edge would show as a line beside each edge.
  paper: `
uniform float levels[6], inked;
uniform vec2 slide;
vec4 openAt(vec2 p, vec2 life) {
  vec4 c = texture(open, p);
  vec2 way = slide * life.x;
  float gone = length(way) * 90.0;
  float free = mix(1.0, smoothstep(0.09, 0.16, toneOf(c.rgb)), inked);
  int sheets = gone > 0.0 ? 6 : 0;
  for (int j = 0; j < sheets; j++) {
    float at = levels[j], r = (float(j) - 1.1) / 6.0;
    vec4 sheet = texture(next, p - way * r);
    vec3 seen = texture(open, p - way * r).rgb;
    float on = smoothstep(-0.02, 0.02, toneOf(seen) - at);
    float shade = smoothstep(-0.05, 0.05, sheet.a - at);
    c.rgb *= 1.0 - 0.13 * shade * (1.0 - on) * min(1.0, gone * abs(r)) * life.x;
    c.rgb = mix(c.rgb, min(mix(seen, sheet.rgb, min(1.0, 2.0 * gone)), vec3(c.a)), on * free);
  }
  return c;
}
${PLAIN_LIT}`,
  phases: `vec4 openAt(vec2 p, vec2 life) { return mix(texture(open, p), texture(next, p), blend); }\n${PLAIN_LIT}`,
  cells: `${PLAIN_OPEN}
vec4 lit(vec4 c, vec2 life) {
  c.rgb *= 1.0 + 0.06 * floor(life.x * 2.0 + 0.5) / 2.0;
  return vec4(clamp(c.rgb, 0.0, c.a), c.a);
}
`,
};

/** Noise that makes a spreading style's edge uneven, scaled to 0..1. */
export const HILLS: Program = {
  name: 'motion hills',
  fragment: `
float corner(vec2 i) { return fract(sin(dot(i, vec2(127.1, 311.7))) * 43758.5453); }
float hills(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(corner(i), corner(i + vec2(1, 0)), f.x), mix(corner(i + vec2(0, 1)), corner(i + vec2(1, 1)), f.x), f.y);
}
void main() {
  vec2 p = uv - 0.5;
  color = vec4((hills(p * 7.0 + 20.0) + 0.5 * hills(p * 19.0 + 50.0)) / 1.5);
}`,
};

/**
 * Spreads one style over another from between the eyes, with a rim of light, so that the face is
 * only for a moment partly in both. Both are straight RGBA.
 */
export const SPREAD: Program = {
  name: 'motion spread',
  fragment: `
uniform sampler2D from, to, hills;
uniform vec2 eyes;
uniform float reach;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 a = texelFetch(from, at, 0), b = texelFetch(to, at, 0);
  vec2 p = uv - eyes;
  float d = length(p) + 0.055 * (1.5 * texture(hills, p + 0.5).r - 0.75);
  float m = 1.0 - smoothstep(reach - 0.05, reach, d), rim = (d - reach + 0.02) / 0.016;
  float alpha = mix(a.a, b.a, m);
  vec3 c = mix(a.rgb * a.a, b.rgb * b.a, m) / max(alpha, 1e-4);
  c += (1.0 - c) * 0.34 * exp(-rim * rim) * vec3(1.0, 0.95, 0.86);
  color = alpha > 0.0 ? vec4(clamp(c, 0.0, 1.0), alpha) : vec4(0.0);
}`,
};

/** The programs by kind of animation: for the frame, and for an eye's surroundings on it. */
export const FRAMES = Object.fromEntries(
  Object.entries(BODIES).map(([life, body]) => [
    life,
    {
      whole: { name: `motion ${life}`, fragment: `${FRAME}${WITHOUT_LIDS}${body}` },
      eye: { name: `motion ${life} eye`, fragment: `${FRAME}${WITH_LIDS}${body}` },
    },
  ]),
) as Readonly<Record<MotionKind, { readonly whole: Program; readonly eye: Program }>>;
