import type { Avatar } from '../../core/avatars.ts';
import type { Batch } from '../../core/batches.ts';
import { returnsLeft, sumCredits, type Credits } from '../../core/credits.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Mint } from '../../core/mints/mint.ts';
import type { PlanId } from '../../core/plans.ts';
import { plansOf, unlockedBy, type Unlock } from '../../core/unlocks.ts';
import type { RowsOf } from '../../ports/store.ts';

export interface LibraryState {
  /** False until everything is read. `avatars` may hold the newest batches before. */
  readonly loaded: boolean;
  /**
   * The newest batch first; within a batch, in the order of rendering, so that nothing moves when
   * an avatar becomes ready.
   */
  readonly avatars: readonly Avatar[];
  readonly batches: readonly Batch[];
  /** The oldest first. */
  readonly mints: readonly Mint[];
  readonly credits: Credits;
  /** How many more avatars of a batch may be returned for their credits. */
  readonly returnsLeft: (batchId: string) => number;
  /** The plans that were bought and not refunded. */
  readonly plans: ReadonlySet<PlanId>;
  /** What they unlock. */
  readonly unlocked: ReadonlySet<Unlock>;
  /** There are no orders, avatars or batches, so the sample library is shown instead. */
  readonly untouched: boolean;
  /** A guest's or an account's library is empty, but this device has another one that isn't open. */
  readonly elsewhere?: Elsewhere;
  /** Why the rows couldn't be read at all: the rest says nothing about this library. */
  readonly failed?: ErrorCode | undefined;
}

/** The library that was last seen here: a wallet's, with its number of avatars, or an account's. */
export type Elsewhere =
  | { readonly kind: 'wallet'; readonly address: string; readonly avatars: number }
  | { readonly kind: 'account' };

export const EMPTY: LibraryState = {
  loaded: false,
  avatars: [],
  batches: [],
  mints: [],
  credits: { available: 0, reserved: 0, spent: 0, granted: 0 },
  returnsLeft: () => 0,
  plans: new Set(),
  unlocked: new Set(),
  untouched: true,
};

/** The tables that the library's state is computed from. */
export const FOLLOWED = ['avatars', 'batches', 'ledger', 'mints', 'orders'] as const;
export type Followed = RowsOf<(typeof FOLLOWED)[number]>;

function inOrder(avatars: readonly Avatar[]): Avatar[] {
  const first = new Map<string, number>();
  for (const { batchId, id } of avatars) first.set(batchId, Math.min(first.get(batchId) ?? id, id));
  return [...avatars].sort(
    (a, b) => (first.get(b.batchId) ?? 0) - (first.get(a.batchId) ?? 0) || a.id - b.id,
  );
}

const newestFirst = (batches: readonly Batch[]): Batch[] =>
  [...batches].sort((a, b) => b.createdAt - a.createdAt);

/** The library's state, from its rows; what depends only on unchanged tables is reused. */
export function stateOf(
  rows: Followed,
  before: { readonly rows: Followed; readonly state: LibraryState } | undefined,
): LibraryState {
  const same = (...tables: (keyof Followed)[]): boolean =>
    tables.every((table) => before?.rows[table] === rows[table]);
  const { avatars, batches, ledger, mints, orders } = rows;
  return {
    loaded: true,
    avatars: before && same('avatars') ? before.state.avatars : inOrder(avatars),
    batches: before && same('batches') ? before.state.batches : newestFirst(batches),
    mints,
    credits: before && same('ledger', 'orders') ? before.state.credits : sumCredits(orders, ledger),
    returnsLeft:
      before && same('ledger')
        ? before.state.returnsLeft
        : (batchId: string) => returnsLeft(ledger, batchId),
    plans: before && same('orders') ? before.state.plans : plansOf(orders),
    unlocked: before && same('orders') ? before.state.unlocked : unlockedBy(orders),
    // The payment page drafts an order for everyone who opens it: that alone isn't a purchase.
    untouched:
      avatars.length + ledger.length + batches.length === 0 &&
      orders.every(({ state }) => state.kind === 'draft'),
  };
}

/**
 * What can be shown of a large library while the rest is read: the batches of which every avatar is
 * among the newest rows, so that nothing moves when the others follow. Undefined if there is none.
 */
export function newestOf({ avatars, batches, mints }: Followed): LibraryState | undefined {
  const oldest = avatars[0]?.createdAt ?? 0;
  const whole = new Set(batches.filter(({ createdAt }) => createdAt > oldest).map(({ id }) => id));
  const shown = inOrder(avatars.filter(({ batchId }) => whole.has(batchId)));
  return shown.length === 0
    ? undefined
    : { ...EMPTY, avatars: shown, batches: newestFirst(batches), mints, untouched: false };
}
