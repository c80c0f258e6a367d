import { describe, expect, it } from 'vitest';

import { lamports } from '../../core/money.ts';
import type { ParsedInstruction } from './message.ts';
import { judge, type Demand, type RecordedTransaction } from './verify.ts';

const PRICE = 1_200_000_000n;
const order: Demand = {
  id: 'LK-AAAA-BBBB-CCCC',
  treasury: 'treasury',
  reference: 'reference',
  price: lamports(PRICE),
  manualAmount: lamports(PRICE + 7n),
  sinceSlot: 100,
};

function transfer(from: string, to: string, amount: bigint): ParsedInstruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, amount, true);
  return { program: '1'.repeat(32), accounts: [from, to, 'reference'], data };
}

/** A recorded payment matched by its reference; the treasury's balance grows by `grown`. */
const recorded = (
  instructions: readonly ParsedInstruction[],
  { slot = 101, grown = PRICE } = {},
): RecordedTransaction => ({
  signature: 'signature',
  slot,
  blockTime: null,
  failed: false,
  fee: 5_000n,
  keys: ['payer', 'treasury', 'reference'],
  before: [9n * PRICE, 5n * PRICE, 0n],
  after: [8n * PRICE - 5_000n, 5n * PRICE + grown, 0n],
  instructions,
});
const paid = transfer('payer', 'treasury', PRICE);

describe('recorded transactions, judged without a chain', () => {
  it('must be later than the slot in which the order was made', () => {
    expect(judge(order, recorded([paid], { slot: 100 }), 'reference')).toEqual({
      kind: 'no-match',
      why: 'too-early',
    });
    expect(judge(order, recorded([paid], { slot: 101 }), 'reference').kind).toBe('paid');
  });

  it('doesn’t count what the treasury sends to itself beside another order’s payment', () => {
    const own = transfer('treasury', 'treasury', PRICE);
    const others = { ...paid, accounts: ['payer', 'treasury'] };
    expect(judge(order, recorded([own, others]), 'reference').kind).toBe('no-match');
  });

  it('counts no more than the treasury’s balance grew by', () => {
    const back = transfer('treasury', 'payer', PRICE - 1n);
    expect(judge(order, recorded([paid, back], { grown: 1n }), 'reference')).toEqual({
      kind: 'no-match',
      why: 'too-little',
      lamports: 1n,
    });
  });
});
