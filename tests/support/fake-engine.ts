import { mediaType, type Recipe } from '../../renderer/core/avatars.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { createState } from '../../renderer/core/subscribable.ts';
import type { Engine, EngineFetch, PhotoAnalysis } from '../../renderer/ports/engine.ts';

export interface FakeEngine extends Engine {
  /** Says how far the engine's files are; undefined: none is being fetched. */
  readonly fetch: (next: EngineFetch | undefined) => void;
  readonly analyses: string[];
  readonly released: string[];
  readonly rendered: Recipe[];
  /** The faces whose portraits were asked for, and compared with. */
  readonly faces: number[];
  /** Throws to make a step fail. */
  fault: (what: 'import' | 'analyse' | 'render', recipe?: Recipe) => void;
}

/** An engine whose pictures are their recipes as text, for tests of the code around it. */
export function fakeEngine(step: () => Promise<void> = () => Promise.resolve()): FakeEngine {
  const aborted = (signal?: AbortSignal): void => {
    if (signal?.aborted) throw new LikenessError('engine-aborted');
  };
  const fetching = createState<EngineFetch | undefined>(undefined);
  const engine: FakeEngine = {
    version: 1,
    fetch: fetching.set,
    fetching,
    analyses: [],
    released: [],
    rendered: [],
    faces: [],
    fault: () => undefined,
    async importPhoto(file, options) {
      await step();
      aborted(options?.signal);
      engine.fault('import');
      return { photo: new Blob([file], { type: 'image/png' }), width: 800, height: 600 };
    },
    async openPhoto(file, options) {
      const imported = await engine.importPhoto(file, options);
      options?.onProgress?.({ done: 0.3, stage: 'decode', photo: imported.photo });
      return { ...imported, analysis: await engine.analyse(imported.photo, options) };
    },
    async analyse(_photo, options) {
      await step();
      aborted(options?.signal);
      engine.fault('analyse');
      const id = `analysis-${engine.analyses.length}`;
      engine.analyses.push(id);
      const face = {
        box: { x: 0.3, y: 0.2, width: 0.4, height: 0.5 },
        score: 0.9,
        presence: 1,
        roll: 0,
        eyes: [
          [0.4, 0.4],
          [0.6, 0.4],
        ],
        maxSize: 1024,
        notes: [],
      } as const;
      const analysis: PhotoAnalysis = {
        id,
        width: 800,
        height: 600,
        faces: [face],
        notes: [],
      };
      return analysis;
    },
    async render(_analysis, recipe, options) {
      await step();
      aborted(options.signal);
      engine.fault('render', recipe);
      options.onProgress?.({ done: 0.5, stage: 'style' });
      engine.rendered.push(recipe);
      const picture = new Blob([JSON.stringify({ ...recipe, size: options.size })], {
        type: `image/${options.format}`,
      });
      return {
        picture,
        ...(options.thumb !== undefined && { thumb: new Blob([picture], { type: 'image/webp' }) }),
        size: options.size,
        likeness: 0.97,
        softened: false,
      };
    },
    framedPhoto: () => Promise.resolve(new Blob(['framed'])),
    cutOut: () => Promise.resolve({ picture: new Blob(['person']), faults: [] }),
    portrait(_analysis, whose) {
      engine.faces.push(whose?.face ?? 0);
      return Promise.resolve(new Blob(['portrait']));
    },
    async compare(_analysis, file, { face = 0 }) {
      await step();
      engine.faces.push(face);
      const what = await file.text();
      if (what === 'not-a-picture') throw new LikenessError('photo-not-a-picture');
      return {
        faces: what === 'two' ? 2 : 1,
        faceWidth: 0.3,
        presence: 1,
        distance: { same: 0.2, unsure: 0.5 }[what] ?? 0.9,
        baseline: 0.1,
        shape: 0.02,
        change: 0.3,
        // A signature and a header, as long as a PNG's.
        picture: new Blob([Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10, ...new Uint8Array(30))], {
          type: 'image/png',
        }),
        thumb: new Blob(['thumb'], { type: 'image/webp' }),
      };
    },
    async convert(picture, { format }) {
      await step();
      return new Blob([picture], { type: mediaType(format) });
    },
    selfTest: () => Promise.resolve([]),
    animate: () => Promise.reject(new LikenessError('engine-unsupported')),
    video: () => Promise.reject(new LikenessError('engine-unsupported')),
    release: (analysis) => void engine.released.push(analysis.id),
  };
  return engine;
}
