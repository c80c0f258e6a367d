import type { Recipe } from '../../core/avatars.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import type { MotionNote } from '../../core/motion.ts';
import { BACKGROUNDS } from '../backgrounds/index.ts';
import { prepareLiving, type Living, type Stage } from '../motion/living.ts';
import type { MotionAsked } from '../motion/time.ts';
import { STYLES } from '../styles/index.ts';
import { uploadNoise, type Noise } from '../styles/shared/noise.ts';
import { between, rngOf } from '../styles/shared/random.ts';
import { directionOf, type Direction } from '../styles/shared/render-person.ts';
import {
  backMatrix,
  deletePerson,
  makeScene,
  uploadPerson,
  type Person,
  type Scene,
} from '../styles/shared/scene.ts';
import type { Setting } from '../styles/shared/style.ts';
import type { Analysis } from './analysis.ts';
import { takeTurn, type Checkpoint } from './checkpoint.ts';
import { frameOf, type Frame } from './frame.ts';
import { EXTEND, REDUCE } from './gl/copy.ts';
import { Gpu } from './gl/gpu.ts';
import type { Target } from './gl/target.ts';

export interface RenderSettings {
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

export interface AnimateSettings {
  readonly asked: MotionAsked;
  /** Edge of the frames, 256 to 1080 px. */
  readonly size: number;
  /** Index of the first frame to render, and how many frames. */
  readonly from: number;
  readonly count: number;
  readonly checkpoint: Checkpoint;
}

export interface Picture {
  /** Straight RGBA, size * size * 4, sRGB, top row first. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Same format: the picture to measure the likeness on, if it isn't `pixels`. */
  readonly measured?: Uint8ClampedArray<ArrayBuffer>;
  readonly frame: Frame;
  /**
   * Milliseconds by stage: prepare (once per photo and frame), background, style with reading back.
   */
  readonly timings: Record<string, number>;
}

export interface Renderer {
  /**
   * @throws LikenessError 'engine-unsupported' without WebGL2, 'engine-failed' if the context is
   * lost twice in a row, 'photo-no-face'; and anything that `checkpoint` throws
   */
  render(analysis: Analysis, recipe: Recipe, settings: RenderSettings): Promise<Picture>;
  /** The photo, framed as `recipe` frames the avatar and continued, blurred, beyond its border. */
  framedPhoto(
    analysis: Analysis,
    recipe: Recipe,
    size: number,
    checkpoint: Checkpoint,
  ): Promise<{ pixels: Uint8ClampedArray<ArrayBuffer> }>;
  /**
   * Renders frames of a living avatar. The stills they are made from are kept between calls, until
   * the last frame is rendered or another avatar is requested.
   */
  animate(
    analysis: Analysis,
    recipe: Recipe,
    settings: AnimateSettings,
  ): Promise<{
    /** Straight RGBA, size * size * 4 each. */
    readonly frames: readonly Uint8ClampedArray<ArrayBuffer>[];
    readonly notes: readonly MotionNote[];
  }>;
  /** Frees everything kept for an analysis. */
  forget(analysisId: string): void;
  /** Frees everything; the renderer can be used again. */
  destroy(): void;
}

/** Smaller pictures are rendered at this size and reduced: brush and raster need enough pixels. */
const SMALLEST = 256;
/** How many bytes of scenes are kept on the GPU. */
const SCENE_BYTES = 96 * 1024 * 1024;
/** The most that a scene takes: the person, and its smaller targets. */
const bytesOfScene = ({ size }: Scene): number => size * size * 4 * 1.3;
/** How many photos are kept on the GPU. */
const PHOTOS = 2;

/** The current request: a moving portrait outlives the request that it was prepared for. */
interface Turn {
  checkpoint: Checkpoint;
}

/** Everything bound to one WebGL context. */
interface Studio {
  readonly gpu: Gpu;
  readonly noise: Noise;
  /** By analysis id, the least recently used first. */
  readonly people: Map<string, Person>;
  /** By analysis, frame and size, the least recently used first. */
  readonly scenes: Map<string, Scene>;
  /** The moving portrait; `key` is made of everything it depends on. */
  moving: { readonly key: string; readonly living: Living; readonly turn: Turn } | undefined;
}

/** Work in one context; `pass` lets the next work start before this is done. */
type Work<T> = (studio: Studio, pass: () => void) => Promise<T>;

const NOTHING = (): void => undefined;

export const createRenderer = (): Renderer => {
  let studio: Studio | undefined;
  const open = (): Studio => {
    if (studio?.gpu.lost) studio = undefined;
    if (!studio) {
      const gpu = new Gpu();
      studio = {
        gpu,
        noise: uploadNoise(gpu),
        people: new Map(),
        scenes: new Map(),
        moving: undefined,
      };
    }
    return studio;
  };
  const close = (): void => {
    studio?.gpu.destroy();
    studio = undefined;
  };
  // Pictures are drawn one at a time, as they share targets and caches. The next one starts when
  // the last is done, or as soon as the GPU has all of its work.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: Work<T>): Promise<T> => {
    const before = turn;
    let pass = NOTHING;
    turn = new Promise<void>((resolve) => {
      pass = resolve;
    });
    await before;
    try {
      return await work(open(), pass);
    } finally {
      pass();
    }
  };
  /** Retries once in a new context if the context, and everything in it, is lost. */
  const retrying = async <T>(work: Work<T>): Promise<T> => {
    let first: Studio | undefined;
    try {
      return await inTurn((s, pass) => work((first = s), pass));
    } catch (error) {
      if (!first?.gpu.lost) throw error;
      // Unless a picture that was drawn at the same time has closed it.
      if (studio === first) close();
      try {
        return await inTurn(work);
      } catch (again) {
        if (errorCode(again) !== 'unexpected') throw again;
        throw new LikenessError('engine-failed', { part: 'context lost twice' }, { cause: again });
      }
    }
  };

