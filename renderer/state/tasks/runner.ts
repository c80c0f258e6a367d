import { errorCode, LikenessError, type ErrorCode } from '../../core/errors.ts';
import type { LockName } from '../../core/lock-order.ts';
import { note, noted } from '../../core/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Rows, Store } from '../../ports/store.ts';

/** The tables whose rows are journals of work that must survive. */
export type TaskTable = 'orders' | 'mints' | 'batches';

/** What goes on inside a state, for whoever watches; not stored. */
export interface TaskProgress {
  /** Why the last step failed; it is tried again. */
  readonly trouble?: ErrorCode;
}

/** One run of an activity, from the lock in hand until the row wants no more. */
export interface Run<Row> {
  /** Takes one step. Gives the milliseconds until the next, 0 for at once; the activity's own pace without. */
  readonly step: (row: Row) => Promise<number | undefined>;
  /** However the run ends. */
  readonly leave?: () => void;
}

/** Work on a row that goes on by itself, in one tab at a time. */
export interface Activity<Row> {
  readonly name: string;
  /** Held for as long as the work goes on. */
  readonly lock: (row: Row) => LockName;
  /** Whether there is something to do, now. */
  readonly wants: (row: Row) => boolean;
  /** Once, with the lock in hand: puts right what a page that is gone left behind. */
  readonly recover?: (row: Row) => Promise<Row>;
  /** The row wants no more. */
  readonly ended?: (row: Row, locks: Locks) => Promise<void> | void;
  /** Milliseconds between steps, by the run's age. */
  readonly pace: (age: number) => number;
  /** `signal` ends with the task, the account or the page; `drop` ends this run alone; `locks` are for what is taken inside its own. */
  readonly run: (
    id: string,
    control: { signal: AbortSignal; drop: () => void; locks: Locks },
  ) => Run<Row>;
}

/** What makes a stored row a task: its reducer and its steps stay its own. */
export interface TaskKind<T extends TaskTable> {
  readonly table: T;
  /** What goes on until the row is settled. */
  readonly follow: Activity<Rows[T]>;
  /** Whether a start has to take it over: it is under way, or waits for a page that may be gone. */
  readonly isOpen: (row: Rows[T]) => boolean;
  /** What another tab's attempt has come to is as good as one's own. */
  readonly isAnswered: (row: Rows[T]) => boolean;
  /** Changes whenever a watcher has to hear of the row. */
  readonly version: (row: Rows[T]) => string;
  /** Each time that a watched row was read. */
  readonly onWatched?: (row: Rows[T], isNews: boolean) => void;
  readonly unknown: (id: string) => LikenessError;
  readonly busy: (id: string) => LikenessError;
}

export interface TaskRunner<Row, P extends TaskProgress> {
  /**
   * Takes a step that the user asked for, alone among all tabs, then follows what came of it.
   * Resolves with the step; a second call while it runs joins it.
   * @throws LikenessError the kind's `unknown` or `busy`, or what the step throws
   */
  attempt(id: string, step: (signal: AbortSignal, locks: Locks) => Promise<Row>): Promise<Row>;
  /** A step that can't be repeated waits for its turn; what came of it is taken over. */
  inTurn(id: string, step: (row: Row) => Promise<Row>): Promise<Row>;
  /** Goes on with it once nobody else does, a tab that dies included. Without an activity, follows it. */
  takeOver(id: string, activity?: Activity<Row>): void;
  /** Work that nobody awaits: what stops it is told to who watches. */
  inBackground(id: string, work: Promise<unknown>): void;
  report(id: string, progress: P): void;
  /** Tells the watchers of something that is neither in the row nor in its progress. */
  tell(id: string): void;
  isWatched(id: string): boolean;
  /** Calls back at once and on every change, and takes over what is under way. */
  watch(id: string, listener: (row: Row, progress: P | undefined) => void): () => void;
  /**
   * Lets go of all that goes on here, then takes up what is, or comes to be, open on the chain and can be read:
   * to be called for every network and account that comes into view, and when one is locked.
   * `after` gets every readable row of the chain, and a signal that ends with the next call; if it
   * rejects, all of it is done once more.
   */
  resume(
    genesis: string,
    after?: (rows: readonly Row[], signal: AbortSignal) => Promise<void> | void,
  ): Promise<void>;
  /** Ends what goes on for this one, here. It can be taken up again. */
  stop(id: string): void;
  /** Ends all work of this page; storage keeps what is needed to go on. */
  close(): void;
  /** Ends with the page. */
  readonly page: AbortSignal;
}

