import { sumCredits } from '../../core/credits.ts';
import { LikenessError } from '../../core/errors.ts';
import { isUndecided, type LookRun } from '../../core/look-runs.ts';
import type { Scope } from '../../core/scope.ts';
import { unlockedBy } from '../../core/unlocks.ts';
import type { Store } from '../../ports/store.ts';
import { randomId } from '../random.ts';
import type { LookRequest, LooksDeps } from './contract.ts';
import { plan } from './journal.ts';

/** Whether a photo's free look was used: one that ended without a picture doesn't count. */
export const hasTried = (runs: readonly LookRun[], draftId: string): boolean =>
  runs.some(
    ({ trial, state, ...run }) =>
      trial && run.draftId === draftId && !['failed', 'cancelled', 'rejected'].includes(state.kind),
  );

/** '{title} {n}': n counts this profile's avatars of the name, and what may become one, from 1. */
async function nameOf(title: string, scope: Scope, store: Store): Promise<string> {
  const [avatars, runs] = await Promise.all([
    store.list('avatars', scope),
    store.list('looks', scope),
  ]);
  const taken = new Set([...avatars, ...runs.filter(isUndecided)].map(({ name }) => name));
  let n = 1;
  while (taken.has(`${title} ${String(n)}`)) n += 1;
  return `${title} ${String(n)}`;
}

/**
 * Reserves the credit and stores the run. Two tabs never spend the same credit: one waits for the
 * other. @throws LikenessError as `Looks.start`
 */
export const beginLook = (
  { draftId, look, title, engine }: LookRequest,
  scope: Scope,
  { store, engine: worker, locks, clock, random }: LooksDeps,
): Promise<LookRun> =>
  locks.exclusive(`credits:${scope.profileId}`, async (locks) => {
    const [orders, ledger, runs] = await Promise.all([
      store.list('orders', scope),
      store.list('ledger', scope),
      store.list('looks', scope),
    ]);
    const isTrial = !unlockedBy(orders).has('looks');
    if (isTrial && hasTried(runs, draftId)) throw new LikenessError('looks-locked');
    const { available } = sumCredits(orders, ledger);
    if (!isTrial && available < 1) throw new LikenessError('credits-too-few', { available });
    const { version } = await worker();
    return locks.exclusive(`photo:${draftId}`, async () => {
      const avatarId = await store.nextAvatarIds(1);
      const { id, version: lookVersion, check, text } = look;
      const face = (await store.get('drafts', draftId))?.options.face;
      const model = engine.model ?? ownWorkflow(engine.workflow);
      const run: LookRun = {
        profileId: scope.profileId,
        genesis: scope.genesis,
        id: randomId(random),
        draftId,
        avatarId,
        name: await nameOf(title, scope, store),
        look: { id, version: lookVersion, check, ...text },
        engine: {
          engine: engine.name,
          kind: engine.kind,
          ...(model !== undefined && { model }),
        },
        recipe: {
          style: 'realistic',
          background: 'professional',
          seed: 0,
          options: face === undefined ? {} : { face },
          engine: version,
        },
        attempt: 1,
        rejected: [],
        ...(isTrial && { trial: true as const }),
        createdAt: clock.now(),
        state: { kind: 'planned' },
      };
      await store.update('drafts', draftId, (row) => {
        // Throwing aborts the transaction: nothing is reserved for a photo that was just deleted.
        if (!row) throw new LikenessError('photo-expired');
        const lookIds = [...(row.lookIds ?? []), run.id];
        const batchId = row.batchIds?.at(-1) ?? draftId;
        return [...plan({ ...run, batchId }), { table: 'drafts', put: { ...row, lookIds } }];
      });
      return run;
    });
  });

/** One of our workflows has a name; the user's own is a long text. */
const ownWorkflow = (workflow: string | undefined): string | undefined =>
  workflow === undefined || workflow.trimStart().startsWith('{') ? undefined : workflow;
