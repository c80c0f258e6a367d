import { OKLAB, SRGB, TONE_OF } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program, Uniforms } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { centreOf } from '../../raster/points.ts';
import { realisticLight, type RealisticVariation } from '../realistic/index.ts';
import { faceWidthOf, pointsOf } from './canvas.ts';
import { flowOf } from './flow.ts';
import { groundUniforms } from './ground.ts';
import { SOFT } from './illustration/body.ts';
import { contoursOf } from './illustration/contours.ts';
import { FIGURE_AT, figureUniforms, STYLED_AT, type Tints } from './illustration/index.ts';
import { HALO } from './illustration/shapes.ts';
import { halved } from './kuwahara.ts';
import { linesOf } from './lines.ts';
import { CHIN, CROWN } from './mesh.ts';
import { reliefOf } from './relief.ts';
import { renderPerson, type PersonLight } from './render-person.ts';
import type { Scene } from './scene.ts';
import { strandsOf } from './strands.ts';
import type { Setting } from './style.ts';

/**
 * GLSL that the shader of a drawn style begins with. `offOf(v, soft)` is the distance to the outline in
 * face widths, negative outside, for the value `v` of a field of `Shapes` whose edge was blurred by a
 * Gaussian of `soft` (`SOFT`, or `HALO` for the halo): the inverse of the Gaussian's integral,
 * approximated by that of the logistic curve. `penAt(q)` and `rimsAt(q)` are the contours and the
 * glasses at a place of the face's drawing, which is empty outside.
 * `styledPixel` is the pixel of a picture, `made` in linear light, that may be softened.
 */
export const DRAWN_STYLE = `${SRGB}${TONE_OF}${OKLAB}${FIGURE_AT}${STYLED_AT}
uniform sampler2D contours, features, soft, backdrop, photo, noise;
uniform vec2 middle;
uniform float wide, white, solid, recolor, strength, unit;
const float SOFT = ${SOFT.toFixed(4)}, HALO = ${HALO.toFixed(4)};
float offOf(float v, float soft) {
  v = clamp(v, 0.004, 0.996);
  return soft * 0.5875 * log(v / (1.0 - v));
}
float onDrawing(vec2 q) { return step(abs(q.x - 0.5), 0.5) * step(abs(q.y - 0.5), 0.5); }
vec4 penAt(vec2 q) { return texture(contours, q) * onDrawing(q); }
float rimsAt(vec2 q) { return texture(shapeGlasses, q).a * onDrawing(q) * glasses; }
vec4 styledPixel(vec3 made, float cover, float face) {
  float styled = styledAt(strength, face);
  vec4 before = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
  return vec4(toGamma(mix(toLinear(before.rgb), clamp(made, 0.0, 1.0), styled)), mix(mix(before.a, cover, styled), 1.0, solid));
}`;

/**
 * A photo to draw after: the person in `light` and as `look` says, without a background; the same at
 * half the size; and what the drawing fades to when it is softened.
 */
export function modelOf(
  gpu: Gpu,
  scene: Scene,
  setting: Setting,
  light: RealisticVariation,
  look: Partial<PersonLight>,
  softened: Partial<PersonLight> = {},
) {
  const plain = realisticLight(light, { ...setting, backdrop: undefined, strength: 1 });
  const base = renderPerson(gpu, scene, { ...plain, ...look }, undefined);
  const fade = { ...plain, ...softened };
  const photo = setting.strength < 1 ? renderPerson(gpu, scene, fade, setting.backdrop) : base;
  return { person: base, half: halved(gpu, base), photo };
}

/** A drawn style's picture by `program`, which begins with `DRAWN_STYLE`. */
export function drawStyle(
  gpu: Gpu,
  program: Program,
  scene: Scene,
  setting: Setting,
  tints: Tints,
  uniforms: Uniforms & { readonly photo: Target },
): Target {
  return gpu.drawn(program, scene.size, {
    ...figureUniforms(scene, tints),
    ...groundUniforms(setting, uniforms.photo),
    contours: contoursOf(scene.faceProfile),
    features: scene.features,
    soft: scene.soft,
    noise: scene.noise,
    middle: centreOf(pointsOf(scene, [CROWN, CHIN])),
    wide: faceWidthOf(scene),
    white: setting.background === 'clean-white' ? 1 : 0,
    unit: scene.unit,
    ...uniforms,
  });
}

/**
 * What a pen follows, as textures: the photo's lines, strands of hair, and the relief of the form.
 * @param turn direction in radians where the picture has no form
 * @param shift an offset into the noise
 */
export const penOf = (
  gpu: Gpu,
  scene: Scene,
  half: Target,
  turn: number,
  shift: readonly [number, number],
): Uniforms => {
  const flow = flowOf(gpu, half, turn, scene.shape);
  return {
    lines: linesOf(gpu, scene, half, flow),
    strands: strandsOf(gpu, scene, flow, shift),
    relief: reliefOf(scene.faceProfile),
  };
};

/** A direction in the picture, of length 1, by its angle. */
export const turned = (angle: number): [number, number] => [Math.cos(angle), Math.sin(angle)];

/** The direction of the key light in the picture, of length 1. */
export const keyOf = ({ key: [x, y] }: Setting): [number, number] => {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
};
