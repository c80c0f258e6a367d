import { useCallback, useEffect, useMemo, useState } from 'react';

import { isAbort, sentence, type ErrorCode } from '../core/errors.ts';
import { noted } from '../core/log/log.ts';
import type { LogPlace } from '../core/log/places.ts';
import type { Store, Table } from '../ports/store.ts';
import { usePorts } from './ports.ts';

/** For what may change in another window: calls back when the user comes back to this one. */
export function onReturn(changed: () => void): () => void {
  addEventListener('focus', changed);
  return () => removeEventListener('focus', changed);
}

/**
 * The result of `read`. Undefined until it is there, without a `read`, and after a failure; if it is
 * read again and fails, the last result stays.
 * @param read must be the same function for the same question; another function asks anew
 * @param place logs failures; without one, `read` must not reject
 * @param watch calls back when it has to be read again; the same function for the same question
 */
export function useAsync<T>(
  read: (() => Promise<T>) | undefined,
  place?: LogPlace,
  watch?: (changed: () => void) => () => void,
): T | undefined {
  const [found, setFound] = useState<{ readonly by: unknown; readonly result: T }>();
  useEffect(() => {
    if (!read) return;
    let gone = false;
    const ask = (): void =>
      void read().then(
        (result) => {
          if (!gone) setFound({ by: read, result });
        },
        place && noted(place),
      );
    ask();
    const stop = watch?.(ask);
    return () => {
      gone = true;
      stop?.();
      // Not kept for a question that is no longer asked: it may be a large picture.
      setFound(undefined);
    };
  }, [read, place, watch]);
  return found?.by === read ? found?.result : undefined;
}

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

/**
 * The result of `read` on stored rows: read at once, and again after each change of the table.
 * Undefined until it has been read, or without a `read`; if a later read fails, the last result
 * stays.
 * @param read must be the same function for the same query; another function starts over
 */
export function useQuery<T>(
  table: Table,
  read: ((store: Store) => Promise<T>) | undefined,
): T | undefined {
  const { store } = usePorts();
  const ask = useMemo(() => read && (() => read(store)), [store, read]);
  const watch = useCallback((ask: () => void) => store.watch([table], ask), [store, table]);
  return useAsync(ask, 'library.load', watch);
}
