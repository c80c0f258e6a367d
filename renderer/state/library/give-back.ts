import { consumeId, returnId, returnsLeft, type LedgerEntry } from '../../core/credits.ts';
import { LikenessError } from '../../core/errors.ts';
import { takenAvatars } from '../../core/mints/selectors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Store } from '../../ports/store.ts';

interface Deps {
  readonly store: Pick<Store, 'get' | 'list' | 'update'>;
  readonly locks: Locks;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Deletes an avatar for good and returns its credit.
 * @throws LikenessError 'return-too-many' | 'return-minted' | 'return-unused'
 */
export async function giveBack({ store, locks, clock }: Deps, uid: string): Promise<void> {
  const avatar = await store.get('avatars', uid);
  if (!avatar) return;
  const { profileId, genesis, batchId } = avatar;
  // Under a lock, so that two tabs together return no more than one could.
  await locks.exclusive(`credits:${profileId}`, async () => {
    const [ledger, mints] = await Promise.all([
      store.list('ledger', avatar),
      store.list('mints', avatar),
    ]);
    if (takenAvatars(mints).has(uid)) throw new LikenessError('return-minted');
    const used = ledger.find(({ id }) => id === consumeId(uid));
    if (used?.cause !== batchId) throw new LikenessError('return-unused');
    if (returnsLeft(ledger, batchId) === 0) throw new LikenessError('return-too-many');
    const entry: LedgerEntry = {
      profileId,
      genesis,
      id: returnId(uid),
      kind: 'return',
      amount: 1,
      cause: batchId,
      at: clock.now(),
    };
    // In one write: never both the avatar and its credit, and never neither.
    await store.update('avatars', uid, (row) =>
      row
        ? [
            { table: 'ledger', put: entry },
            { table: 'avatars', remove: uid },
            { table: 'pictures', remove: uid },
          ]
        : [],
    );
  });
}
