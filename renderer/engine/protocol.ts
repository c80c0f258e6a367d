import type { Recipe } from '../core/avatars.ts';
import type { ErrorCode } from '../core/errors.ts';
import type {
  EnginePart,
  PhotoAnalysis,
  Progress,
  Rendered,
  RenderOptions,
} from '../ports/engine.ts';

/** Addresses of the models and of LiteRT's two builds (with and without relaxed SIMD). */
export interface EngineFiles {
  readonly faceDetector: string;
  readonly faceLandmarks: string;
  readonly person: string;
  readonly salience: string;
  readonly runtime: string;
  readonly runtimeWasm: string;
  readonly runtimeCompat: string;
  readonly runtimeCompatWasm: string;
}

/** What the worker can be asked, with what it answers. */
export interface Tasks {
  importPhoto: {
    ask: { readonly file: Blob };
    answer: { photo: Blob; width: number; height: number };
  };
  analyse: { ask: { readonly id: string; readonly photo: Blob }; answer: PhotoAnalysis };
  render: {
    ask: { readonly analysis: string; readonly recipe: Recipe } & Pick<
      RenderOptions,
      'size' | 'format' | 'check' | 'draft'
    >;
    answer: Rendered;
  };
  framedPhoto: {
    ask: { readonly analysis: string; readonly recipe: Recipe; readonly size: number };
    answer: Blob;
  };
  convert: {
    ask: {
      readonly picture: Blob;
      readonly size: number;
      readonly format: RenderOptions['format'] | 'compact';
    };
    answer: Blob;
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
  /** Read between two passes, where the worker gives the event loop its turn. */
  | { readonly kind: 'abort'; readonly job: number }
  | { readonly kind: 'forget'; readonly analysis: string };

export type FromWorker =
  /** What the worker loaded, by the browser's own record. */
  | { readonly kind: 'loaded'; readonly addresses: readonly string[] }
  | { readonly kind: 'progress'; readonly job: number; readonly progress: Progress }
  | { readonly kind: 'answer'; readonly job: number; readonly answer: Tasks[Task]['answer'] }
  /** An expected failure: the worker is fine and goes on. */
  | {
      readonly kind: 'refused';
      readonly job: number;
      readonly code: ErrorCode;
      readonly context: Readonly<Record<string, string | number | boolean>>;
    }
  /** Anything else: the worker's state is suspect, the page replaces it. */
  | { readonly kind: 'broken'; readonly job: number; readonly reason: string };
