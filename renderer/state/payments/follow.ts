import { fromBase64 } from '../../core/base64.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Order, OrderState, WalletRequest } from '../../core/orders/order.ts';
import { isInFlight } from '../../core/orders/reduce-order.ts';
import type { Chain } from '../../ports/chain.ts';
import type { Ports } from '../../ports/index.ts';
import {
  heightEvery,
  isDue,
  PROOF_EVERY,
  rebroadcastEvery,
  scanEvery,
  SLOT_MS,
  statusEvery,
} from '../polling.ts';
import type { TaskProgress } from '../tasks/task.ts';
import type { OrderJournal } from './journal.ts';

export interface PaymentProgress extends TaskProgress {
  /** Estimated milliseconds until the transaction can no longer land. */
  readonly expiresIn?: number;
}

export interface FollowDeps extends Pick<Ports, 'chain' | 'clock'> {
  readonly journal: OrderJournal;
  readonly report: (id: string, progress: PaymentProgress) => void;
}

type InFlight = Extract<OrderState, { kind: 'signed' | 'submitted' | 'confirmed' }>;
/**
 * One of several RPCs may lag. A fork is assumed after this many consecutive answers that don't
 * know the transaction.
 */
const UNKNOWNS_OF_A_FORK = 3;

/**
 * The steps that take an order from its stored state as far as it gets without the user: send until
 * it is seen or expired, verify when finalized, settle.
 */
export function followOrder(
  id: string,
  { journal, clock, report, ...deps }: FollowDeps,
  signal: AbortSignal,
): (order: Order) => Promise<number | undefined> {
  const startedAt = clock.now();
  const last = { broadcast: -Infinity, height: -Infinity, proof: -Infinity };
  const seen = { unknowns: 0, pastItsHeight: false };

  return async (order) => {
    const age = clock.now() - startedAt;
    const { state } = order;
    if (isInFlight(state)) {
      await stepInFlight(order, state);
      return seen.pastItsHeight ? Math.max(statusEvery(age), PROOF_EVERY / 3) : undefined;
    }
    if (state.kind === 'awaiting-signature') await stepSentByWallet(order, state);
    return scanEvery(age);
  };

  async function stepInFlight(order: Order, state: InFlight): Promise<void> {
    const chain = await deps.chain();
    const { signature } = state;
    const age = clock.now() - startedAt;
    const status = await chain.status(signature, signal);
    const isFinal = status.kind === 'seen' && status.commitment === 'finalized';
    // One RPC alone may call it final. Until two do, it is sent and polled like any other.
    const end = isFinal ? await conclude(chain, order, signature) : undefined;
    if (end === 'settled') return;
    if (end?.trouble) report(id, { trouble: end.trouble });
    if (status.kind === 'seen' && !isFinal) {
      seen.unknowns = 0;
      report(id, {});
      if (status.commitment === 'confirmed' && !status.failed) {
        await journal.record(id, { type: 'confirmed', signature, slot: status.slot });
        return;
      }
    } else if (status.kind === 'unknown' && state.kind === 'confirmed') {
      seen.unknowns += 1;
      if (seen.unknowns < UNKNOWNS_OF_A_FORK) return;
      await journal.record(id, { type: 'dropped', signature });
    }
    if (!seen.pastItsHeight && isDue(last.height, heightEvery(age), clock.now())) {
      const left = state.lastValidBlockHeight - (await chain.height('finalized', signal));
      last.height = clock.now();
      seen.pastItsHeight = left < 0;
      if (!end?.trouble) report(id, { expiresIn: Math.max(0, left) * SLOT_MS });
    }
    if (seen.pastItsHeight)
      return proveExpired(chain, order, signature, state.lastValidBlockHeight);
    if (isDue(last.broadcast, rebroadcastEvery(age), clock.now())) {
      last.broadcast = clock.now();
      await chain.broadcast(fromBase64(state.transaction), signal);
      await journal.record(id, { type: 'submitted', signature });
    }
  }

  /** The chain's final verdict on our own transaction, or why there is none yet. */
  async function conclude(
    chain: Chain,
    order: Order,
    signature: string,
  ): Promise<'settled' | { readonly trouble: ErrorCode | undefined }> {
    const verdict = await chain.conclude(order, signature, signal);
    if (verdict.kind === 'paid') await journal.settle(id, verdict.proof);
    else if (verdict.kind === 'no-match' && verdict.why === 'failed') {
      await journal.record(id, {
        type: 'failed-on-chain',
        signature,
        reason: 'payment-failed-on-chain',
      });
    }
    // Any other mismatch contradicts what was checked before sending: some RPC is wrong. Offering
    // to pay again could charge twice, so the order stays locked and is checked again.
    else return { trouble: verdict.kind === 'not-yet' ? verdict.doubt : 'network-busy' };
    return 'settled';
  }

  async function proveExpired(
    chain: Chain,
    order: Order,
    signature: string | undefined,
    lastValidBlockHeight: number,
  ): Promise<void> {
    if (!isDue(last.proof, PROOF_EVERY, clock.now())) return;
    last.proof = clock.now();
    if (!(await chain.expiryProven(order, signature, lastValidBlockHeight, signal))) {
      // The first RPC may be the only one that doesn't show it.
      const proof = await journal.searching(order, 'referenceSeenUntil', (onSeen) =>
        chain.findOnEach(order, journal.isUsed(order), signal, onSeen),
      );
      if (proof) await journal.settle(id, proof);
      return;
    }
    await journal.record(id, {
      type: 'expired',
      ...(signature === undefined ? {} : { signature }),
    });
  }

  async function stepSentByWallet(
    order: Order,
    { closed, lastValidBlockHeight }: WalletRequest,
  ): Promise<void> {
    const chain = await deps.chain();
    const proof = await journal.searching(order, 'referenceSeenUntil', (onSeen) =>
      chain.findByReference(order, journal.isUsed(order), signal, { onSeen }),
    );
    if (proof) {
      await journal.settle(id, proof);
      return;
    }
    if (!closed) {
      report(id, {});
      return;
    }
    const left = lastValidBlockHeight - (await chain.height('finalized', signal));
    report(id, { expiresIn: Math.max(0, left) * SLOT_MS });
    if (left < 0) await proveExpired(chain, order, undefined, lastValidBlockHeight);
  }
}

/** Something may reach the chain without the user's doing. */
export const isUnderWay = ({ state }: Order): boolean =>
  isInFlight(state) || (state.kind === 'awaiting-signature' && state.sendsItself);
