import { describe, expect, it } from 'vitest';

import type { Batch, BatchItem } from '../../core/batches.ts';
import type { Order, OrderState } from '../../core/orders/order.ts';
import { minutesRemaining, orderProgress, startedAt, untilNextTick } from './order-progress.ts';

const orderIn = (state: OrderState): Order => ({ id: 'LK-1', updatedAt: 500, state }) as Order;
const proof = { blockTime: 900 } as Extract<OrderState, { kind: 'finalized' }>['proof'];
const finalized = orderIn({ kind: 'finalized', proof });
const batchOf = (state: Batch['state'], items: BatchItem['state'][]): Batch =>
  ({ state, items: items.map((item) => ({ state: item })) }) as unknown as Batch;

describe('course', () => {
  it('rests without an order', () => {
    expect(orderProgress(undefined, undefined)).toEqual({
      phase: 'none',
      steps: ['rest', 'rest', 'rest', 'rest'],
    });
  });

  it('verifies while money is on its way, by wallet or by hand', () => {
    expect(orderProgress(orderIn({ kind: 'manual', since: 1 }), undefined).phase).toBe('verifying');
    expect(
      orderProgress(orderIn({ kind: 'failed', reason: 'wallet-rejected' }), undefined).steps[0],
    ).toBe('failed');
  });

  it('asks for a photo when paid without one', () => {
    expect(orderProgress(finalized, undefined)).toEqual({
      phase: 'needs-photo',
      steps: ['done', 'rest', 'rest', 'rest'],
    });
  });

  it('doesn’t ask for a photo while the batch is being started', () => {
    expect(orderProgress(finalized, undefined, true)).toEqual({
      phase: 'developing',
      steps: ['done', 'now', 'rest', 'rest'],
    });
    expect(orderProgress(finalized, batchOf('paused', ['waiting']), true).phase).toBe('paused');
  });

  it('checks and delivers from the first picture on', () => {
    expect(orderProgress(finalized, batchOf('running', ['waiting', 'waiting'])).steps).toEqual([
      'done',
      'now',
      'rest',
      'rest',
    ]);
    expect(orderProgress(finalized, batchOf('running', ['done', 'waiting'])).steps).toEqual([
      'done',
      'now',
      'now',
      'now',
    ]);
    expect(orderProgress(finalized, batchOf('done', ['done', 'failed'])).phase).toBe('delivered');
  });
});

describe('countdown', () => {
  it('runs from the stored order', () => {
    expect(startedAt(finalized)).toBe(900);
    expect(startedAt(orderIn({ kind: 'finalized', proof: { ...proof, blockTime: null } }))).toBe(
      500,
    );
    expect(startedAt(orderIn({ kind: 'manual', since: 77 }))).toBe(77);
  });

  it('starts at 15, drops each minute, and ends at 0', () => {
    expect(minutesRemaining(0, 0)).toBe(15);
    expect(minutesRemaining(0, 59_999)).toBe(15);
    expect(minutesRemaining(0, 60_000)).toBe(14);
    expect(minutesRemaining(0, 3_600_000)).toBe(0);
    expect(minutesRemaining(1_000, 0)).toBe(15);
    expect(untilNextTick(0, 59_000)).toBe(1_000);
  });
});
