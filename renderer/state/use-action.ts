import { useState } from 'react';

import { isAbort, sentence, type ErrorCode } from '../core/errors.ts';

export interface Action {
  readonly busy: boolean;
  /** The sentence for the last failure, for the user. */
  readonly problem: string | undefined;
  readonly run: (work: () => Promise<unknown>) => void;
  /** Clears the failure once the user has seen it. */
  readonly dismiss: () => void;
}

/** For work that the user can stop: then nothing failed. */
export const unlessAborted = (thrown: unknown): string | undefined =>
  isAbort(thrown) ? undefined : sentence(thrown);

/**
 * An action of the user: whether it is running, and why it failed, in our words or the given ones.
 */
export function useAction(words?: ErrorCode | ((thrown: unknown) => string | undefined)): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = (work: () => Promise<unknown>): void => {
    setBusy(true);
    setProblem(undefined);
    work()
      .catch((thrown: unknown) =>
        setProblem(typeof words === 'function' ? words(thrown) : sentence(thrown, words)),
      )
      .finally(() => setBusy(false));
  };
  return { busy, problem, run, dismiss: () => setProblem(undefined) };
}
