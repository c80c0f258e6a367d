import type { Recipe } from '../../core/avatars.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import { BACKGROUNDS } from '../backgrounds/index.ts';
import { STYLES } from '../styles/index.ts';
import { uploadNoise, type Noise } from '../styles/shared/noise.ts';
import { between, rngOf } from '../styles/shared/random.ts';
import { directionOf, type Direction } from '../styles/shared/render-person.ts';
import {
  backMatrix,
  deletePerson,
  makeScene,
  releaseScene,
  uploadPerson,
  type Person,
  type Scene,
} from '../styles/shared/scene.ts';
import type { Analysis } from './analysis.ts';
import type { Checkpoint } from './checkpoint.ts';
import { frameOf, type Frame } from './frame.ts';
import { EXTEND, REDUCE } from './gl/copy.ts';
import { Gpu } from './gl/gpu.ts';
import { bytesOf, type Target } from './gl/target.ts';

export interface RenderSettings {
  /** Edge of the picture, 64 to 2048 px. */
  readonly size: number;
  /** 0 is the realistic base, 1 the style in full; the recipe's own when missing. */
  readonly strength?: number;
  /** Throws when the picture is no longer wanted. Called between passes. */
  readonly checkpoint: Checkpoint;
}

export interface Picture {
  /** Straight RGBA, size * size * 4, sRGB, top row first. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly frame: Frame;
  /** Milliseconds by stage: prepare (once per photo and frame), background, style, read. */
  readonly timings: Record<string, number>;
}

export interface Renderer {
  /**
   * Rejects with LikenessError: 'engine-unsupported' without WebGL2, 'engine-failed' when the
   * context is lost twice in a row, 'photo-no-face'; and with whatever `checkpoint` throws.
   */
  render(analysis: Analysis, recipe: Recipe, settings: RenderSettings): Promise<Picture>;
  /** The photo framed exactly as `recipe` frames the avatar; beyond its border it goes on, blurred. */
  framedPhoto(
    analysis: Analysis,
    recipe: Recipe,
    size: number,
    checkpoint: Checkpoint,
  ): Promise<{ pixels: Uint8ClampedArray<ArrayBuffer> }>;
  /** Frees what is kept of a photo. */
  forget(analysisId: string): void;
  /** Frees everything; the renderer can be used again. */
  destroy(): void;
}

/** Below this, styles are rendered larger and reduced: brush and raster need some pixels to live. */
const SMALLEST = 256;
/** Scenes of several frames are kept up to this many bytes on the GPU. */
const SCENE_BYTES = 96 * 1024 * 1024;
/** Photos kept on the GPU. */
const PHOTOS = 2;

/** What lives and dies with one WebGL context. */
interface Studio {
  readonly gpu: Gpu;
  readonly noise: Noise;
  /** By analysis id, the least recently used first. */
  readonly people: Map<string, Person>;
  /** By analysis, frame and size, the least recently used first. */
  readonly scenes: Map<string, Scene>;
}

export const createRenderer = (): Renderer => {
  let studio: Studio | undefined;
  const open = (): Studio => {
    if (studio?.gpu.lost) studio = undefined;
    if (!studio) {
      const gpu = new Gpu();
      studio = { gpu, noise: uploadNoise(gpu), people: new Map(), scenes: new Map() };
    }
    return studio;
  };
  const close = (): void => {
    studio?.gpu.destroy();
    studio = undefined;
  };
  /** A lost context takes everything with it; the work is done again, once, in a new one. */
  const retrying = async <T>(work: (studio: Studio) => Promise<T>): Promise<T> => {
    const first = open();
    try {
      return await work(first);
    } catch (error) {
      if (!first.gpu.lost) throw error;
      close();
      try {
        return await work(open());
      } catch (again) {
        if (errorCode(again) !== 'unexpected') throw again;
        throw new LikenessError('engine-failed', { part: 'context lost twice' }, { cause: again });
      }
    }
  };
  // One picture at a time: they share targets and caches.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: (studio: Studio) => Promise<T>): Promise<T> => {
    const mine = turn.then(() => retrying(work));
    // Whoever asked is told; the next turn begins all the same.
    turn = mine.catch(() => undefined);
    return mine;
  };

  return {
    render: (analysis, recipe, settings) =>
      inTurn((s) => renderOnce(s, analysis, recipe, settings)),
    framedPhoto: (analysis, recipe, size, checkpoint) =>
      inTurn((s) => framePhoto(s, analysis, recipe, size, checkpoint)),
    forget(analysisId) {
      if (!studio) return;
      const { gpu, people, scenes } = studio;
      for (const [key, scene] of scenes) {
        if (!key.startsWith(`${analysisId} `)) continue;
        releaseScene(gpu, scene);
        scenes.delete(key);
      }
      const person = people.get(analysisId);
      if (person) deletePerson(gpu, person);
      people.delete(analysisId);
      // Released targets still hold the person's pixels: nothing of a forgotten photo stays.
      gpu.trim();
    },
    destroy: close,
  };
};

/** By the seed, more often from the side that the photo is lit from: against it, faces look pasted. */
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
  await gpu.settle(checkpoint);
  lap('prepare');
  const key = keyLight(recipe, scene);
  const held: Target[] = [];
  const hold = (target: Target): Target => {
    held.push(target);
    return target;
  };
  try {
    const backdrop = BACKGROUNDS[recipe.background].paint(gpu, scene, recipe.seed, recipe.options, {
      key,
      plain: recipe.style === 'minimalist' || recipe.style === 'creative',
    });
    if (backdrop) hold(backdrop);
    lap('background');
    let result = hold(
      await STYLES[recipe.style].render(gpu, scene, {
        seed: recipe.seed,
        options: recipe.options,
        background: recipe.background,
        backdrop,
        key,
        strength,
        step: () => gpu.settle(checkpoint),
      }),
    );
    if (inner !== settings.size) {
      const small = hold(gpu.target(settings.size, settings.size, 'rgba8'));
      gpu.pass(REDUCE, small, { source: result, ratio: inner / settings.size });
      result = small;
    }
    const pixels = await gpu.read(result, checkpoint);
    lap('style');
    return {
      pixels,
      frame: inner === settings.size ? scene.frame : frameOf(analysis, recipe, settings.size),
      timings,
    };
  } finally {
    gpu.release(...held);
  }
};

const touch = <V>(map: Map<string, V>, key: string): V | undefined => {
  const value = map.get(key);
  if (value === undefined) return undefined;
  map.delete(key);
  map.set(key, value);
  return value;
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
    for (const [old, other] of people) {
      if (people.size < PHOTOS) break;
      deletePerson(gpu, other);
      people.delete(old);
    }
    person = uploadPerson(gpu, analysis);
    people.set(analysis.id, person);
  }
  let bytes = [...scenes.values()].reduce((sum, scene) => sum + bytesOf(scene.person) * 1.3, 0);
  for (const [old, scene] of scenes) {
    if (bytes + size * size * 7 < SCENE_BYTES) break;
    bytes -= bytesOf(scene.person) * 1.3;
    releaseScene(gpu, scene);
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