  return {
    render: (analysis, recipe, settings) =>
      retrying((s, pass) =>
        renderOnce(s, analysis, recipe, {
          ...settings,
          drawn: () => {
            pass();
            settings.drawn?.();
          },
        }),
      ),
    animate: (analysis, recipe, settings) =>
      retrying((s) => animateOnce(s, analysis, recipe, settings)),
    framedPhoto: (analysis, recipe, size, checkpoint) =>
      retrying((s) => framePhoto(s, analysis, recipe, size, checkpoint)),
    forget(analysisId) {
      if (!studio) return;
      const { gpu } = studio;
      forgetPerson(studio, analysisId);
      // Released targets still hold the person's pixels; nothing of a forgotten photo may stay.
      gpu.trim();
    },
    destroy: close,
  };
};

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

const renderOnce = async (
  studio: Studio,
  analysis: Analysis,
  recipe: Recipe,
  settings: RenderSettings,
): Promise<Picture> => {
  const { gpu } = studio;
  const { checkpoint } = settings;
  const strength = Math.min(1, Math.max(0, settings.strength ?? recipe.options.strength ?? 1));
  const timings: Record<string, number> = {};
  let last = performance.now();
  const lap = (stage: string): void => {
    const now = performance.now();
    timings[stage] = now - last;
    last = now;
  };
  checkpoint();
  const inner = Math.max(SMALLEST, settings.size);
  const scene = sceneOf(studio, analysis, recipe, inner);
  // Without waiting for the GPU, which may still be drawing the picture before.
  await takeTurn(checkpoint);
  lap('prepare');
  const key = keyLight(recipe, scene);
  const held: Target[] = [];
  const hold = (target: Target): Target => {
    held.push(target);
    return target;
  };
  try {
    const style = STYLES[recipe.style];
    const backdrop = BACKGROUNDS[recipe.background].paint(gpu, scene, recipe.seed, recipe.options, {
      style: recipe.style,
      key,
      plain: style.plain,
    });
    if (backdrop) hold(backdrop);
    lap('background');
    const setting: Setting = {
      seed: recipe.seed,
      options: recipe.options,
      background: recipe.background,
      backdrop,
      key,
      strength,
      step: () => gpu.settle(checkpoint),
    };
    const reduced = (whole: Target): Target => {
      if (inner === settings.size) return whole;
      const small = hold(gpu.target(settings.size, settings.size, 'rgba8'));
      gpu.pass(REDUCE, small, { source: whole, ratio: inner / settings.size });
      return small;
    };
    const made = hold(await style.render(gpu, scene, setting));
    const apart = settings.check ? style.likeness(gpu, scene, setting) : undefined;
    const reading = [reduced(made), ...(apart ? [reduced(hold(apart))] : [])].map((whole) =>
      gpu.read(whole, checkpoint),
    );
    settings.drawn?.();
    const [pixels, measured] = await Promise.all(reading);
    lap('style');
    if (!pixels) throw new Error('nothing was read');
    return {
      pixels,
      ...(measured && { measured }),
      frame: inner === settings.size ? scene.frame : frameOf(analysis, recipe, settings.size),
      timings,
    };
  } finally {
    gpu.release(...held);
  }
};

/** Paints a scene by a recipe; the caller releases the result. */
const paintScene = async (
  gpu: Gpu,
  scene: Scene,
  recipe: Recipe,
  checkpoint: Checkpoint,
  change: (setting: Setting) => Partial<Setting>,
): Promise<Target> => {
  const style = STYLES[recipe.style];
  const key = keyLight(recipe, scene);
  const backdrop = BACKGROUNDS[recipe.background].paint(gpu, scene, recipe.seed, recipe.options, {
    style: recipe.style,
    key,
    plain: style.plain,
  });
  const setting: Setting = {
    seed: recipe.seed,
    options: recipe.options,
    background: recipe.background,
    backdrop,
    key,
    strength: Math.min(1, Math.max(0, recipe.options.strength ?? 1)),
    step: () => gpu.settle(checkpoint),
  };
  try {
    return await style.render(gpu, scene, { ...setting, ...change(setting) });
  } finally {
    if (backdrop) gpu.release(backdrop);
  }
};

const stopMoving = (studio: Studio): void => {
  studio.moving?.living.release();
  studio.moving = undefined;
};

