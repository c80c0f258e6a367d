import type { ErrorCode, LikenessError } from '../../core/errors.ts';
import type { LockName } from '../../core/lock-order.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Rows } from '../../ports/store.ts';

/** The tables whose rows are journals of work that must survive. */
export type TaskTable = 'orders' | 'mints' | 'batches' | 'looks';

/** Progress within a state, for watchers. It isn't stored. */
export interface TaskProgress {
  /** Why the last step failed. It is tried again. */
  readonly trouble?: ErrorCode;
}

/** One run of an activity, from taking the lock until the row needs no more work. */
export interface Run<Row> {
  /**
   * Takes one step. Resolves with the milliseconds until the next (0: at once), or with undefined
   * for the activity's own interval.
   */
  readonly step: (row: Row) => Promise<number | undefined>;
  /** Called when the run ends, however it ends. */
  readonly leave?: () => void;
}

/** Work on a row that continues without the user, in one tab at a time. */
export interface Activity<Row> {
  readonly name: string;
  /** The lock that is held during the work. */
  readonly lock: (row: Row) => LockName;
  /** Whether there is something to do now. */
  readonly wants: (row: Row) => boolean;
  /** Called once, with the lock held: repairs what a page that is gone left behind. */
  readonly recover?: (row: Row) => Promise<Row>;
  /** Called when the row needs no more work. */
  readonly ended?: (row: Row, locks: Locks) => Promise<void> | void;
  /** Milliseconds between steps, by the run's age. */
  readonly interval: (age: number) => number;
  /**
   * `signal` ends with the task or the account. `drop` ends this run only. `locks` takes
   * locks inside this activity's own.
   */
  readonly run: (
    id: string,
    control: { signal: AbortSignal; drop: () => void; locks: Locks },
  ) => Run<Row>;
}

/** What makes a stored row a task. Its reducer and its steps stay in its own folder. */
export interface TaskKind<T extends TaskTable> {
  readonly table: T;
  /** The work until the row is settled. */
  readonly follow: Activity<Rows[T]>;
  /**
   * Whether a new page has to take it over: it is under way, or waits for a page that may be gone.
   */
  readonly isOpen: (row: Rows[T]) => boolean;
  /**
   * Whether the row already has what an attempt would bring. Another tab's attempt counts as well.
   */
  readonly isAnswered: (row: Rows[T]) => boolean;
  /** Changes whenever watchers have to be notified of the row. */
  readonly version: (row: Rows[T]) => string;
  /** Work that goes on only while the row is watched, beside `follow`. */
  readonly whileWatched?: Activity<Rows[T]>;
  /** Called when a watched row was read for the first time, and after each change. */
  readonly onSeen?: (row: Rows[T]) => Promise<unknown>;
  readonly unknown: (id: string) => LikenessError;
  readonly busy: (id: string) => LikenessError;
}

export interface TaskRunner<Row, P extends TaskProgress> {
  /**
   * Takes a step that the user asked for, in one tab only, then follows its result. Resolves with
   * the step. A second call while it runs joins the first.
   * @throws LikenessError the kind's `unknown` or `busy`, or what the step throws
   */
  attempt(id: string, step: (signal: AbortSignal, locks: Locks) => Promise<Row>): Promise<Row>;
  /** Whether this page attempts it now. Watchers are notified of the end. */
  isAttempting(id: string): boolean;
  /** Waits for the lock and takes a step that can't be repeated, then takes over the row. */
  inTurn(id: string, step: (row: Row) => Promise<Row>): Promise<Row>;
  /**
   * Continues the work as soon as no other tab does it, even if that tab dies. Follows the row if
   * no activity is given.
   */
  takeOver(id: string, activity?: Activity<Row>): void;
  /** Runs work that nobody awaits. Its failure is reported to the row's watchers. */
  inBackground(id: string, work: Promise<unknown>): void;
  /** Calls back at once and on every change, and takes over the row if it is under way. */
  watch(id: string, listener: (row: Row, progress: P | undefined) => void): () => void;
  /**
   * Stops this page's work, then takes up every readable row of the chain that is open or becomes
   * so. To be called for every network and account that comes into view, and when one is locked.
   * `after` gets every readable row of the chain, and a signal that ends with the next call; if it
   * rejects, everything is repeated. With `goesOn`, nothing is stopped.
   */
  resume(
    genesis: string,
    after?: (rows: readonly Row[], signal: AbortSignal) => Promise<void> | void,
    goesOn?: boolean,
  ): Promise<void>;
  /** Stops this page's work on the row. It can be taken up again. */
  stop(id: string): void;
}
