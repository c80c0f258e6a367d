import { errorCode, LEFT, LikenessError } from '../../core/errors.ts';
import { note, noted } from '../../core/log/log.ts';
import type { LogPlace } from '../../core/log/places.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ports } from '../../ports/index.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Rows, Store } from '../../ports/store.ts';
import { createTaskBoard, type TaskBoard } from './board.ts';
import type { Activity, TaskKind, TaskProgress, TaskRunner, TaskTable } from './task.ts';

interface Watchers<Row, P extends TaskProgress> extends Pick<TaskRunner<Row, P>, 'watch'> {
  /** Reads every watched row again. */
  refresh(): void;
}

/** Reads the watched rows, notifies who watches, and takes up what they need. */
function createWatchers<T extends TaskTable, P extends TaskProgress>(
  kind: TaskKind<T>,
  store: Store,
  board: TaskBoard<P>,
  { takeOver, inBackground }: Pick<TaskRunner<Rows[T], P>, 'takeOver' | 'inBackground'>,
): Watchers<Rows[T], P> {
  const refreshes = new Set<() => void>();

  return {
    watch(id, listener) {
      let latest: Rows[T] | undefined;
      let isWatching = true;
      const show = (): void => {
        if (latest) listener(latest, board.progressOf(id));
      };
      const read = async (): Promise<void> => {
        const row = await store.get(kind.table, id);
        if (!isWatching || !row) return;
        const hasChanged = !latest || kind.version(latest) !== kind.version(row);
        latest = row;
        if (hasChanged) show();
        if (kind.follow.wants(row)) takeOver(id);
        if (kind.whileWatched?.wants(row)) takeOver(id, kind.whileWatched);
        if (hasChanged && kind.onSeen) inBackground(id, kind.onSeen(row));
      };
      const refresh = (): void => inBackground(id, read());
      refreshes.add(refresh);
      const leave = board.watch(id, show);
      const unwatch = store.watch([kind.table], refresh);
      refresh();
      return () => {
        isWatching = false;
        unwatch();
        leave();
        refreshes.delete(refresh);
      };
    },
    refresh() {
      for (const refresh of refreshes) refresh();
    },
  };
}

interface Deps<Row> {
  /** Repeats the read until storage answers. */
  readonly read: (id: string, signal: AbortSignal) => Promise<Row | undefined>;
  readonly hold: (id: string, activity: Activity<Row>, holding: Holding) => Promise<void>;
  readonly locks: Locks;
}

/** Runs that wait for a row's lock and then do what it needs: one for each row and activity. */
function createTakeOvers<Row>({ read, hold, locks }: Deps<Row>) {
  const runs = new Map<string, { again: boolean; readonly signal: AbortSignal }>();
  return {
    /** Returns the run's end; undefined if one is going already, which then reads the row again. */
    begin(
      id: string,
      activity: Activity<Row>,
      signals: readonly AbortSignal[],
    ): Promise<void> | undefined {
      const key = `${activity.name} ${id}`;
      const going = runs.get(key);
      if (going && !going.signal.aborted) {
        // It may be about to end because of an earlier state of the row.
        going.again = true;
        return undefined;
      }
      const mine = { again: false, signal: AbortSignal.any([...signals]) };
      runs.set(key, mine);
      const work = async (): Promise<void> => {
        do {
          mine.again = false;
          const row = await read(id, mine.signal);
          if (!row) return;
          await locks.exclusive(activity.lock(row), (locks) =>
            hold(id, activity, { recovers: true, signals, locks }),
          );
        } while (runs.get(key) === mine && runs.get(key)?.again === true);
      };
      return work().finally(() => {
        if (runs.get(key) === mine) runs.delete(key);
      });
    },
    /** A new session begins: each row is taken over anew. */
    forget: () => runs.clear(),
  };
}

interface RunnerDeps<P extends TaskProgress> extends Pick<Ports, 'store' | 'locks' | 'clock'> {
  readonly board?: TaskBoard<P>;
}

/**
 * Runs work that survives crashes, closed tabs, locked accounts and bad networks. Its rows are its
 * only memory.
 */
