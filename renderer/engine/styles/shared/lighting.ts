import type { Rgb } from '../../../core/colour.ts';
import { LUMA, SRGB } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { mix } from '../../raster/points.ts';
import { BLUR, blurred } from './blur.ts';
import { faceWidthOf, pointsOf } from './canvas.ts';
import { halved } from './kuwahara.ts';
import { EARS } from './mesh.ts';
import type { Scene } from './scene.ts';
import type { Subject } from './subject.ts';

/** Unit vector towards a light: x right, y down, z towards the viewer. */
export type Direction = readonly [x: number, y: number, z: number];

/** How a person is lit; amounts 0 to 1 unless said otherwise. */
export interface Lighting {
  /** How far the photo's light is replaced by the key, the fill and the background's reflection. */
  readonly relight: number;
  readonly key: Direction;
  /** The fill's strength relative to the key's; at 1 there is no shadow side. */
  readonly fill: number;
  /** How much less light reaches the shoulders than the face. */
  readonly falloff: number;
  readonly rim: number;
  readonly rimColor: Rgb;
  /** How much of the backdrop's light spills over the person's edge. */
  readonly wrap: number;
  /** The person's soft shadow on the backdrop. */
  readonly shade: number;
}

/** How far the light's ratio is smoothed, in face widths. */
const SMOOTH = 0.25;
/** How far a soft lamp's light reaches around a form, beyond where the surface turns away. */
const WRAP = 0.25;
/** Its light by the angle: a part of it is spread evenly, the rest falls off squarely. */
const EVENLY = 0.7;
/** The fill's direction: opposite the key by the first factor, and up and ahead by the others. */
const FILL = { aside: 1.1, up: 0.05, ahead: 0.6 } as const;
/** How much of the fill comes from everywhere. */
const SCATTERED = 0.35;

/**
 * The person's lighting at an eighth of the size, from the surface's normals. Inside the face, a
 * first-order fit of the photo's light is divided out and a new light put in: a ratio image (Z.
 * Liu, Y. Shan, Z. Zhang 2001). Key and fill wrap around the form; the fill has the background's
 * colour. Output: half the ratio in rgb, the person's shadow on the background in a.
 */
const LIGHT: Program = {
  name: 'lighting',
  fragment: `${LUMA}
uniform sampler2D soft, shape, ambient;
uniform vec4 old;
uniform vec3 key, face;
uniform float relight, fill, level, shade, tinted, falloff;
float wrapped(vec3 normal, vec3 light) {
  float d = max(0.0, (dot(normal, light) + ${WRAP.toFixed(2)}) / ${(1 + WRAP).toFixed(2)});
  return d * (${EVENLY.toFixed(1)} + ${(1 - EVENLY).toFixed(1)} * d);
}
void main() {
  vec4 n = texture(shape, uv);
  vec3 normal = vec3(n.xy, sqrt(max(0.04, 1.0 - dot(n.xy, n.xy))));
  vec3 other = normalize(vec3(-key.x * ${FILL.aside.toFixed(1)}, -${FILL.up.toFixed(2)}, ${FILL.ahead.toFixed(1)}));
  vec3 around = texture(ambient, clamp(uv + n.xy * 0.22, 0.0, 1.0)).rgb;
  vec3 tint = mix(vec3(1.0), around / max(0.08, luma(around)), 0.12 * tinted);
  vec3 wished = (vec3(wrapped(normal, key)) + (wrapped(normal, other) + ${SCATTERED.toFixed(2)}) * fill * tint) / level;
  float was = mix(1.0, clamp(dot(old, vec4(1.0, normal)), 0.5, 1.8), 0.65 * n.a);
  vec3 ratio = mix(vec3(1.0), clamp(wished / was, 0.35, 1.7), relight);
  ratio *= 1.0 - falloff * smoothstep(0.8, 1.9, distance(uv, face.xy) / face.z);
  float away = texture(soft, uv + vec2(key.x, -0.4) * 0.06).w, touching = texture(soft, uv).z;
  color = vec4(ratio * 0.5, shade * (0.5 * smoothstep(0.05, 0.95, away) + 0.12 * touching));
}`,
};

