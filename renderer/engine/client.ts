import { LikenessError } from '../core/errors.ts';
import type { Engine, LongOptions, Sitting } from '../ports/engine.ts';
import { createSittings } from './sittings.ts';
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
        ? { task: 'sit', id: ask.sitting, photo: sittings.photoOf(ask.sitting) }
        : undefined,
    onLoaded,
  );
  const sittings = createSittings({
    analyse: (id, photo, options) =>
      host.ask({ task: 'sit', id, photo }, { priority: 'preview', ...options }),
    forget: (id) => host.forget(id),
  });

  const known = (sitting: Sitting): string => {
    if (!sittings.has(sitting.id))
      throw new LikenessError('engine-failed', { reason: 'dismissed' });
    return sitting.id;
  };

  return {
    version: ENGINE_VERSION,
    importPhoto: (file, options: LongOptions = {}) =>
      host.ask({ task: 'importPhoto', file }, { priority: 'preview', ...options }),
    sit: (photo, options: LongOptions = {}) => sittings.sit(photo, options),
    async render(
      sitting,
      recipe,
      { size, format, check, draft, priority = 'preview', signal, onProgress },
    ) {
      const ask = {
        task: 'render',
        sitting: known(sitting),
        recipe,
        size,
        format,
        ...(check === undefined ? {} : { check }),
        ...(draft === undefined ? {} : { draft }),
      } as const;
      return host.ask(ask, { priority, signal, onProgress });
    },
    async framedPhoto(sitting, recipe, { size, signal }) {
      return host.ask(
        { task: 'framedPhoto', sitting: known(sitting), recipe, size },
        { priority: 'preview', signal },
      );
    },
    convert: (picture, { size, format }) =>
      host.ask({ task: 'convert', picture, size, format }, { priority: 'preview' }),
    selfTest: () => host.ask({ task: 'selfTest' }, { priority: 'preview' }),
    dismiss: (sitting) => sittings.dismiss(sitting.id),
  };
}
