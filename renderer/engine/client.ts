import { LikenessError } from '../core/errors.ts';
import { createState } from '../core/subscribable.ts';
import type { Engine, EngineFetch, PhotoAnalysis } from '../ports/engine.ts';
import { ENGINE_VERSION } from './version.ts';
import { createWorkerHost } from './worker-host.ts';

/**
 * The page's side of the engine. Its worker starts with the first request.
 * @param onLoaded is called with the URLs that the worker loads, as the browser recorded them
 */
export function createEngine(
  onLoaded: (addresses: readonly string[]) => void = () => undefined,
): Engine {
  /** Photos by analysis id, kept because a fresh worker has to analyse them again. */
  const photos = new Map<string, Blob>();
  let count = 0;
  const nextId = (): string => `analysis-${(count += 1)}`;
  const photoOf = (id: string): Blob => {
    const photo = photos.get(id);
    if (!photo) throw new LikenessError('engine-failed', { reason: 'released' });
    return photo;
  };
  const known = ({ id }: PhotoAnalysis): string => {
    photoOf(id);
    return id;
  };
  const fetching = createState<EngineFetch | undefined>(undefined);
  const host = createWorkerHost(
    (ask) =>
      'analysis' in ask
        ? { task: 'analyse', id: ask.analysis, photo: photoOf(ask.analysis) }
        : undefined,
    onLoaded,
    fetching.set,
  );

  return {
    version: ENGINE_VERSION,
    fetching,
    importPhoto: (file, options) => host.ask({ task: 'importPhoto', file }, options),
    async openPhoto(file, options) {
      const ask = { task: 'openPhoto', id: nextId(), file } as const;
      const opened = await host.ask(ask, options);
      photos.set(ask.id, opened.photo);
      return opened;
    },
    async analyse(photo, options) {
      const ask = { task: 'analyse', id: nextId(), photo } as const;
      const analysis = await host.ask(ask, options);
      photos.set(ask.id, photo);
      return analysis;
    },
    render: async (analysis, recipe, { priority, signal, onProgress, ...asked }) =>
      host.ask(
        { task: 'render', analysis: known(analysis), recipe, ...asked },
        { priority, signal, onProgress },
      ),
    framedPhoto: async (analysis, recipe, { size, signal }) =>
      host.ask({ task: 'framedPhoto', analysis: known(analysis), recipe, size }, { signal }),
    cutOut: async (analysis, whose, { size, ...options }) =>
      host.ask({ task: 'cutOut', analysis: known(analysis), whose, size }, options),
    animate: async (analysis, recipe, { priority, signal, onProgress, ...asked }) =>
      host.ask(
        { task: 'animate', analysis: known(analysis), recipe, ...asked },
        { priority, signal, onProgress },
      ),
    portrait: async (analysis) => host.ask({ task: 'portrait', analysis: known(analysis) }),
    compare: async (analysis, picture, options) =>
      host.ask({ task: 'compare', analysis: known(analysis), picture, ...options }),
    convert: (picture, options) => host.ask({ task: 'convert', picture, ...options }),
    selfTest: () => host.ask({ task: 'selfTest' }),
    video: async () => (await import('./video/index.ts')).videoEncoders,
    release({ id }) {
      if (photos.delete(id)) host.forget(id);
    },
  };
}
