import { engineFiles } from 'virtual:engine-files';

import { LikenessError, type ErrorCode } from '../core/errors.ts';
import { createState } from '../core/subscribable.ts';
import type { Engine, EngineFetch, PhotoAnalysis } from '../ports/engine.ts';
import { createQueue, type AskOptions, type Job } from './jobs.ts';
import type { Answer, Ask, EngineFiles, FromWorker, Task, ToWorker } from './protocol.ts';
import { ENGINE_VERSION } from './version.ts';

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
    portrait: async (analysis, whose) =>
      host.ask({ task: 'portrait', analysis: known(analysis), ...whose }),
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

/** The engine's files, with absolute URLs: a worker's script may lie elsewhere than the page. */
export const fileAddresses = (): EngineFiles =>
  Object.fromEntries(
    Object.entries(engineFiles).map(([name, { address, size }]) => {
      const { href } = new URL(import.meta.env.BASE_URL + address, document.baseURI);
      return [name, { address: href, size }];
    }),
  ) as EngineFiles;

/** A worker silent for this long is considered dead; compiling shaders can take a minute. */
const SILENCE_MS = 120_000;
/** A request is retried once in a fresh worker, then given up. */
const ATTEMPTS = 2;

/** A job that the worker has. */
interface Running {
  readonly job: Job;
  silence: ReturnType<typeof setTimeout>;
  readonly stop: () => void;
  /** The GPU has all of its picture's work. */
  drawn: boolean;
}

/**
 * Starts a worker, which delivers no message once it is ended. It is a module in development and a
 * classic script in a build (`worker.format: 'iife'`); both load as a module, and the code inside
 * needs no features specific to either.
 */
function connect(
  onMessage: (message: FromWorker) => void,
  onDeath: (reason: string, code: ErrorCode) => void,
) {
  const worker = new Worker(new URL('./worker/index.ts', import.meta.url), {
    type: 'module',
    name: 'likeness-engine',
  });
  let ended = false;
  let loaded = false;
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    loaded = true;
    if (!ended) onMessage(data);
  };
  const died = (event: Event): void => {
    event.preventDefault();
    const reason = event instanceof ErrorEvent ? event.message : 'unreadable message';
    if (!ended) onDeath(reason, loaded ? 'engine-failed' : 'engine-unloaded');
  };
  worker.onerror = died;
  worker.onmessageerror = died;
  const post = (message: ToWorker): void => worker.postMessage(message);
  post({ kind: 'start', files: fileAddresses() });
  return {
    post,
    end(): void {
      ended = true;
      worker.terminate();
    },
  };
}

/**
 * Runs jobs one at a time in a single worker, and replaces the worker when it dies. While one job
 * reads back, checks and encodes its picture, the next may already draw.
 * @param replay the request that a worker has to run before `ask`, if it lacks the analysis for it
 * @param onLoaded is called with the URLs that each worker loads, as the browser recorded them
 * @param onFetching is called with how far the files are that the worker is fetching
 */