export function createTaskRunner<T extends TaskTable, P extends TaskProgress = TaskProgress>(
  kind: TaskKind<T>,
  { store, locks, clock, board = createTaskBoard<P>() }: RunnerDeps<P>,
): TaskRunner<Rows[T], P> {
  type Row = Rows[T];
  const place = `${kind.table}.run` as const;
  let session = new AbortController();
  let resumed = new AbortController();
  let unwatch = (): void => undefined;
  const attempts = new Map<string, Promise<Row>>();
  const stops = new Map<string, AbortController>();
  const read = (id: string): Promise<Row | undefined> => store.get(kind.table, id);
  const known = async (id: string): Promise<Row> => {
    const row = await read(id);
    if (!row) throw kind.unknown(id);
    return row;
  };
  const stopSignal = (id: string): AbortSignal => {
    const last = stops.get(id);
    const stop = last && !last.signal.aborted ? last : new AbortController();
    stops.set(id, stop);
    return stop.signal;
  };
  /** Trouble is progress that every kind of task has. */
  const report = (id: string, now: TaskProgress): void => board.report(id, now as P);
  const hold = (id: string, activity: Activity<Row>, holding: Holding): Promise<void> =>
    keepAt(id, activity, holding, { read, report, clock, place });
  const persistently = <R>(signal: AbortSignal, work: () => Promise<R>): Promise<R> =>
    untilStorageAnswers(work, { clock, place, signal });
  const takeOvers = createTakeOvers<Row>({
    read: (id, signal) => persistently(signal, () => read(id)),
    hold,
    locks,
  });
  const watchers = createWatchers<T, P>(kind, store, board, { takeOver, inBackground });

  function takeOver(id: string, activity: Activity<Row> = kind.follow): void {
    const run = takeOvers.begin(id, activity, [session.signal, stopSignal(id)]);
    if (run) inBackground(id, run);
  }

  function inBackground(id: string, work: Promise<unknown>): void {
    const { signal } = session;
    work.catch((thrown: unknown) => {
      if (signal.aborted) return;
      note(place, thrown);
      report(id, { trouble: errorCode(thrown) });
    });
  }

  /** Another tab holds the lock: what it has reached counts as our own attempt. */
  async function answerOfOthers(id: string): Promise<Row> {
    const row = await known(id);
    if (kind.isAnswered(row)) return row;
    throw kind.busy(id);
  }

  function attempt(
    id: string,
    step: (signal: AbortSignal, locks: Locks) => Promise<Row>,
  ): Promise<Row> {
    const joined = attempts.get(id);
    if (joined) return joined;
    const stop = stopSignal(id);
    const attempted = new Promise<Row>((resolve, reject) => {
      const alone = async (): Promise<void> => {
        const ran = await locks.ifFree(kind.follow.lock(await known(id)), async (locks) => {
          report(id, {});
          await step(stop, locks).then(resolve, reject);
          // Even a failed step may have left the row under way.
          const signals = [session.signal, stop];
          await hold(id, kind.follow, { recovers: false, signals, locks });
          return true;
        });
        if (!ran) resolve(await answerOfOthers(id));
      };
      alone().catch(reject);
    });
    attempts.set(id, attempted);
    const forget = (): void => {
      attempts.delete(id);
      board.notify(id);
    };
    attempted.then(forget, forget);
    return attempted;
  }

  return {
    watch: watchers.watch,
    attempt,
    isAttempting: (id) => attempts.has(id),
    takeOver,
    inBackground,
    async inTurn(id, step) {
      const row = await locks.exclusive(kind.follow.lock(await known(id)), async () =>
        step(await known(id)),
      );
      if (kind.follow.wants(row)) takeOver(id);
      return row;
    },
    async resume(genesis, after, goesOn = false) {
      if (!goesOn) {
        session.abort(LEFT);
        session = new AbortController();
        takeOvers.forget();
      }
      resumed.abort();
      resumed = new AbortController();
      const { signal } = resumed;
      const takeUp = async (): Promise<readonly Row[]> => {
        const rows = await store.listAll(kind.table, genesis);
        if (signal.aborted) return [];
        for (const row of rows.filter(kind.isOpen)) takeOver(row.id);
        return rows;
      };
      // Waits for what another tab begins, in case that tab dies.
      unwatch();
      unwatch = store.watch([kind.table], () => {
        takeUp().catch(noted('tasks.resume')); // The next change, or start, tries again.
      });
      const begin = async (): Promise<void> => {
        const rows = await takeUp();
        if (signal.aborted) return;
        await after?.(rows, signal);
        watchers.refresh();
      };
      // If storage doesn't answer now, it is asked again in the background.
      await begin().catch((thrown: unknown) => {
        note('tasks.resume', thrown);
        persistently(signal, begin).catch(noted('tasks.resume')); // It ends with the next `resume`.
      });
    },
    stop: (id) => stops.get(id)?.abort(letGo()),
  };
}

/** Milliseconds before storage is asked again after a failure. */
const RETRY_MS = 5_000;

/** The reason with which a run that was stopped or dropped ends. */
const letGo = (): LikenessError => new LikenessError('engine-aborted');

interface KeepAtDeps<Row> {
  readonly read: (id: string) => Promise<Row | undefined>;
  readonly report: (id: string, progress: TaskProgress) => void;
  readonly clock: Clock;
  /** Where failures are noted. */
  readonly place: LogPlace;
}

interface Holding {
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
async function keepAt<Row>(
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

/**
 * What a wallet is asked, waited for until the row's work is stopped: a wallet may never answer.
 */
export const untilStopped = <R>(asked: Promise<R>, signal: AbortSignal): Promise<R> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    asked.then(resolve, reject);
  });

/** Repeats a read until storage answers. */
async function untilStorageAnswers<R>(
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
