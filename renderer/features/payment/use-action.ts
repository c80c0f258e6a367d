import { useState } from 'react';

import { sentence, type ErrorCode } from '../../core/errors.ts';

export interface Action {
  readonly busy: boolean;
  /** The user's sentence of the last failure. */
  readonly problem: string | undefined;
  readonly run: (work: () => Promise<unknown>) => void;
}

/** One thing the user asked for: whether it runs, and what became of it, in our words or the given ones. */
export function useAction(words: ErrorCode | ((thrown: unknown) => string)): Action {
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
  return { busy, problem, run };
}
