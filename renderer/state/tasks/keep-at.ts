import { errorCode, LikenessError } from '../../core/errors.ts';
import { note } from '../../core/log/log.ts';
import type { LogPlace } from '../../core/log/places.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Activity, TaskProgress } from './task.ts';

/** Milliseconds before storage is asked again after a failure. */
const RETRY_MS = 5_000;

/** The reason with which a run's signal ends. */
export const letGo = (): LikenessError => new LikenessError('engine-aborted');

export interface KeepAtDeps<Row> {
  readonly read: (id: string) => Promise<Row | undefined>;
  readonly report: (id: string, progress: TaskProgress) => void;
  readonly clock: Clock;
  /** Where failures are noted. */
  readonly place: LogPlace;
}

export interface Holding {
  /** Whether an earlier page may have left something to repair. */
  readonly recovers: boolean;
  /** The run ends with any of them. */
  readonly signals: readonly AbortSignal[];
  /** Takes locks inside the activity's own, which the caller holds. */
  readonly locks: Locks;
}

/**
 * Takes step after step, with the lock held. Ends when the row needs no more work, is gone, or its
 * account is locked.
 */
export async function keepAt<Row>(
  id: string,
  activity: Activity<Row>,
  { recovers, signals, locks }: Holding,
  { read, report, clock, place }: KeepAtDeps<Row>,
): Promise<void> {
  const own = new AbortController();
  const signal = AbortSignal.any([...signals, own.signal]);
  const startedAt = clock.now();
  const run = activity.run(id, { signal, drop: () => own.abort(letGo()), locks });
  let recover = recovers ? activity.recover : undefined;
  /** The current row, if it needs more work. */
  const next = async (): Promise<Row | undefined> => {
    const found = await read(id);
    const row = found && recover ? await recover(found) : found;
    recover = undefined;
    if (row && activity.wants(row)) return row;
    if (row) await activity.ended?.(row, locks);
    return undefined;
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      let pause = activity.interval(clock.now() - startedAt);
      try {
        const row = await next();
        if (!row) return;
        pause = (await run.step(row)) ?? pause;
        if (!(await next())) return;
      } catch (thrown) {
        signal.throwIfAborted();
        note(place, thrown);
        report(id, { trouble: errorCode(thrown) });
      }
      if (pause > 0) await clock.wait(pause, signal);
    }
  } catch (thrown) {
    // Dropped or stopped on purpose.
    if (!signal.aborted) throw thrown;
  } finally {
    run.leave?.();
  }
}

/** Repeats a read until storage answers. */
export async function untilStorageAnswers<R>(
  read: () => Promise<R>,
  {
    clock,
    place,
    signal,
  }: { readonly clock: Clock; readonly place: LogPlace; readonly signal: AbortSignal },
): Promise<R> {
  for (;;) {
    try {
      return await read();
    } catch (thrown) {
      note(place, thrown);
      await clock.wait(RETRY_MS, signal);
    }
  }
}
