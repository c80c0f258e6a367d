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

/** Waiting jobs, by priority; those of equal priority run in the order they were added. */
export function createQueue() {
  const waiting: Job[] = [];
  const remove = (job: Job): boolean => {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    return at >= 0;
  };
  return {
    add: (job: Job) => void waiting.push(job),
    /** Puts an interrupted job back, ahead of others of the same priority. */
    restore: (job: Job) => void waiting.unshift(job),
    /** Takes the first job; none if that doesn't fit. */
    take(fits: (job: Job) => boolean = () => true): Job | undefined {
      const first = Math.min(...waiting.map(({ priority }) => RANKS[priority]));
      const job = waiting.find(({ priority }) => RANKS[priority] === first);
      return job && fits(job) && remove(job) ? job : undefined;
    },
    remove,
  };
}