/**
 * The light that the background throws back, at an eighth of the size: in rgb the rim light, where
 * the normal turns away from the key (J. Mitchell, M. Francke, D. Eng 2007), in a how far the
 * background's light wraps over the edge.
 */
const EDGE_LIGHT: Program = {
  name: 'edge light',
  fragment: `
uniform sampler2D soft, shape, ambient;
uniform vec3 key, rimColor;
uniform float rim, wrap, tinted;
void main() {
  vec4 n = texture(shape, uv);
  float back = max(0.0, dot(n.xy, -key.xy / max(0.2, length(key.xy))));
  vec3 around = texture(ambient, clamp(uv + n.xy * 0.12, 0.0, 1.0)).rgb;
  vec3 colour = mix(rimColor, around / max(0.12, max(around.r, max(around.g, around.b))), 0.7 * tinted);
  float edge = 1.0 - texture(soft, uv).z;
  color = vec4(colour * (rim * n.z * back * back * 0.5), wrap * clamp(edge * edge * 1.6, 0.0, 0.75));
}`,
};

const LINEAR: Program = {
  name: 'ambient',
  fragment: `${SRGB}
uniform sampler2D source;
void main() { color = vec4(toLinear(texelFetch(source, ivec2(gl_FragCoord.xy), 0).rgb), 1.0); }`,
};

/** The backdrop in linear light, as blurred as its reflected light would be. */
const ambientOf = (gpu: Gpu, backdrop: Target): Target => {
  const small = halved(gpu, backdrop, 64);
  const n = small.width;
  const light = gpu.drawn(LINEAR, n, { source: small }, 'rgba16f');
  return blurred(gpu, light, n, 2.5 / n);
};

/** Mean of key and fill over the face's normals; dividing by it keeps the face's brightness. */
const levelOf = ({ facing }: Subject, key: Direction, fill: number): number => {
  const { aside, up, ahead } = FILL;
  const length = Math.hypot(key[0] * aside, up, ahead);
  const other = [(-key[0] * aside) / length, -up / length, ahead / length] as const;
  const wrapped = (x: number, y: number, z: number, l: Direction): number => {
    const d = Math.max(0, (x * l[0] + y * l[1] + z * l[2] + WRAP) / (1 + WRAP));
    return d * (EVENLY + (1 - EVENLY) * d);
  };
  let sum = 0;
  for (let i = 0; i + 2 < facing.length; i += 3) {
    const [x, y, z] = [facing[i], facing[i + 1], facing[i + 2]];
    sum += wrapped(x, y, z, key) + (wrapped(x, y, z, other) + SCATTERED) * fill;
  }
  return facing.length ? sum / (facing.length / 3) : 1 + (1 + SCATTERED) * fill;
};

export const lightingOf = (
  gpu: Gpu,
  scene: Scene,
  look: Lighting,
  backdrop: Target | undefined,
) => {
  const { person, soft, shape, subject, size } = scene;
  const ambient = ambientOf(gpu, backdrop ?? person);
  const n = soft.width;
  const [right, left] = pointsOf(scene, EARS);
  const [x, y] = mix(right, left, 0.5);
  const width = faceWidthOf(scene) / size;
  const shared = { soft, shape, ambient, tinted: backdrop ? 1 : 0, ...look };
  const raw = gpu.drawn(LIGHT, n, {
    ...shared,
    old: subject.light,
    level: levelOf(subject, look.key, look.fill),
    face: [x / size, y / size, width],
  });
  // The face's normals and the silhouette's don't meet: one smooth field for the whole head has no
  // step where they do.
  const reach = (SMOOTH * width) / 4;
  const field = blurred(gpu, raw, n >> 1, reach);
  const across = gpu.drawn(BLUR, n >> 1, { source: field, along: [reach / 2, 0] }, 'rgba16f');
  const lighting = gpu.drawn(BLUR, n, { source: across, along: [0, reach / 2] });
  return { lighting, edging: gpu.drawn(EDGE_LIGHT, n, shared), ambient };
};