const animateOnce = async (
  studio: Studio,
  analysis: Analysis,
  recipe: Recipe,
  { asked, size, from, count, checkpoint }: AnimateSettings,
): Promise<{ frames: Uint8ClampedArray<ArrayBuffer>[]; notes: readonly MotionNote[] }> => {
  const { gpu } = studio;
  const key = `${analysis.id} ${JSON.stringify([recipe, asked, size])}`;
  if (studio.moving?.key !== key) {
    stopMoving(studio);
    const turn: Turn = { checkpoint };
    const check = (): void => turn.checkpoint();
    const scene = (): Scene => sceneOf(studio, analysis, recipe, size);
    scene();
    await gpu.settle(checkpoint);
    const paint: Stage['paint'] = (on, by, change) =>
      paintScene(gpu, on, by, check, change ?? (() => ({})));
    const living = await prepareLiving(
      { gpu, analysis, scene, recipe, paint, checkpoint: check },
      asked,
    );
    studio.moving = { key, living, turn };
  }
  const { living, turn } = studio.moving;
  turn.checkpoint = checkpoint;
  const all = Math.round(asked.seconds * asked.rate);
  const frames: Uint8ClampedArray<ArrayBuffer>[] = [];
  const outs = [gpu.target(size, size, 'rgba8'), gpu.target(size, size, 'rgba8')] as const;
  // Each frame is read back while the next is drawn.
  let reading: Promise<Uint8ClampedArray<ArrayBuffer>> | undefined;
  let settled: Promise<void> | undefined;
  try {
    for (let k = from; k < Math.min(all, from + count); k += 1) {
      const out = outs[k % 2 === 0 ? 0 : 1];
      await living.draw(out, k / all);
      const before = reading;
      reading = gpu.read(out, checkpoint);
      // `reading` is awaited in the next round; this keeps an earlier failure from being unhandled.
      settled = reading.then(NOTHING, NOTHING);
      if (before) frames.push(await before);
    }
    if (reading) frames.push(await reading);
  } finally {
    await settled;
    gpu.release(...outs);
  }
  if (from + count >= all) stopMoving(studio);
  return { frames, notes: living.notes };
};

const touch = <V>(map: Map<string, V>, key: string): V | undefined => {
  const value = map.get(key);
  if (value === undefined) return undefined;
  map.delete(key);
  map.set(key, value);
  return value;
};

/** Frees what is kept for an analysis, with its scenes, which draw from the person's textures. */
const forgetPerson = (studio: Studio, analysisId: string): void => {
  const { gpu, people, scenes } = studio;
  if (studio.moving?.key.startsWith(`${analysisId} `)) stopMoving(studio);
  for (const [key, scene] of scenes) {
    if (!key.startsWith(`${analysisId} `)) continue;
    scene.release();
    scenes.delete(key);
  }
  const person = people.get(analysisId);
  if (person) deletePerson(gpu, person);
  people.delete(analysisId);
};

const sceneOf = (studio: Studio, analysis: Analysis, recipe: Recipe, size: number): Scene => {
  const { gpu, people, scenes, noise } = studio;
  const frame = frameOf(analysis, recipe, size);
  const id = `${analysis.id} ${String(recipe.options.face ?? 0)} ${Object.values(frame)
    .map((v: number) => v.toFixed(3))
    .join(' ')} ${String(size)}`;
  const known = touch(scenes, id);
  if (known) return known;

  let person = touch(people, analysis.id);
  if (!person) {
    for (const old of people.keys()) {
      if (people.size < PHOTOS) break;
      forgetPerson(studio, old);
    }
    person = uploadPerson(gpu, analysis);
    people.set(analysis.id, person);
  }
  let bytes = [...scenes.values()].reduce((sum, scene) => sum + bytesOfScene(scene), 0);
  for (const [old, scene] of scenes) {
    if (bytes + size * size * 7 < SCENE_BYTES) break;
    bytes -= bytesOfScene(scene);
    scene.release();
    scenes.delete(old);
  }
  const scene = makeScene(
    gpu,
    analysis,
    person,
    recipe,
    frame,
    size,
    size < 768 ? noise.coarse : noise.fine,
  );
  scenes.set(id, scene);
  return scene;
};

const framePhoto = async (
  { gpu }: Studio,
  analysis: Analysis,
  recipe: Recipe,
  size: number,
  checkpoint: Checkpoint,
): Promise<{ pixels: Uint8ClampedArray<ArrayBuffer> }> => {
  const frame = frameOf(analysis, recipe, size);
  const photo = gpu.upload(analysis.photo, analysis.width, analysis.height, true);
  const out = gpu.target(size, size, 'rgba8');
  try {
    gpu.wrap(photo.texture, gpu.gl.MIRRORED_REPEAT);
    gpu.pass(EXTEND, out, {
      source: photo,
      back: backMatrix(frame, size, analysis.width, analysis.height),
    });
    return { pixels: await gpu.read(out, checkpoint) };
  } finally {
    gpu.delete(photo);
    gpu.release(out);
  }
};
