import type { RecipeOptions } from '../../../core/avatars.ts';
import { BACKGROUND_LABELS, type BackgroundId } from '../../../core/styles.ts';
import { rngOf, type Rng } from '../../styles/shared/random.ts';
import type { Direction } from '../../styles/shared/render-person.ts';
import type { Scene } from '../../styles/shared/scene.ts';
import { DITHER, SRGB } from '../../worker/gl/glsl.ts';
import type { Gpu } from '../../worker/gl/gpu.ts';
import type { Program } from '../../worker/gl/program.ts';
import type { Target } from '../../worker/gl/target.ts';

export interface BackgroundDefinition<Variation> {
  readonly id: BackgroundId;
  /** What the seed, the person and the person's requests make of it. */
  vary(rng: Rng, scene: Scene, options: RecipeOptions): Variation;
  /** The backdrop, gamma-encoded and opaque, at the scene's size; undefined is transparent. */
  paint(gpu: Gpu, scene: Scene, variation: Variation, how: Manner): Target | undefined;
}

/** What a backdrop takes from the style in front of it. */
export interface Manner {
  readonly key: Direction;
  /** Without texture: the style cuts it into flat regions of its own. */
  readonly plain: boolean;
}

export interface Background {
  readonly id: BackgroundId;
  readonly label: string;
  /** The caller releases the result. */
  paint(
    gpu: Gpu,
    scene: Scene,
    seed: number,
    options: RecipeOptions,
    how: Manner,
  ): Target | undefined;
}

export const defineBackground = <Variation>(
  definition: BackgroundDefinition<Variation>,
): Background => ({
  id: definition.id,
  label: BACKGROUND_LABELS[definition.id],
  paint: (gpu, scene, seed, options, how) =>
    definition.paint(
      gpu,
      scene,
      definition.vary(rngOf(seed, `background ${definition.id}`), scene, options),
      how,
    ),
});

/** A program from `vec3 ground(vec2 p)`: linear light at p, 0 to 1, y down. */
export const backdropProgram = (name: string, body: string): Program => ({
  name: `backdrop ${name}`,
  fragment: `${SRGB}${DITHER}
uniform sampler2D noise;
${body}
void main() { color = vec4(dither(toGamma(ground(uv)), gl_FragCoord.xy), 1.0); }`,
});

export const paintBackdrop = (
  gpu: Gpu,
  scene: Scene,
  program: Program,
  uniforms: Readonly<Record<string, number | readonly number[]>>,
): Target => {
  const out = gpu.target(scene.size, scene.size, 'rgba8');
  gpu.pass(program, out, { noise: scene.noise, ...uniforms });
  return out;
};
