import { isSignature } from '../../core/base58.ts';
import { errorCode, LikenessError, type ErrorCode } from '../../core/errors.ts';
import type { Lamports } from '../../core/money.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import { isPaid, isWatchedByAmount, orderSignature } from '../../core/orders/selectors.ts';
import { formatSol } from '../../i18n/index.ts';
import type { Chain, IsUsed, MismatchReason, Verdict } from '../../ports/chain.ts';
import type { Ports } from '../../ports/index.ts';
import { isStillSold, type OrderJournal } from './journal.ts';

/**
 * A transfer for the order that doesn't complete it: it is too small, or a second one, or was made
 * long after its price ended.
 */
export interface FoundTransfer {
  readonly kind: 'less' | 'twice' | 'late';
  readonly signature: string;
  readonly lamports: Lamports;
}

export interface ScanDeps extends Pick<Ports, 'chain' | 'clock'> {
  readonly journal: OrderJournal;
  readonly onFound: (orderId: string, found: FoundTransfer) => void;
  /** Where named transactions are recorded that turned out not to pay. */
  readonly refusals: Refusals;
}

/**
 * Named transactions that don't count, by signature. The verdict is final, so they aren't read
 * again.
 */
export interface Refusals {
  of(signature: string): LikenessError | undefined;
  add(orderId: string, signature: string, why: LikenessError): void;
}

/** Looks once for a finalized transfer that completes the order, and settles it. */
export async function scanForPayment(
  order: Order,
  deps: ScanDeps,
  signal?: AbortSignal,
): Promise<Order> {
  const { chain, journal, clock, onFound, refusals } = deps;
  const solana = await chain();
  const isUsed = journal.isUsed(order);
  const { state } = order;
  if (
    state.kind === 'manual' &&
    state.signature !== undefined &&
    !refusals.of(state.signature) &&
    !(await isUsed(state.signature))
  ) {
    const verdict = await solana.verify(order, state.signature, 'named', signal);
    if (verdict.kind === 'paid' && !isStillSold(order, verdict.proof, clock.now()))
      refusals.add(
        order.id,
        state.signature,
        new LikenessError('payment-old-price', { order: order.id }),
      );
    else if (verdict.kind === 'paid') {
      const paid = await journal.settle(order.id, verdict.proof);
      // The order may come from a backup and have been refunded long ago.
      const refund = await solana.findRefund(paid, signal);
      if (refund) await journal.refund(paid.id, refund);
      return journal.read(paid.id);
    } else if (verdict.kind === 'no-match')
      refusals.add(order.id, state.signature, mismatchError(verdict, order.id));
  }
  const byReference = await journal
    .searching(order, 'referenceSeenUntil', (onSeen) =>
      solana.findByReference(order, isUsed, signal, {
        onLess: (less) => onFound(order.id, { kind: 'less', ...less }),
        onSeen,
      }),
    )
    .catch((thrown: unknown) => {
      if (errorCode(thrown) === 'payment-search-unfinished') return thrown as LikenessError;
      throw thrown;
    });
  const isUnfinished = byReference instanceof LikenessError;
  const proof =
    (isUnfinished ? undefined : byReference) ??
    (await findByAmount(order, isUsed, solana, deps, signal));
  if (!proof && isUnfinished) throw byReference;
  if (!proof) return order;
  if (isStillSold(order, proof, clock.now())) return journal.settle(order.id, proof);
  onFound(order.id, { kind: 'late', signature: proof.signature, lamports: proof.lamports });
  return order;
}

/** Searches for the manual amount, while a transfer of it may arrive. */
const findByAmount = async (
  order: Order,
  isUsed: IsUsed,
  chain: Chain,
  { journal, clock }: Pick<ScanDeps, 'journal' | 'clock'>,
  signal?: AbortSignal,
): Promise<PaymentProof | undefined> =>
  isWatchedByAmount(order, clock.now())
    ? journal.searching(order, 'amountSeenUntil', (onSeen) =>
        chain.findByAmount(order, isUsed, signal, onSeen),
      )
    : undefined;

/**
 * Checks once whether a paid order was paid again. A second transfer isn't counted, but it is
 * reported.
 */
export async function scanForSecond(order: Order, deps: ScanDeps): Promise<void> {
  const { chain, journal, onFound } = deps;
  if (order.state.kind !== 'finalized') return;
  const { signature: first } = order.state.proof;
  const solana = await chain();
  const isOther = journal.isUsed(order);
  const isUsed = async (signature: string): Promise<boolean> =>
    signature === first || (await isOther(signature));
  const second =
    (await solana.findByReference(order, isUsed)) ??
    (await findByAmount(order, isUsed, solana, deps));
  if (second)
    onFound(order.id, { kind: 'twice', signature: second.signature, lamports: second.lamports });
}

const MISMATCH: Record<MismatchReason, ErrorCode> = {
  failed: 'payment-failed-on-chain',
  'no-reference': 'payment-other-order',
  'other-order': 'payment-other-order',
  'wrong-recipient': 'payment-wrong-recipient',
  'too-little': 'payment-too-little',
  'other-amount': 'payment-too-little',
  'too-early': 'payment-too-early',
  'other-chain': 'payment-other-chain',
};

/** What was found instead of a payment, as an error with the user's sentence. */
export function mismatchError(
  { why, lamports }: Extract<Verdict, { kind: 'no-match' }>,
  order: string,
): LikenessError {
  return new LikenessError(MISMATCH[why], {
    order,
    ...(lamports !== undefined && { found: formatSol(lamports) }),
  });
}

/**
 * Checks the transaction that the user named. Settles the order if it pays; records it if it is
 * still on its way.
 * @throws LikenessError payment-* that says what was found instead
 */
export async function claimNamed(order: Order, signature: string, deps: ScanDeps): Promise<Order> {
  if (!isSignature(signature)) throw new LikenessError('payment-signature-invalid');
  const { journal } = deps;
  if (isPaid(order) && orderSignature(order) === signature) return order;
  if (await journal.isUsed(order)(signature))
    throw new LikenessError('payment-already-used', { order: order.id });
  const chain = await deps.chain();
  const verdict = await chain.verify(order, signature, 'named');
  if (verdict.kind === 'paid' && isPaid(order)) {
    throw new LikenessError('payment-paid-twice', {
      order: order.id,
      found: formatSol(verdict.proof.lamports),
    });
  }
  if (verdict.kind === 'paid') return journal.settle(order.id, verdict.proof);
  if (verdict.kind === 'no-match') throw mismatchError(verdict, order.id);
  const status = await chain.status(signature);
  if (status.kind === 'unknown' || isPaid(order)) throw new LikenessError('payment-not-found');
  if (status.failed) throw new LikenessError('payment-failed-on-chain');
  return journal.record(order.id, { type: 'manual-claimed', signature });
}
