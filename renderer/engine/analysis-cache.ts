import { LikenessError } from '../core/errors.ts';
import type { LongOptions, PhotoAnalysis, Progress } from '../ports/engine.ts';

interface Analyser {
  analyse(id: string, photo: Blob, options: LongOptions): Promise<PhotoAnalysis>;
  forget(id: string): void;
}

interface Entry {
  readonly photo: Blob;
  readonly analysis: Promise<PhotoAnalysis>;
  /** Stops the analysis once nobody waits for it. */
  readonly stop: AbortController;
  readonly listeners: Set<(progress: Progress) => void>;
  waiting: number;
  /** How many `analyse` calls were answered and not dismissed. */
  holders: number;
}

/** SHA-256 of the photo's bytes, hex: the same photo is the same analysis. */
async function fingerprint(photo: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await photo.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface AnalysisCache {
  analyse(photo: Blob, options: LongOptions): Promise<PhotoAnalysis>;
  release(id: string): void;
  has(id: string): boolean;
  /** The photo, kept so that a fresh worker can analyse it again. @throws LikenessError 'engine-failed' */
  photoOf(id: string): Blob;
}

/**
 * Photos under analysis or analysed. Callers with the same photo share one analysis: it is aborted
 * when the last of them aborts, and forgotten when each has dismissed it.
 */
export function createAnalysisCache(analyser: Analyser): AnalysisCache {
  const entries = new Map<string, Entry>();

  function open(id: string, photo: Blob): Entry {
    const listeners = new Set<(progress: Progress) => void>();
    const stop = new AbortController();
    const onProgress = (progress: Progress): void =>
      listeners.forEach((listener) => listener(progress));
    const entry: Entry = {
      photo,
      stop,
      listeners,
      waiting: 0,
      holders: 0,
      analysis: analyser.analyse(id, photo, { signal: stop.signal, onProgress }),
    };
    // Whoever waits for it is told.
    entry.analysis.catch(() => {
      if (entries.get(id) === entry) entries.delete(id);
    });
    entries.set(id, entry);
    return entry;
  }

  function wait(
    id: string,
    entry: Entry,
    { signal, onProgress }: LongOptions,
  ): Promise<PhotoAnalysis> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal?.removeEventListener('abort', abandon);
        if (onProgress) entry.listeners.delete(onProgress);
        entry.waiting -= 1;
      };
      const abandon = (): void => {
        leave();
        if (entry.waiting === 0 && entry.holders === 0) {
          entries.delete(id);
          entry.stop.abort();
          analyser.forget(id);
        }
        reject(new LikenessError('engine-aborted'));
      };
      entry.waiting += 1;
      if (onProgress) entry.listeners.add(onProgress);
      signal?.addEventListener('abort', abandon, { once: true });
      entry.analysis.then(
        (analysis) => {
          if (signal?.aborted) return;
          leave();
          entry.holders += 1;
          resolve(analysis);
        },
        (error: unknown) => {
          if (signal?.aborted) return;
          leave();
          reject(error instanceof Error ? error : new LikenessError('engine-failed'));
        },
      );
    });
  }

  return {
    async analyse(photo, options) {
      const id = await fingerprint(photo);
      if (options.signal?.aborted) throw new LikenessError('engine-aborted');
      return wait(id, entries.get(id) ?? open(id, photo), options);
    },
    release(id) {
      const entry = entries.get(id);
      if (!entry) return;
      entry.holders -= 1;
      if (entry.holders > 0 || entry.waiting > 0) return;
      entries.delete(id);
      analyser.forget(id);
    },
    has: (id) => entries.has(id),
    photoOf(id) {
      const entry = entries.get(id);
      if (!entry) throw new LikenessError('engine-failed', { reason: 'released' });
      return entry.photo;
    },
  };
}