function createWorkerHost(
  replay: (ask: Ask) => Ask<'analyse'> | undefined,
  onLoaded: (addresses: readonly string[]) => void,
  onFetching: (fetching: EngineFetch | undefined) => void,
) {
  const queue = createQueue();
  /** Ids of the analyses that the current worker holds. */
  const held = new Set<string>();
  let worker: ReturnType<typeof connect> | undefined;
  let count = 0;
  /** By id, in the order in which they were started; two at most. */
  const running = new Map<number, Running>();

  function replace(reason: string, code: ErrorCode = 'engine-failed'): void {
    worker?.end();
    worker = undefined;
    held.clear();
    onFetching(undefined);
    // The last first, as each goes ahead of the others.
    for (const one of [...running.values()].reverse()) {
      const { job } = one;
      settle(one);
      if (job.signal?.aborted) job.reject(new LikenessError('engine-aborted'));
      else if (job.attempts < ATTEMPTS) queue.restore(job);
      else job.reject(new LikenessError(code, { task: job.ask.task, reason }));
    }
    next();
  }

  /** Clears a running job without answering it. */
  function settle({ job, silence, stop }: Running): void {
    running.delete(job.id);
    clearTimeout(silence);
    job.signal?.removeEventListener('abort', stop);
  }

  const silent = (): ReturnType<typeof setTimeout> =>
    setTimeout(() => replace('silent'), SILENCE_MS);

  /** The job is alive: on a slow connection, the worker's files may take longer than the limit. */
  function heard(one: Running): void {
    clearTimeout(one.silence);
    one.silence = silent();
  }

  function onMessage(message: FromWorker): void {
    if (message.kind === 'loaded') {
      onLoaded(message.addresses);
      return;
    }
    if (message.kind === 'fetching') {
      for (const one of running.values()) heard(one);
      onFetching(message.fetching);
      return;
    }
    const from = running.get(message.job);
    if (!from) return;
    if (message.kind === 'progress') {
      heard(from);
      from.job.onProgress?.(message.progress);
      return;
    }
    if (message.kind === 'drawn') {
      from.drawn = true;
      next();
      return;
    }
    if (message.kind === 'broken') {
      replace(message.reason, message.code);
      return;
    }
    settle(from);
    const { job } = from;
    if (message.kind === 'answer') {
      const made = 'id' in job.ask ? job.ask.id : undefined;
      if (made !== undefined) held.add(made);
      job.resolve(message.answer);
      // Aborted at the last moment: the caller never got the analysis, so it won't release it.
      if (made !== undefined && job.signal?.aborted) forget(made);
    } else {
      job.reject(new LikenessError(message.code, message.context));
    }
    next();
  }

  /** Whether a job may run beside another. A retry runs alone: it tells what a worker dies of. */
  const alongside = (job: Job): boolean =>
    job.ask.task === 'render' && held.has(job.ask.analysis) && job.attempts === 0;

  function next(): void {
    const [first] = running.values();
    if (running.size > 1 || (first && !(first.drawn && first.job.attempts === 1))) return;
    const job = queue.take(first && alongside);
    if (!job) return;
    try {
      run(withReplay(job));
    } catch (error) {
      // Its analysis was released while it was queued, perhaps while a new worker made it again.
      if ('analysis' in job.ask) forget(job.ask.analysis);
      job.reject(error);
      next();
    }
  }

  /** Tells the worker to free an analysis, if it has it. */
  function forget(analysis: string): void {
    if (held.delete(analysis)) worker?.post({ kind: 'forget', analysis });
  }

  /** Requeues a job whose analysis the worker lacks, and returns a job for the analysis instead. */
  function withReplay(job: Job): Job {
    const first = replay(job.ask);
    if (!first || held.has(first.id)) return job;
    queue.restore(job);
    // A death while replaying counts against the job that needed it; else it would retry for ever.
    const failed = (error: unknown): void => {
      if (queue.remove(job)) job.reject(error);
    };
    return {
      ...job,
      id: (count += 1),
      ask: first,
      onProgress: undefined,
      resolve: () => undefined,
      reject: failed,
    };
  }

  function run(job: Job): void {
    worker ??= connect(onMessage, replace);
    job.attempts += 1;
    const stop = (): void => worker?.post({ kind: 'abort', job: job.id });
    job.signal?.addEventListener('abort', stop, { once: true });
    running.set(job.id, { job, stop, silence: silent(), drawn: false });
    worker.post({ kind: 'ask', job: job.id, ask: job.ask });
  }

  return {
    /**
     * @throws LikenessError 'engine-aborted', 'engine-failed' or 'engine-unloaded' after two workers
     * died, or an expected failure reported by the worker
     */
    ask<T extends Task>(ask: Ask<T>, options: AskOptions = {}): Promise<Answer<T>> {
      const { priority = 'preview', signal, onProgress } = options;
      return new Promise((resolve, reject) => {
        const abandon = (): void => {
          queue.remove(job);
          reject(new LikenessError('engine-aborted'));
        };
        const done = (): void => signal?.removeEventListener('abort', abandon);
        const job: Job = {
          id: (count += 1),
          ask: ask as Ask,
          priority,
          signal,
          onProgress: (progress) => {
            if (!signal?.aborted) onProgress?.(progress);
          },
          attempts: 0,
          resolve: (answer) => {
            done();
            resolve(answer as Answer<T>);
          },
          reject: (error) => {
            done();
            reject(error instanceof Error ? error : new LikenessError('engine-failed'));
          },
        };
        if (signal?.aborted) {
          abandon();
          return;
        }
        signal?.addEventListener('abort', abandon, { once: true });
        queue.add(job);
        next();
      });
    },
    forget,
  };
}
