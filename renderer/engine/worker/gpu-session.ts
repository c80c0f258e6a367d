import type { Recipe } from '../../core/avatars.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { Gpu } from '../gl/gpu.ts';
import type { Living } from '../motion/living.ts';
import type { Analysis } from '../photo/analysis.ts';
import { frameOf } from '../photo/frame.ts';
import { uploadNoise, type Noise } from '../styles/shared/noise.ts';
import { makeScene, uploadPerson, type PersonOnGpu, type Scene } from '../styles/shared/scene.ts';

/** How many bytes of scenes are kept on the GPU. */
const SCENE_BYTES = 96 * 1024 * 1024;
/** The most that a scene takes: the person, and its smaller targets. */
const bytesOfScene = (size: number): number => size * size * 4 * 1.3;
/** How many photos are kept on the GPU. */
const PHOTOS = 2;

/** The current request: a moving portrait outlives the request that it was prepared for. */
export interface Turn {
  checkpoint: Checkpoint;
}

/** Everything bound to one WebGL context. */
export interface GpuSession {
  readonly gpu: Gpu;
  readonly noise: Noise;
  /** By analysis id, the least recently used first. */
  readonly people: Map<string, PersonOnGpu>;
  /** By analysis, frame and size, the least recently used first. */
  readonly scenes: Map<string, Scene>;
  /** The moving portrait; `key` is made of everything it depends on. */
  moving: { readonly key: string; readonly living: Living; readonly turn: Turn } | undefined;
}

/** Work in one session; `pass` lets the next work start before this is done. */
type Work<T> = (session: GpuSession, pass: () => void) => Promise<T>;

export type GpuSessions = ReturnType<typeof createGpuSessions>;

export function createGpuSessions() {
  let session: GpuSession | undefined;
  const open = (): GpuSession => {
    if (session?.gpu.lost) session = undefined;
    if (!session) {
      const gpu = new Gpu();
      const noise = uploadNoise(gpu);
      session = { gpu, noise, people: new Map(), scenes: new Map(), moving: undefined };
    }
    return session;
  };
  /** Frees everything; the next work opens a new session. */
  const close = (): void => {
    session?.gpu.destroy();
    session = undefined;
  };
  // Pictures are drawn one at a time, as they share targets and caches. The next one starts when
  // the last is done, or as soon as the GPU has all of its work.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: Work<T>): Promise<T> => {
    const before = turn;
    let pass = (): void => undefined;
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
  return {
    /**
     * Waits for its turn, then works in the open session, or in a new one. Works once more, in a
     * new session, if the context, and everything in it, was lost.
     * @throws LikenessError 'engine-unsupported' without WebGL2, 'engine-failed' if the context is
     * lost twice in a row
     */
    async work<T>(work: Work<T>): Promise<T> {
      let first: GpuSession | undefined;
      try {
        return await inTurn((own, pass) => work((first = own), pass));
      } catch (error) {
        if (!first?.gpu.lost) throw error;
        try {
          return await inTurn(work);
        } catch (again) {
          if (errorCode(again) !== 'unexpected') throw again;
          throw new LikenessError(
            'engine-failed',
            { part: 'context lost twice' },
            { cause: again },
          );
        }
      }
    },
    /** Frees everything kept for an analysis. */
    forget(analysisId: string): void {
      if (!session) return;
      forgetPerson(session, analysisId);
      // Released targets still hold the person's pixels; nothing of a forgotten photo may stay.
      session.gpu.trim();
    },
    close,
  };
}

export function stopMoving(session: GpuSession): void {
  session.moving?.living.release();
  session.moving = undefined;
}

/** Frees what is kept for an analysis, with its scenes, which draw from the person's textures. */
function forgetPerson(session: GpuSession, analysisId: string): void {
  const { people, scenes } = session;
  if (session.moving?.key.startsWith(`${analysisId} `)) stopMoving(session);
  for (const [key, scene] of scenes) {
    if (!key.startsWith(`${analysisId} `)) continue;
    scene.release();
    scenes.delete(key);
  }
  people.get(analysisId)?.gpu.free();
  people.delete(analysisId);
}

/** The value of `key`, which becomes the most recently used. */
function touch<V>(map: Map<string, V>, key: string): V | undefined {
  const value = map.get(key);
  if (value === undefined) return undefined;
  map.delete(key);
  map.set(key, value);
  return value;
}

/** The person's textures: those that are kept, or new ones in place of the least recently used. */
function personOf(session: GpuSession, analysis: Analysis): PersonOnGpu {
  const { gpu, people } = session;
  const known = touch(people, analysis.id);
  if (known) return known;
  for (const old of people.keys()) {
    if (people.size < PHOTOS) break;
    forgetPerson(session, old);
  }
  const person = uploadPerson(gpu, analysis);
  people.set(analysis.id, person);
  return person;
}

/** The scene that `recipe` asks for, `size` px wide: the kept one, or a new one. */
export function sceneOf(
  session: GpuSession,
  analysis: Analysis,
  recipe: Recipe,
  size: number,
): Scene {
  const { scenes, noise } = session;
  const frame = frameOf(analysis, recipe, size);
  const id = `${analysis.id} ${String(recipe.options.face ?? 0)} ${Object.values(frame)
    .map((v: number) => v.toFixed(3))
    .join(' ')} ${String(size)}`;
  const known = touch(scenes, id);
  if (known) return known;

  const person = personOf(session, analysis);
  let bytes = [...scenes.values()].reduce((sum, scene) => sum + bytesOfScene(scene.size), 0);
  for (const [old, scene] of scenes) {
    if (bytes + bytesOfScene(size) < SCENE_BYTES) break;
    bytes -= bytesOfScene(scene.size);
    scene.release();
    scenes.delete(old);
  }
  const grain = size < 768 ? noise.coarse : noise.fine;
  const scene = makeScene(analysis, person, recipe, frame, size, grain);
  scenes.set(id, scene);
  return scene;
}
