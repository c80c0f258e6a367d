import { sumCredits } from '../../core/credits.ts';
import { noted } from '../../core/log/log.ts';
import { isOpen, isPaid } from '../../core/orders/selectors.ts';
import { GUEST_PROFILE, type Scope } from '../../core/scope.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Store } from '../../ports/store.ts';
import type { Memory } from '../remembered.ts';
import type { CurrentScope } from '../scope.ts';

/** A guest's work that can be moved into the profile that is signing in. */
export interface GuestMigrationOffer {
  readonly avatars: number;
  readonly credits: number;
  /** Progress of the move, 0 to 1. */
  readonly done?: number;
  /** Avatars that were moved before it was cancelled. */
  readonly moved?: number;
}

export interface GuestMigration extends Subscribable<GuestMigrationOffer | undefined> {
  /**
   * Moves all of it into the signed-in profile. Rejects if storage fails or the move is cancelled.
   */
  accept(): Promise<void>;
  /** Cancels the move: what was moved stays, the rest is offered again. */
  cancel(): void;
  /** Leaves it with the guest. It isn't offered again until there is more of it. */
  decline(): void;
}

interface Deps {
  readonly store: Pick<Store, 'get' | 'list' | 'update' | 'move'>;
  readonly scope: Pick<CurrentScope, 'snapshot' | 'subscribe'>;
  readonly locks: Locks;
  readonly memory: Memory;
}

const DECLINED = 'guest-work.declined';

/**
 * At sign-in, a guest's pending order is moved at once; avatars, purchases and credits are offered. So
 * is a restored purchase that still waits for the chain: its usage is in the guest's ledger.
 */
export function createGuestMigration({ store, scope, locks, memory }: Deps): GuestMigration {
  const offer = createState<GuestMigrationOffer | undefined>(undefined);
  let target: Scope | undefined;
  let mark = '';
  let moving: AbortController | undefined;

  const guestOf = ({ genesis }: Scope): Scope => ({ profileId: GUEST_PROFILE, genesis });
  /** What the guest has that could be moved to `to`. */
  const count = async (to: Scope): Promise<GuestMigrationOffer | undefined> => {
    const guest = guestOf(to);
    const [avatars, orders, ledger, batches] = await Promise.all([
      store.list('avatars', guest),
      store.list('orders', guest),
      store.list('ledger', guest),
      store.list('batches', guest),
    ]);
    const bought = orders.filter((order) => isPaid(order) || isOpen(order));
    const { available } = sumCredits(bought, ledger);
    const latest = Math.max(
      0,
      ...avatars.map(({ createdAt }) => createdAt),
      ...bought.map(({ updatedAt }) => updatedAt),
      ...ledger.map(({ at }) => at),
    );
    mark = `${to.profileId} ${avatars.length} ${available} ${latest}`;
    return avatars.length + bought.length + ledger.length + batches.length > 0
      ? { avatars: avatars.length, credits: available }
      : undefined;
  };

  /** A brand kit goes with the purchase that unlocks it, unless the profile has its own. */
  const copyBrand = async ({ profileId }: Scope): Promise<void> => {
    const guest = await store.get('settings', GUEST_PROFILE);
    const { brand } = guest ?? {};
    if (!guest || !brand) return;
    const scope = { id: profileId, profileId, genesis: 'any' };
    await store.update('settings', profileId, (row) =>
      row?.brand ? [] : [{ table: 'settings', put: { ...(row ?? guest), ...scope, brand } }],
    );
  };

  const check = async (): Promise<void> => {
    const current = scope.snapshot();
    if (current?.profileId === target?.profileId && current?.genesis === target?.genesis) return;
    target = current;
    offer.set(undefined);
    if (!current || current.profileId === GUEST_PROFILE) return;
    for (const order of await store.list('orders', guestOf(current))) {
      if (!isOpen(order) || order.restore !== undefined) continue;
      await store.update('orders', order.id, (row) =>
        row && !isPaid(row)
          ? [{ table: 'orders', put: { ...row, profileId: current.profileId } }]
          : [],
      );
    }
    const found = await count(current);
    if (target === current && memory.read(DECLINED) !== mark) offer.set(found);
  };

  const follow = (): void => {
    check().catch(noted('accounts.guest-work')); // It stays with the guest; the next sign-in tries again.
  };
  scope.subscribe(follow);
  follow();
  return {
    snapshot: offer.snapshot,
    subscribe: offer.subscribe,
    async accept() {
      const asked = offer.snapshot();
      const to = target;
      if (!asked || !to) return;
      const control = new AbortController();
      moving = control;
      offer.set({ ...asked, done: 0 });
      try {
        // No batch can start in either library meanwhile.
        await copyBrand(to);
        await locks.exclusive(`credits:${GUEST_PROFILE}`, (locks) =>
          locks.exclusive(`credits:${to.profileId}`, () =>
            store.move(guestOf(to), to.profileId, {
              signal: control.signal,
              onProgress: (done) => offer.set({ ...asked, done }),
            }),
          ),
        );
        if (target === to) offer.set(undefined);
      } catch (failure) {
        // If what is left can't be counted, the offer is repeated unchanged.
        const left = await count(to).catch(() => asked);
        // If it was locked or signed out meanwhile, the next sign-in offers it.
        if (target === to) offer.set(left && { ...left, moved: asked.avatars - left.avatars });
        throw failure;
      }
    },
    cancel: () => moving?.abort(),
    decline() {
      memory.write(DECLINED, mark);
      offer.set(undefined);
    },
  };
}
