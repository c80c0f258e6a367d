import type { Locks } from '../../ports/locks.ts';
import type { Holding } from './keep-at.ts';
import type { Activity } from './task.ts';

interface Deps<Row> {
  /** Repeats the read until storage answers. */
  readonly read: (id: string, signal: AbortSignal) => Promise<Row | undefined>;
  readonly hold: (id: string, activity: Activity<Row>, holding: Holding) => Promise<void>;
  readonly locks: Locks;
}

/** Runs that wait for a row's lock and then do what it needs: one for each row and activity. */
export function createTakeOvers<Row>({ read, hold, locks }: Deps<Row>) {
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
