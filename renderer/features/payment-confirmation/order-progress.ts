import type { Batch } from '../../core/batches.ts';
import { CONFIRMATION_COUNTDOWN_MINUTES, CONFIRMATION_TICK_MS } from '../../core/constants.ts';
import type { Order } from '../../core/orders/order.ts';

export type StepState = 'rest' | 'now' | 'done' | 'failed';

/** The four steps: verify payment, AI processing, quality check and rendering, delivery. */
export type Steps = readonly [StepState, StepState, StepState, StepState];

export type Phase =
  | 'none'
  | 'unpaid'
  | 'verifying'
  | 'stopped'
  | 'needs-photo'
  | 'developing'
  | 'paused'
  | 'delivered';

export interface OrderProgress {
  readonly phase: Phase;
  readonly steps: Steps;
}

function verifying(order: Order): OrderProgress {
  switch (order.state.kind) {
    case 'draft':
      return { phase: 'unpaid', steps: ['rest', 'rest', 'rest', 'rest'] };
    case 'failed':
    case 'expired':
      return { phase: 'stopped', steps: ['failed', 'rest', 'rest', 'rest'] };
    case 'awaiting-signature':
    case 'signed':
    case 'submitted':
    case 'confirmed':
    case 'manual':
      return { phase: 'verifying', steps: ['now', 'rest', 'rest', 'rest'] };
    case 'finalized':
      return { phase: 'needs-photo', steps: ['done', 'rest', 'rest', 'rest'] };
  }
}

/**
 * How far an order and its batch have come. Each picture is checked and delivered once made.
 * @param starting whether the paid order may still get its batch
 */
export function orderProgress(
  order: Order | undefined,
  batch: Batch | undefined,
  starting = false,
): OrderProgress {
  if (!order) return { phase: 'none', steps: ['rest', 'rest', 'rest', 'rest'] };
  if (starting && !batch) return { phase: 'developing', steps: ['done', 'now', 'rest', 'rest'] };
  if (order.state.kind !== 'finalized' || !batch) return verifying(order);
  if (batch.state === 'done' || batch.state === 'cancelled')
    return { phase: 'delivered', steps: ['done', 'done', 'done', 'done'] };
  const some = batch.items.some(({ state }) => state === 'done') ? 'now' : 'rest';
  return {
    phase: batch.state === 'paused' ? 'paused' : 'developing',
    steps: ['done', 'now', some, some],
  };
}

/** When the countdown started: when the payment was sent, in Unix milliseconds. */
export function startedAt(order: Order): number {
  const { state } = order;
  if (state.kind === 'submitted' || state.kind === 'confirmed') return state.submittedAt;
  if (state.kind === 'manual') return state.since;
  if (state.kind === 'finalized') return state.proof.blockTime ?? order.updatedAt;
  return order.updatedAt;
}

/** Whole minutes left of the fifteen, at least 0. */
export function minutesRemaining(start: number, now: number): number {
  const gone = Math.max(0, Math.floor((now - start) / CONFIRMATION_TICK_MS));
  return Math.max(0, CONFIRMATION_COUNTDOWN_MINUTES - gone);
}

/** Milliseconds until `minutesRemaining` drops next. */
export const untilNextTick = (start: number, now: number): number =>
  CONFIRMATION_TICK_MS - (Math.max(0, now - start) % CONFIRMATION_TICK_MS);
