import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { isUndecided, isUnderWay, type LookRun } from '../../core/look-runs.ts';
import type { State } from '../../core/subscribable.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Journal } from '../tasks/journal.ts';
import type { TaskKind } from '../tasks/task.ts';
import type { LookProgress, LooksDeps } from './contract.ts';
import { followLook } from './follow.ts';

export interface LookTaskDeps extends LooksDeps {
  readonly journal: Journal<LookRun>;
  readonly progress: State<LookProgress>;
  /** Gives up a run's claim on its photo. The caller holds the engine's lock. */
  readonly release: (run: LookRun, locks: Locks) => Promise<void>;
}

/** Milliseconds before a step is tried again that failed for another reason than the engine. */
const RETRY_MS = 10_000;

/** A look as a task of the runner: an engine makes one at a time. */
export function lookTask({ progress, release, ...deps }: LookTaskDeps): TaskKind<'looks'> {
  const { store, journal } = deps;
  const report = (id: string, now?: string): void =>
    progress.update((before) => {
      const after = new Map(before);
      if (now === undefined) after.delete(id);
      else after.set(id, now);
      return after;
    });

  return {
    table: 'looks',
    follow: {
      name: 'follow',
      lock: ({ engine }) => `look:${engine.engine}`,
      wants: (run) => deps.engines !== undefined && isUnderWay(run),
      ended: (run, locks) => (isUndecided(run) ? undefined : release(run, locks)),
      interval: () => RETRY_MS,
      run(id, { signal, drop }) {
        report(id, '');
        // Cancelled, here or in another tab: the engine is stopped at once.
        const unwatch = store.watch(['looks'], () => {
          journal.read(id).then((run) => (run && isUnderWay(run)) || drop(), noted('looks.run'));
        });
        return {
          step: followLook({ ...deps, report }, signal),
          leave() {
            unwatch();
            report(id);
          },
        };
      },
    },
    isOpen: isUnderWay,
    isAnswered: isUnderWay,
    version: ({ state, attempt }) => `${state.kind} ${String(attempt)}`,
    unknown: (look) => new LikenessError('unexpected', { look }),
    busy: (look) => new LikenessError('unexpected', { look }),
  };
}
