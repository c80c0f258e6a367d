import type { Recipe, RecipeOptions } from '../core/avatars.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { Engine, EngineFetch, LongOptions, Progress, RenderOptions } from '../ports/engine.ts';

/** A file that the worker loads. */
export interface EngineFile {
  readonly address: string;
  /** Bytes, before any compression on the way. */
  readonly size: number;
}

/** The models, and LiteRT's two builds (with and without relaxed SIMD). */
export type EngineFiles = Readonly<
  Record<
    | 'faceDetector'
    | 'faceLandmarks'
    | 'person'
    | 'parser'
    | 'lenses'
    | 'salience'
    | 'recognition'
    | 'runtime'
    | 'runtimeWasm'
    | 'runtimeCompat'
    | 'runtimeCompatWasm',
    EngineFile
  >
>;

/** What is asked of an analysed photo. */
interface OfPhoto {
  readonly analysis: string;
}

/** Those of a method's options that the worker gets. */
type Asked<Options> = Omit<Options, keyof LongOptions | 'priority'>;

/** The requests that the worker takes, named as the engine's methods. */
interface Requests {
  importPhoto: { readonly file: Blob };
  openPhoto: { readonly id: string; readonly file: Blob };
  analyse: { readonly id: string; readonly photo: Blob };
  render: OfPhoto & { readonly recipe: Recipe } & Asked<RenderOptions>;
  framedPhoto: OfPhoto & { readonly recipe: Recipe; readonly size: number };
  cutOut: OfPhoto & { readonly whose: Whose; readonly size: number };
  portrait: OfPhoto & Pick<Whose, 'face'>;
  compare: OfPhoto & { readonly picture: Blob } & Parameters<Engine['compare']>[2];
  convert: { readonly picture: Blob } & Parameters<Engine['convert']>[1];
  animate: OfPhoto & { readonly recipe: Recipe } & Asked<Parameters<Engine['animate']>[2]>;
  selfTest: object;
}
export type Task = keyof Requests;
export type Ask<T extends Task = Task> = { [K in T]: { readonly task: K } & Requests[K] }[T];
export type Answer<T extends Task = Task> = Awaited<ReturnType<Engine[T]>>;

/** A face, the largest if undefined, and the strokes of the brush that correct its cut-out. */
export type Whose = Pick<RecipeOptions, 'face' | 'strokes'>;

export type ToWorker =
  | { readonly kind: 'start'; readonly files: EngineFiles }
  | { readonly kind: 'ask'; readonly job: number; readonly ask: Ask }
  /** Seen between two passes, when the worker yields to the event loop. */
  | { readonly kind: 'abort'; readonly job: number }
  | { readonly kind: 'forget'; readonly analysis: string };

export type FromWorker =
  /** URLs that the worker loaded, as the browser recorded them. */
  | { readonly kind: 'loaded'; readonly addresses: readonly string[] }
  /** Bytes fetched so far; undefined once nothing is being fetched. */
  | { readonly kind: 'fetching'; readonly fetching: EngineFetch | undefined }
  | { readonly kind: 'progress'; readonly job: number; readonly progress: Progress }
  /** All of the picture's GPU commands are submitted: the next picture may be drawn meanwhile. */
  | { readonly kind: 'drawn'; readonly job: number }
  | { readonly kind: 'answer'; readonly job: number; readonly answer: Answer }
  /** An expected failure: the worker is fine and carries on. */
  | {
      readonly kind: 'refused';
      readonly job: number;
      readonly code: ErrorCode;
      readonly context: Readonly<Record<string, string | number | boolean>>;
    }
  /** Any other failure: the worker's state is suspect, so the page replaces it. */
  | {
      readonly kind: 'broken';
      readonly job: number;
      readonly code: ErrorCode;
      readonly reason: string;
    };
