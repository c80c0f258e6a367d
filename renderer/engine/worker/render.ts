import type { Recipe } from '../../core/avatars.ts';
import { framesOf } from '../../core/motion.ts';
import type { MotionFrames } from '../../ports/engine.ts';
import { BACKGROUNDS } from '../backgrounds/index.ts';
import { takeTurn, type Checkpoint } from '../checkpoint.ts';
import type { Gpu } from '../gl/gpu.ts';
import type { Program } from '../gl/program.ts';
import type { Target } from '../gl/target.ts';
import { prepareLiving, type Stage } from '../motion/living.ts';
import type { Analysis } from '../photo/analysis.ts';
import { frameOf } from '../photo/frame.ts';
import type { Ask } from '../protocol.ts';
import { clamp } from '../raster/numbers.ts';
import { STYLES } from '../styles/index.ts';
import { between, rngOf } from '../styles/shared/random.ts';
import { directionOf, type Direction } from '../styles/shared/render-person.ts';
import { backMatrix, type Scene } from '../styles/shared/scene.ts';
import type { Setting } from '../styles/shared/style.ts';
import {
  createGpuSessions,
  sceneOf,
  stopMoving,
  type GpuSession,
  type GpuSessions,
  type Turn,
} from './gpu-session.ts';

/** Reduces by a box filter, weighted by alpha; `ratio` is up to 4 and needn't be whole. */
const REDUCE: Program = {
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
const EXTEND: Program = {
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

interface RenderSettings {
  /** Edge of the picture, 64 to 2048 px. */
  readonly size: number;
  /** From 0, the realistic base, to 1, the full style; the recipe's strength by default. */
  readonly strength?: number;
  /** Also returns the picture to measure the likeness on, if the style has a separate one. */
  readonly check?: boolean | undefined;
  /** Throws when the picture is no longer wanted. Called between passes. */
  readonly checkpoint: Checkpoint;
  /** Called once the GPU has all of the picture's work; the next picture may then be drawn. */
  readonly drawn?: () => void;
}

/** Frame `from` is the first, of `count`. */
type AnimateSettings = Pick<Ask<'animate'>, 'living' | 'from' | 'count'> & {
  readonly checkpoint: Checkpoint;
};

/** Smaller pictures are rendered at this size and reduced: brush and raster need enough pixels. */
const SMALLEST = 256;

export type Renderer = ReturnType<typeof createRenderer>;

export const createRenderer = (sessions: GpuSessions = createGpuSessions()) => ({
  /**
   * @returns `pixels`: straight RGBA, size * size * 4, sRGB, top row first; `measured`: the same,
   * to measure the likeness on, if it isn't `pixels`; and where the frame puts the person
   * @throws LikenessError 'engine-unsupported' without WebGL2, 'engine-failed' if the context is
   * lost twice in a row; and anything that `checkpoint` throws
   */
  render: (analysis: Analysis, recipe: Recipe, settings: RenderSettings) =>
    sessions.work((session, pass) => renderOnce(session, pass, analysis, recipe, settings)),
  /**
   * Renders frames of a living avatar. The stills they are made from are kept between calls, until
   * the last frame is rendered or another avatar is requested.
   */
  animate: (analysis: Analysis, recipe: Recipe, settings: AnimateSettings): Promise<MotionFrames> =>
    sessions.work((session) => animateOnce(session, analysis, recipe, settings)),
  /** The photo, framed as `recipe` frames the avatar and continued, blurred, beyond its border. */
  framedPhoto: (analysis: Analysis, recipe: Recipe, size: number, checkpoint: Checkpoint) =>
    sessions.work((session) =>
      session.gpu.scope((gpu) => {
        const { photo, width, height } = analysis;
        const source = gpu.upload(photo, width, height, true, true);
        gpu.wrap(source, gpu.gl.MIRRORED_REPEAT);
        const back = backMatrix(frameOf(analysis, recipe, size), size, width, height);
        return gpu.read(gpu.drawn(EXTEND, size, { source, back }), checkpoint);
      }),
    ),
  /** Frees everything kept for an analysis. */
  forget: (analysisId: string): void => sessions.forget(analysisId),
  /** Frees everything; the renderer can be used again. */
  destroy: (): void => sessions.close(),
});

/**
 * Direction of the key light, by the seed. It mostly comes from the side that the photo is lit
 * from: lit from the other side, faces look pasted in.
 */
const keyLight = (recipe: Recipe, scene: Scene): Direction => {
  const rng = rngOf(recipe.seed, 'light');
  const against = rng() < (Math.abs(scene.subject.lit) > 0.25 ? 0.1 : 0.4);
  const right = scene.subject.lit > 0 !== against;
  const angle = between(rng, 28, 58);
  return directionOf(
    recipe.options.lightAngle ?? (right ? angle : 180 - angle),
    between(rng, 30, 40),
  );
};

/** What the style renders with, the painted background included. */
const settingOf = (
  gpu: Gpu,
  scene: Scene,
  recipe: Recipe,
  checkpoint: Checkpoint,
  asked = recipe.options.strength ?? 1,
): Setting => {
  const { seed, options, background } = recipe;
  const key = keyLight(recipe, scene);
  const { plain = false, lit = false } = STYLES[recipe.style];
  return {
    seed,
    options,
    background,
    backdrop: BACKGROUNDS[background].paint(gpu, scene, { seed, options, key, plain, lit }),
    key,
    strength: clamp(asked),
    step: () => gpu.settle(checkpoint),
  };
};

const renderOnce = (
  session: GpuSession,
  pass: () => void,
  analysis: Analysis,
  recipe: Recipe,
  settings: RenderSettings,
) =>
  session.gpu.scope(async (gpu) => {
    const { checkpoint } = settings;
    checkpoint();
    const inner = Math.max(SMALLEST, settings.size);
    const scene = sceneOf(session, analysis, recipe, inner);
    // Without waiting for the GPU, which may still be drawing the picture before.
    await takeTurn(checkpoint);
    const style = STYLES[recipe.style];
    const setting = settingOf(gpu, scene, recipe, checkpoint, settings.strength);
    const reduced = (whole: Target): Target => {
      if (inner === settings.size) return whole;
      return gpu.drawn(REDUCE, settings.size, { source: whole, ratio: inner / settings.size });
    };
    const made = await style.render(gpu, scene, setting);
    const apart = settings.check ? style.likeness(gpu, scene, setting) : undefined;
    const read = (whole: Target) => gpu.read(reduced(whole), checkpoint);
    const reading = Promise.all([read(made), apart && read(apart)]);
    pass();
    settings.drawn?.();
    const [pixels, measured] = await reading;
    return {
      pixels,
      ...(measured && { measured }),
      frame: inner === settings.size ? scene.frame : frameOf(analysis, recipe, settings.size),
    };
  });

const animateOnce = async (
  session: GpuSession,
  analysis: Analysis,
  recipe: Recipe,
  { living: asked, from, count, checkpoint }: AnimateSettings,
): Promise<MotionFrames> => {
  const { gpu } = session;
  const { size } = asked;
  const key = `${analysis.id} ${JSON.stringify([recipe, asked])}`;
  if (session.moving?.key !== key) {
    stopMoving(session);
    const turn: Turn = { checkpoint };
    const check = (): void => turn.checkpoint();
    const scene = (): Scene => sceneOf(session, analysis, recipe, size);
    scene();
    await gpu.settle(checkpoint);
    const paint: Stage['paint'] = (into, on, by, change) =>
      into.scope((own) => {
        const setting = settingOf(own, on, by, check);
        return STYLES[by.style].render(own, on, { ...setting, ...change?.(setting) });
      });
    const living = await prepareLiving(
      { gpu, analysis, scene, recipe, paint, checkpoint: check },
      asked,
    );
    session.moving = { key, living, turn };
  }
  const { living, turn } = session.moving;
  turn.checkpoint = checkpoint;
  const all = framesOf(asked);
  const frames: Uint8ClampedArray<ArrayBuffer>[] = [];
  await gpu.scope(async (own) => {
    const outs = [own.target(size, size, 'rgba8'), own.target(size, size, 'rgba8')] as const;
    // Each frame is read back while the next is drawn.
    let reading: Promise<Uint8ClampedArray<ArrayBuffer>> | undefined;
    let settled: Promise<void> | undefined;
    try {
      for (let k = from; k < Math.min(all, from + count); k += 1) {
        const out = outs[k % 2 === 0 ? 0 : 1];
        await living.draw(out, k / all);
        const before = reading;
        reading = own.read(out, checkpoint);
        // `reading` is awaited in the next round; this keeps an earlier failure from being unhandled.
        settled = reading.then(
          () => undefined,
          () => undefined,
        );
        if (before) frames.push(await before);
      }
      if (reading) frames.push(await reading);
    } finally {
      await settled;
    }
  });
  if (from + count >= all) stopMoving(session);
  return { frames, notes: living.notes };
};