/** After storage failed. Milliseconds. */
const RETRY_MS = 5_000;

const same = (a: object = {}, b: object = {}): boolean => {
  const [one, other] = [Object.entries(a), new Map(Object.entries(b))];
  return one.length === other.size && one.every(([key, value]) => other.get(key) === value);
};

/** Work that survives crashes, tabs, locks and bad networks: its rows are its only memory. */
export function createTaskRunner<T extends TaskTable, P extends TaskProgress = TaskProgress>(
  kind: TaskKind<T>,
  { store, locks, clock }: { readonly store: Store; readonly locks: Locks; readonly clock: Clock },
): TaskRunner<Rows[T], P> {
  type Row = Rows[T];
  const place = `${kind.table}.run` as const;
  interface Watcher {
    readonly tell: () => void;
    readonly refresh: () => Promise<void>;
  }
  const ended = new AbortController();
  let session = new AbortController();
  let unwatch = (): void => undefined;
  const attempts = new Map<string, Promise<Row>>();
  const runs = new Map<string, { again: boolean; readonly signal: AbortSignal }>();
  const stops = new Map<string, AbortController>();
  const progress = new Map<string, P>();
  const watchers = new Map<string, Set<Watcher>>();

  const letGo = (): LikenessError => new LikenessError('engine-aborted');
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
  const tell = (id: string): void => {
    for (const watcher of watchers.get(id) ?? []) watcher.tell();
  };
  const report = (id: string, now: P | TaskProgress): void => {
    if (same(progress.get(id), now)) return;
    progress.set(id, now as P);
    tell(id);
  };
  const inBackground = (id: string, work: Promise<unknown>): void => {
    const { signal } = session;
    work.catch((thrown: unknown) => {
      if (signal.aborted) return;
      note(place, thrown);
      report(id, { trouble: errorCode(thrown) });
    });
  };

  /** Asks storage until it answers. */
  async function persistently<R>(signal: AbortSignal, work: () => Promise<R>): Promise<R> {
    for (;;) {
      try {
        return await work();
      } catch (thrown) {
        note(place, thrown);
        await clock.wait(RETRY_MS, signal);
      }
    }
  }

  /** With the lock in hand: step after step. A row that is gone, or locked away, ends it. */
  async function keepAt(
    id: string,
    activity: Activity<Row>,
    {
      recovers,
      signals,
      locks,
    }: {
      readonly recovers: boolean;
      readonly signals: readonly AbortSignal[];
      readonly locks: Locks;
    },
  ): Promise<void> {
    const own = new AbortController();
    const signal = AbortSignal.any([...signals, own.signal]);
    const startedAt = clock.now();
    const run = activity.run(id, { signal, drop: () => own.abort(letGo()), locks });
    let recover = recovers ? activity.recover : undefined;
    /** The row as it stands, for as long as it wants something. */
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
        let pause = activity.pace(clock.now() - startedAt);
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
      // Dropped or stopped: whoever did so knows.
      if (!signal.aborted) throw thrown;
    } finally {
      run.leave?.();
    }
  }

  /** Somebody else holds it: what they have reached is as good as our own attempt. */
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
          await step(AbortSignal.any([ended.signal, stop]), locks).then(resolve, reject);
          // A step that failed may have left it under way all the same.
          const signals = [session.signal, stop];
          await keepAt(id, kind.follow, { recovers: false, signals, locks });
          return true;
        });
        if (!ran) resolve(await answerOfOthers(id));
      };
      alone().catch(reject);
    });
    attempts.set(id, attempted);
    const forget = () => attempts.delete(id);
    attempted.then(forget, forget);
    return attempted;
  }

  function takeOver(id: string, activity: Activity<Row> = kind.follow): void {
    const key = `${activity.name} ${id}`;
    const going = runs.get(key);
    if (going && !going.signal.aborted) {
      // It may be about to end, for a row as it was: then it looks once more.
      going.again = true;
      return;
    }
    const signals = [session.signal, stopSignal(id)];
    const mine = { again: false, signal: AbortSignal.any(signals) };
    runs.set(key, mine);
    const work = async (): Promise<void> => {
      do {
        mine.again = false;
        const row = await persistently(mine.signal, () => read(id));
        if (!row) return;
        await locks.exclusive(activity.lock(row), (locks) =>
          keepAt(id, activity, { recovers: true, signals, locks }),
        );
      } while (runs.get(key) === mine && runs.get(key)?.again === true);
    };
    const leave = (): void => {
      if (runs.get(key) === mine) runs.delete(key);
    };
    inBackground(id, work().finally(leave));
  }

  return {
    attempt,
    takeOver,
    inBackground,
    report,
    tell,
    isWatched: (id) => watchers.has(id),
    page: ended.signal,
    async inTurn(id, step) {
      const row = await locks.exclusive(kind.follow.lock(await known(id)), async () =>
        step(await known(id)),
      );
      if (kind.follow.wants(row)) takeOver(id);
      return row;
    },
    watch(id, listener) {
      let latest: Row | undefined;
      const mine = watchers.get(id) ?? new Set();
      const watcher: Watcher = {
        tell: () => {
          if (latest) listener(latest, progress.get(id));
        },
        async refresh() {
          const row = await read(id);
          if (!mine.has(watcher) || !row) return;
          const isNews = !latest || kind.version(latest) !== kind.version(row);
          latest = row;
          if (isNews) watcher.tell();
          if (kind.follow.wants(row)) takeOver(id);
          kind.onWatched?.(row, isNews);
        },
      };
      const refresh = (): void => inBackground(id, watcher.refresh());
      watchers.set(id, mine.add(watcher));
      const unwatch = store.watch([kind.table], refresh);
      refresh();
      return () => {
        unwatch();
        mine.delete(watcher);
        if (mine.size === 0) watchers.delete(id);
      };
    },
    async resume(genesis, after) {
      session.abort(letGo());
      if (ended.signal.aborted) return;
      session = new AbortController();
      const { signal } = session;
      runs.clear();
      const takeUp = async (): Promise<readonly Row[]> => {
        const rows = await store.listAll(kind.table, genesis);
        if (signal.aborted) return [];
        for (const row of rows.filter(kind.isOpen)) takeOver(row.id);
        return rows;
      };
      // What another tab begins is waited for, in case that tab dies.
      unwatch();
      unwatch = store.watch([kind.table], () => {
        takeUp().catch(noted('tasks.resume')); // The next change, or start, tries again.
      });
      const begin = async (): Promise<void> => {
        const rows = await takeUp();
        if (signal.aborted) return;
        await after?.(rows, signal);
        for (const [id, mine] of watchers)
          for (const watcher of mine) inBackground(id, watcher.refresh());
      };
      // Storage that doesn't answer now is asked again, while whoever asked goes on.
      await begin().catch((thrown: unknown) => {
        note('tasks.resume', thrown);
        persistently(signal, begin).catch(noted('tasks.resume')); // It ends with the session.
      });
    },
    stop: (id) => stops.get(id)?.abort(letGo()),
    close() {
      unwatch();
      ended.abort(letGo());
      session.abort(letGo());
    },
  };
}
