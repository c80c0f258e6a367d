import type { RecipeOptions } from '../../../core/avatars.ts';
import type { BackgroundId } from '../../../core/styles.ts';
import { DITHER, SMOOTH_AT, SRGB } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { rngOf, type Rng } from '../../styles/shared/random.ts';
import type { Direction } from '../../styles/shared/render-person.ts';
import type { Scene } from '../../styles/shared/scene.ts';

/** The request for a backdrop, and what it needs to know about the style in front of it. */
interface Asked {
  readonly seed: number;
  readonly options: RecipeOptions;
  readonly key: Direction;
  /** Whether to leave out texture, as the style divides the backdrop into flat regions. */
  readonly plain: boolean;
  /** Whether the backdrop's own light falls on the person. */
  readonly lit: boolean;
}

export interface Background {
  /** Paints the backdrop: gamma-encoded, opaque, at the scene's size. Undefined is transparent. */
  paint(gpu: Gpu, scene: Scene, asked: Asked): Target | undefined;
}

export const defineBackground = <Variation>({
  id,
  vary,
  paint,
}: {
  readonly id: BackgroundId;
  /** Draws what varies, from the seed, the person and the user's choices. */
  readonly vary: (rng: Rng, scene: Scene, asked: Asked) => Variation;
  readonly paint: (gpu: Gpu, scene: Scene, variation: Variation, asked: Asked) => Target;
}): Background => ({
  paint: (gpu, scene, asked) =>
    paint(gpu, scene, vary(rngOf(asked.seed, `background ${id}`), scene, asked), asked),
});

/** A program from GLSL that defines `vec3 ground(vec2 p)`: linear light at p, 0 to 1, y down. */
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
  edge = scene.size,
): Target => gpu.drawn(program, edge, { noise: scene.noise, ...uniforms });

const ENLARGE: Program = {
  name: 'enlarge backdrop',
  fragment: `${SMOOTH_AT}${DITHER}
uniform sampler2D source;
void main() { color = vec4(dither(smoothAt(source, uv).rgb, gl_FragCoord.xy), 1.0); }`,
};

/** Enlarges a backdrop that is far out of focus smoothly to the scene's size. */
export const enlarged = (gpu: Gpu, scene: Scene, source: Target): Target =>
  gpu.drawn(ENLARGE, scene.size, { source });
