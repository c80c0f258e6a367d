import { ABILITIES } from '../../core/engines/attempts.ts';
import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { isPutAway, isUndecided, isUnderWay, type LookRun } from '../../core/look-runs.ts';
import { createState } from '../../core/subscribable.ts';
import { createJournal } from '../tasks/journal.ts';
import { createTaskRunner } from '../tasks/runner.ts';
import { beginLook } from './begin.ts';
import type { LookProgress, Looks, LooksDeps } from './contract.ts';
import { avatarOf, followLook } from './follow.ts';
import { cancel, complete, dismiss, step } from './journal.ts';

/** Milliseconds before a step is tried again that failed for another reason than the engine. */
const RETRY_MS = 10_000;

export function createLooks(deps: LooksDeps): Looks {
  const { store, locks, clock } = deps;
  const journal = createJournal(store, 'looks');
  const progress = createState<LookProgress>(new Map());
  /** The photo stays in the Avatar Creator, as after a preview; one put away is deleted. */
  const release = ({ id, draftId }: LookRun, inner = locks): Promise<void> =>
    inner.exclusive(`photo:${draftId}`, async () => {
      await store.update('drafts', draftId, (row) => {
        if (!row?.lookIds?.includes(id)) return [];
        const lookIds = row.lookIds.filter((other) => other !== id);
        return [{ table: 'drafts', put: { ...row, lookIds } }];
      });
      const draft = await store.get('drafts', draftId);
      if (draft && (draft.putAway || draft.batchIds?.length)) await deps.drafts().release(draftId);
    });
  const report = (id: string, place?: number | null): void =>
    progress.update((before) => {
      const after = new Map(before);
      if (place === undefined) after.delete(id);
      else after.set(id, place);
      return after;
    });
  const runner = createTaskRunner<'looks'>(
    {
      table: 'looks',
      follow: {
        name: 'follow',
        // An engine makes one at a time.
        lock: ({ engine }) => `look:${engine.engine}`,
        wants: (run) => deps.engines !== undefined && isUnderWay(run),
        ended: (run, inner) => (isUndecided(run) ? undefined : release(run, inner)),
        interval: () => RETRY_MS,
        run(id, { signal, drop }) {
          report(id, null);
          // Cancelled, here or in another tab: the engine is stopped at once.
          const unwatch = store.watch(['looks'], () => {
            journal.read(id).then((run) => (run && isUnderWay(run)) || drop(), noted('looks.run'));
          });
          return {
            step: followLook({ ...deps, journal, report }, signal),
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
    },
    deps,
  );

  /** Takes a step of the user's, then gives up the photo if nothing needs it any more. */
  async function decide(id: string, ...change: Parameters<typeof journal.record>): Promise<void> {
    const before = await journal.read(id);
    await journal.record(...change);
    const after = await journal.read(id);
    if (before && !(after && isUndecided(after))) await release(before);
  }

  return {
    snapshot: progress.snapshot,
    subscribe: progress.subscribe,

    async start(request, scope) {
      await deps.drafts().flush();
      const run = await beginLook(request, scope, deps);
      runner.takeOver(run.id);
      return run;
    },

    resume: (genesis, goesOn) =>
      runner.resume(
        genesis,
        async (runs) => {
          for (const run of runs.filter((one) => !isUndecided(one))) {
            await release(run);
            // What is over goes with its photo, unless it still has something to show.
            if (isPutAway(run) && !(await store.get('drafts', run.draftId)))
              await store.write([{ table: 'looks', remove: run.id }]);
          }
        },
        goesOn,
      ),

    async cancel(id) {
      await decide(id, id, cancel(clock.now()));
      runner.stop(id);
    },

    async again(id) {
      const run = await journal.read(id);
      if (run?.state.kind !== 'lost') return;
      const { code: _, ...asked } = run.state;
      // An engine that knows its jobs is asked after this one; of the others a new picture is wanted.
      await journal.record(
        id,
        step(
          'lost',
          ABILITIES[run.engine.kind].resumes ? { ...asked, kind: 'sent' } : { kind: 'planned' },
        ),
      );
      runner.takeOver(id);
    },

    async keep(id) {
      const run = await journal.read(id);
      if (run?.state.kind !== 'unsure') return;
      const { likeness, full, thumb } = run.state;
      await decide(
        id,
        id,
        run.trial
          ? step('unsure', { kind: 'tried', full, thumb })
          : complete('unsure', avatarOf(run, likeness, full, clock.now()), { full, thumb }),
      );
    },

    dismiss: (id) => decide(id, id, dismiss(clock.now())),
  };
}
