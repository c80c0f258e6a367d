import { LikenessError } from '../core/errors.ts';
import type { Engine, LongOptions, PhotoAnalysis } from '../ports/engine.ts';
import { createAnalysisCache } from './analysis-cache.ts';
import { ENGINE_VERSION } from './version.ts';
import { createWorkerHost } from './worker-host.ts';

/**
 * The engine in the page: its worker starts with the first request.
 * @param onLoaded hears the addresses that the worker loads, by the browser's own record
 */
export function createEngine(
  onLoaded: (addresses: readonly string[]) => void = () => undefined,
): Engine {
  const host = createWorkerHost(
    (ask) =>
      ask.task === 'render' || ask.task === 'framedPhoto'
        ? { task: 'analyse', id: ask.analysis, photo: analyses.photoOf(ask.analysis) }
        : undefined,
    onLoaded,
  );
  const analyses = createAnalysisCache({
    analyse: (id, photo, options) =>
      host.ask({ task: 'analyse', id, photo }, { priority: 'preview', ...options }),
    forget: (id) => host.forget(id),
  });

  const known = (analysis: PhotoAnalysis): string => {
    if (!analyses.has(analysis.id))
      throw new LikenessError('engine-failed', { reason: 'released' });
    return analysis.id;
  };

  return {
    version: ENGINE_VERSION,
    importPhoto: (file, options: LongOptions = {}) =>
      host.ask({ task: 'importPhoto', file }, { priority: 'preview', ...options }),
    analyse: (photo, options: LongOptions = {}) => analyses.analyse(photo, options),
    async render(
      analysis,
      recipe,
      { size, format, check, draft, priority = 'preview', signal, onProgress },
    ) {
      const ask = {
        task: 'render',
        analysis: known(analysis),
        recipe,
        size,
        format,
        ...(check === undefined ? {} : { check }),
        ...(draft === undefined ? {} : { draft }),
      } as const;
      return host.ask(ask, { priority, signal, onProgress });
    },
    async framedPhoto(analysis, recipe, { size, signal }) {
      return host.ask(
        { task: 'framedPhoto', analysis: known(analysis), recipe, size },
        { priority: 'preview', signal },
      );
    },
    convert: (picture, { size, format }) =>
      host.ask({ task: 'convert', picture, size, format }, { priority: 'preview' }),
    selfTest: () => host.ask({ task: 'selfTest' }, { priority: 'preview' }),
    release: (analysis) => analyses.release(analysis.id),
  };
}
