import { LikenessError } from '../core/errors.ts';
import type { Progress } from '../ports/engine.ts';
import type { Ask } from './protocol.ts';

/** The lowest rank goes first. */
const RANKS = { preview: 0, batch: 1, chip: 2 } as const;
export type Priority = keyof typeof RANKS;

/** One request to the worker, from when it is made until it is answered. */
export interface Job {
  readonly id: number;
  readonly ask: Ask;
  readonly priority: Priority;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** How many times it has been handed to a worker. */
  attempts: number;
}

export interface AskOptions {
  /** 'preview' if missing. */
  readonly priority?: Priority | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A job that nobody has aborted yet. If its signal aborts, it rejects and `onAbandoned` is called. */
export function createJob({
  id,
  ask,
  options: { priority = 'preview', signal, onProgress },
  resolve,
  reject,
  onAbandoned,
}: Pick<Job, 'id' | 'ask' | 'resolve' | 'reject'> & {
  readonly options: AskOptions;
  readonly onAbandoned: () => void;
}): Job {
  const abandon = (): void => {
    onAbandoned();
    reject(new LikenessError('engine-aborted'));
  };
  const done = (): void => signal?.removeEventListener('abort', abandon);
  signal?.addEventListener('abort', abandon, { once: true });
  return {
    id,
    ask,
    priority,
    signal,
    onProgress: (progress) => {
      if (!signal?.aborted) onProgress?.(progress);
    },
    attempts: 0,
    resolve: (answer) => {
      done();
      resolve(answer);
    },
    reject: (error: unknown) => {
      done();
      reject(error instanceof Error ? error : new LikenessError('engine-failed'));
    },
  };
}

/** Waiting jobs, by priority; those of equal priority run in the order they were added. */
export function createQueue(): {
  add(job: Job): void;
  /** Puts an interrupted job back, ahead of others of the same priority. */
  restore(job: Job): void;
  /** Takes the first job; none if that doesn't fit. */
  take(fits?: (job: Job) => boolean): Job | undefined;
  remove(job: Job): boolean;
} {
  const waiting: Job[] = [];
  const remove = (job: Job): boolean => {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    return at >= 0;
  };
  return {
    add: (job) => void waiting.push(job),
    restore: (job) => void waiting.unshift(job),
    take(fits = () => true) {
      const first = Math.min(...waiting.map(({ priority }) => RANKS[priority]));
      const job = waiting.find(({ priority }) => RANKS[priority] === first);
      return job && fits(job) && remove(job) ? job : undefined;
    },
    remove,
  };
}
