import { useState } from 'react';
import { type ErrorCode, sentence } from '../../core/errors.ts';

export interface Action {
  readonly busy: boolean;
  /** The user's sentence of the last failure. */
  readonly problem: string | undefined;
  readonly run: (work: () => Promise<unknown>) => void;
}

/** One thing the user asked for: whether it runs, and what became of it. */
export function useAction(fallback: ErrorCode): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = (work: () => Promise<unknown>): void => {
    setBusy(true);
    setProblem(undefined);
    work()
      .catch((thrown: unknown) => setProblem(sentence(thrown, fallback)))
      .finally(() => setBusy(false));
  };
  return { busy, problem, run };
}
