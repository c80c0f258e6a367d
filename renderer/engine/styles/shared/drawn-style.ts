import { OKLAB, SRGB } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program, Uniforms } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { centreOf } from '../../raster/points.ts';
import { realisticLight, type RealisticVariation } from '../realistic/index.ts';
import { faceWidthOf, pointsOf } from './canvas.ts';
import { contoursOf } from './illustration/contours.ts';
import {
  FIGURE_AT,
  figureUniforms,
  illustrationOf,
  ownPaint,
  STYLED_AT,
  type Tints,
} from './illustration/index.ts';
import { halved } from './kuwahara.ts';
import { CHIN, CROWN } from './mesh.ts';
import { renderPerson, type PersonLight } from './render-person.ts';
import type { Scene } from './scene.ts';
import type { Setting } from './style.ts';

/**
 * GLSL that the shader of a drawn style begins with. `offOf(v, soft)` is the distance to the outline in
 * face widths, negative outside, for the value `v` of a field of `Shapes` whose edge was blurred by a
 * Gaussian of `soft`: the inverse of the Gaussian's integral, approximated by that of the logistic curve.
 * `styledPixel` is the pixel of a picture, `made` in linear light, that may be softened.
 */
export const DRAWN_STYLE = `${SRGB}${OKLAB}${FIGURE_AT}${STYLED_AT}
uniform sampler2D contours, features, backdrop, photo, noise;
uniform vec2 middle;
uniform float wide, white, solid, strength, unit;
float offOf(float v, float soft) {
  v = clamp(v, 0.004, 0.996);
  return soft * 0.5875 * log(v / (1.0 - v));
}
vec4 styledPixel(vec4 before, vec3 made, float cover, float face) {
  float styled = styledAt(strength, face);
  return vec4(toGamma(mix(toLinear(before.rgb), clamp(made, 0.0, 1.0), styled)), mix(mix(before.a, cover, styled), 1.0, solid));
}`;

/**
 * A photo to draw after: the person in `light` and as `person` says, without a background; the same at
 * half the size; and what the drawing fades to when it is softened.
 */
export function modelOf(
  gpu: Gpu,
  scene: Scene,
  setting: Setting,
  light: RealisticVariation,
  person: Partial<PersonLight>,
): { readonly base: Target; readonly half: Target; readonly photo: Target } {
  const plain = realisticLight(light, { ...setting, backdrop: undefined, strength: 1 });
  const base = renderPerson(gpu, scene, { ...plain, ...person }, undefined);
  const photo = setting.strength < 1 ? renderPerson(gpu, scene, plain, setting.backdrop) : base;
  return { base, half: halved(gpu, base), photo };
}

/**
 * A drawn style's picture by `program`, which begins with `DRAWN_STYLE` and declares more `uniforms`; the
 * person's colours are passed through `tints`.
 */
export function drawStyle(
  gpu: Gpu,
  program: Program,
  scene: Scene,
  { background, backdrop, strength }: Setting,
  tints: Tints,
  uniforms: Uniforms & { readonly photo: Target },
): Target {
  const illustration = illustrationOf(scene.faceProfile);
  const out = gpu.target(scene.size, scene.size, 'rgba8');
  gpu.pass(program, out, {
    ...figureUniforms(scene, illustration, ownPaint(illustration, tints, scene.subject.exposure)),
    contours: contoursOf(scene.faceProfile),
    features: scene.features,
    backdrop: backdrop ?? uniforms.photo,
    noise: scene.noise,
    middle: centreOf(pointsOf(scene, [CROWN, CHIN])),
    wide: faceWidthOf(scene),
    white: background === 'clean-white' ? 1 : 0,
    solid: backdrop ? 1 : 0,
    strength,
    unit: scene.unit,
    ...uniforms,
  });
  return out;
}

/** A direction in the picture, of length 1, by its angle. */
export const turned = (angle: number): [number, number] => [Math.cos(angle), Math.sin(angle)];

/** The direction of the key light in the picture, of length 1. */
export const keyOf = ({ key: [x, y] }: Setting): [number, number] => {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
};
