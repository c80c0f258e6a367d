import { encodeBase58 } from '../base58.ts';
import { lamports, type Lamports } from '../money.ts';
import { PRICE_BOOK_VERSION, type Plan } from '../plans.ts';
import type { Scope } from '../scope.ts';
import { timeId, type RandomBytes } from '../time-id.ts';
import type { Order } from './order.ts';

const MANUAL_SPREAD = 999_999n;

/** price + 1…999,999 lamports, drawn evenly; drawn again while `taken` reports it as seen. */
function drawManualAmount(
  price: Lamports,
  random: RandomBytes,
  taken: (amount: bigint) => boolean = () => false,
): Lamports {
  for (;;) {
    // 48 bits modulo a million: the bias is below one in 10^8.
    const drawn = random(6).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    const amount = price + 1n + (drawn % MANUAL_SPREAD);
    if (!taken(amount)) return lamports(amount);
  }
}

export interface NewOrder {
  readonly plan: Plan;
  readonly scope: Scope;
  readonly treasury: string;
  /** The chain's current slot; only later transfers count. */
  readonly slot: number;
  readonly now: number;
  readonly random: RandomBytes;
  readonly draftId?: string;
  /** Whether an amount was recently seen at the treasury. */
  readonly taken?: (amount: bigint) => boolean;
}

export function createOrder({
  plan,
  scope,
  treasury,
  slot,
  now,
  random,
  draftId,
  taken,
}: NewOrder): Order {
  return {
    id: timeId('LK', now, random),
    profileId: scope.profileId,
    genesis: scope.genesis,
    plan: plan.id,
    priceBook: PRICE_BOOK_VERSION,
    price: plan.price,
    credits: plan.avatars,
    treasury,
    reference: encodeBase58(random(32)),
    manualAmount: drawManualAmount(plan.price, random, taken),
    sinceSlot: slot,
    createdAt: now,
    updatedAt: now,
    amountShown: false,
    ...(draftId === undefined ? {} : { draftId }),
    state: { kind: 'draft' },
  };
}
