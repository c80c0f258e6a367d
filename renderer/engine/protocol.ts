import type { Recipe, RecipeOptions } from '../core/avatars.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { Living } from '../core/motion.ts';
import type {
  ComparedPicture,
  CutOutShown,
  EngineFetch,
  EnginePart,
  ImportedPhoto,
  MotionFrames,
  OpenedPhoto,
  PhotoAnalysis,
  Progress,
  Rendered,
  RenderOptions,
} from '../ports/engine.ts';

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

/** The requests that the worker takes, each with the type of its answer. */
export interface Tasks {
  importPhoto: {
    ask: { readonly file: Blob };
    answer: ImportedPhoto;
  };
  openPhoto: { ask: { readonly id: string; readonly file: Blob }; answer: OpenedPhoto };
  analyse: { ask: { readonly id: string; readonly photo: Blob }; answer: PhotoAnalysis };
  render: {
    ask: { readonly analysis: string; readonly recipe: Recipe } & Pick<
      RenderOptions,
      'size' | 'format' | 'thumb' | 'check' | 'draft'
    >;
    answer: Rendered;
  };
  framedPhoto: {
    ask: { readonly analysis: string; readonly recipe: Recipe; readonly size: number };
    answer: Blob;
  };
  cutOut: {
    ask: {
      readonly analysis: string;
      readonly options: Pick<RecipeOptions, 'face' | 'strokes'>;
      readonly size: number;
    };
    answer: CutOutShown;
  };
  portrait: { ask: { readonly analysis: string }; answer: Blob };
  compare: {
    ask: {
      readonly analysis: string;
      readonly picture: Blob;
      readonly thumb: number;
      readonly square?: number;
    };
    answer: ComparedPicture;
  };
  convert: {
    ask: {
      readonly picture: Blob;
      readonly size: number;
      readonly format: RenderOptions['format'];
      readonly quality?: number;
    };
    answer: Blob;
  };
  animate: {
    ask: {
      readonly analysis: string;
      readonly recipe: Recipe;
      readonly living: Living;
      readonly from: number;
      readonly count: number;
    };
    answer: MotionFrames;
  };
  selfTest: {
    ask: object;
    answer: readonly EnginePart[];
  };
}
export type Task = keyof Tasks;
export type Ask<T extends Task = Task> = { [K in T]: { readonly task: K } & Tasks[K]['ask'] }[T];

export type ToWorker =
  | { readonly kind: 'start'; readonly files: EngineFiles }
  | { readonly kind: 'ask'; readonly job: number; readonly ask: Ask }
  /** Seen between two passes, when the worker yields to the event loop. */
  | { readonly kind: 'abort'; readonly job: number }
  | { readonly kind: 'forget'; readonly analysis: string };

export type FromWorker =
  /** URLs that the worker loaded, as the browser recorded them. */
  | { readonly kind: 'loaded'; readonly addresses: readonly string[] }
  /** How far the files are that are being fetched; undefined once none is. */
  | { readonly kind: 'fetching'; readonly fetching: EngineFetch | undefined }
  | { readonly kind: 'progress'; readonly job: number; readonly progress: Progress }
  /** The GPU has all of the picture's work; another picture may be drawn in the meantime. */
  | { readonly kind: 'drawn'; readonly job: number }
  | { readonly kind: 'answer'; readonly job: number; readonly answer: Tasks[Task]['answer'] }
  /** An expected failure: the worker is fine and carries on. */
  | {
      readonly kind: 'refused';
      readonly job: number;
      readonly code: ErrorCode;
      readonly context: Readonly<Record<string, string | number | boolean>>;
    }
  /** Any other failure: the worker's state is suspect, so the page replaces it. */
  | { readonly kind: 'broken'; readonly job: number; readonly reason: string };
