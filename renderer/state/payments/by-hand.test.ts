import { afterEach, describe, expect, it, vi } from 'vitest';

import { codeOf } from '../../../tests/support/code-of.ts';
import { memoryStore } from '../../../tests/support/memory-store.ts';
import { beginOrder, SCOPE } from '../../../tests/support/payment-simulation.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { omit } from '../../core/objects.ts';
import type { Order } from '../../core/orders/order.ts';
import { PLANS } from '../../core/plans.ts';
import { PRICE_GRACE_MS } from '../../core/price-books.ts';
import type * as Books from '../../core/price-books.ts';
import type { OrderWatch } from './contract.ts';

/** A price book that follows today's, once a test enables it. */
const later = vi.hoisted(() => ({
  book: undefined as { version: number; since: number } | undefined,
}));
vi.mock('../../core/price-books.ts', async (load) => {
  const real = await load<typeof Books>();
  const first = real.priceBook(1);
  const wasSoldAs: typeof real.wasSoldAs = (sold, paidAt) =>
    real.wasSoldAs(
      sold,
      paidAt,
      first && later.book ? [first, { ...first, ...later.book }] : undefined,
    );
  return { ...real, wasSoldAs };
});

describe('paying manually', () => {
  it('finds the exact amount while the page is open, without a click', async () => {
    const { simulation, payments, id, order, state } = await beginOrder();
    payments.watchOrder(id, () => undefined);
    await payments.showAmount(id);
    simulation.chain.transfer(order.manualAmount);
    await simulation.finalize(5_000);
    expect(state().kind).toBe('finalized');
  });

  it('searches only for amounts that were or may have been shown, and only for seven days', async () => {
    const { simulation, id } = await beginOrder();
    const store = memoryStore(simulation.storage);
    const scans = async (row: Partial<Order>): Promise<number> => {
      await store.write([{ table: 'orders', put: { ...simulation.order(id), ...row } }]);
      simulation.chain.amountScans = 0;
      await simulation.reopen(0);
      await simulation.time.pass(30_000);
      return simulation.chain.amountScans;
    };
    expect(await scans({})).toBe(0);
    expect((await (await simulation.tab(0)).showAmount(id)).amountShown).toBe(true);
    expect(await scans({ amountShown: true })).toBeGreaterThan(0);
    // A row of an earlier version doesn't say.
    await store.write([{ table: 'orders', put: omit(simulation.order(id), 'amountShown') }]);
    expect(await scans({})).toBeGreaterThan(0);
    const eightDays = 8 * 24 * 60 * 60 * 1_000;
    expect(await scans({ createdAt: simulation.time.time - eightDays })).toBe(0);
  });

  it('finds the exact amount while dust under the reference isn’t read to its end', async () => {
    const { simulation, payments, id, order, state } = await beginOrder();
    await payments.showAmount(id);
    simulation.chain.transfer(order.manualAmount);
    simulation.chain.sendDust(order.reference, 31);
    simulation.chain.height += 40;
    await simulation.reopen(0);
    await simulation.time.pass(5_000);
    expect(state().kind).toBe('finalized');
  });

  it('stores how far it has searched, and changes nothing else', async () => {
    const { simulation, payments, id, order } = await beginOrder();
    await payments.showAmount(id);
    payments.watchOrder(id, () => undefined);
    const dust = simulation.chain.transfer(1n);
    await simulation.finalize(5_000);
    expect(simulation.order(id)).toEqual({ ...order, amountShown: true, amountSeenUntil: dust });
  });

  describe('once its price has ended', () => {
    const YEAR = 365 * 24 * 60 * 60 * 1_000;
    const doubled = { version: 2, since: Date.UTC(2027, 0, 1) };
    afterEach(() => {
      later.book = undefined;
    });

    it.each([
      ['by its amount', 'amount'],
      ['by its reference', 'reference'],
      ['by its pasted signature', 'named'],
    ])('a transfer that is found %s completes no order, and says so', async (_how, how) => {
      const { simulation, payments, id, order, state } = await beginOrder();
      const seen: { watch?: OrderWatch } = {};
      payments.watchOrder(id, (watch) => (seen.watch = watch));
      await payments.showAmount(id);
      later.book = doubled;
      simulation.chain.blockTime = doubled.since + YEAR;
      const sent =
        how === 'reference'
          ? simulation.chain.transfer(order.price, order.reference)
          : simulation.chain.transfer(how === 'amount' ? order.manualAmount : order.price);
      simulation.chain.height += 40;
      if (how === 'named')
        expect(await codeOf(payments.claimManual(id, sent))).toBe('payment-old-price');
      await simulation.time.pass(15_000);
      expect(state().kind).not.toBe('finalized');
      expect(simulation.credits.granted).toBe(0);
      if (how !== 'named')
        expect(seen.watch?.found).toMatchObject({ kind: 'late', signature: sent });
    });

    it('a transfer within the days of grace still completes it', async () => {
      const { simulation, payments, id, order, state } = await beginOrder();
      await payments.claimManual(id);
      later.book = doubled;
      simulation.chain.blockTime = doubled.since + PRICE_GRACE_MS - 1;
      simulation.chain.transfer(order.manualAmount);
      await simulation.finalize(15_000);
      expect(state().kind).toBe('finalized');
    });

    it('the wallet isn’t asked any more', async () => {
      const { simulation, payments, id } = await beginOrder();
      later.book = { ...doubled, since: simulation.time.time - YEAR };
      expect(await codeOf(payments.pay(id))).toBe('payment-old-price');
      expect(simulation.openRequests).toBe(0);
    });
  });

  it('says what is wrong with a pasted signature', async () => {
    const { simulation, payments, id, order } = await beginOrder();
    const little = simulation.chain.transfer(order.price - 1n);
    const early = simulation.chain.transfer(order.price);
    simulation.chain.height += 40;
    expect(await codeOf(payments.claimManual(id, ' nonsense '))).toBe('payment-signature-invalid');
    expect(await codeOf(payments.claimManual(id, little))).toBe('payment-too-little');
    const unknown = early.replace(/.$/, (digit) => (digit === '2' ? '3' : '2'));
    expect(await codeOf(payments.claimManual(id, unknown))).toBe('payment-not-found');
    expect(await payments.claimManual(id, `\n${early} `)).toMatchObject({
      state: { kind: 'finalized' },
    });
    const other = await payments.startOrder({ plan: PLANS.creator, scope: SCOPE });
    expect(await codeOf(payments.claimManual(other.id, early))).toBe('payment-already-used');
    expect(simulation.credits.granted).toBe(5_300);
  });

  it('says what a transfer that was named before it was final turned out to be, even after a reload', async () => {
    const { simulation, payments, id, order, state } = await beginOrder();
    const seen: { watch?: OrderWatch } = {};
    payments.watchOrder(id, (watch) => (seen.watch = watch));
    const little = simulation.chain.transfer(order.price - 1n);
    await payments.claimManual(id, little);
    await settle();
    expect(state()).toMatchObject({ kind: 'manual', signature: little });
    expect(seen.watch?.refused).toBeUndefined();
    await simulation.finalize(5_000);
    expect(seen.watch?.refused).toMatchObject({ code: 'payment-too-little' });
    expect(state().kind).toBe('manual');

    const again = await simulation.reopen(0);
    again.watchOrder(id, (watch) => (seen.watch = watch));
    await simulation.time.pass(5_000);
    expect(seen.watch?.refused).toMatchObject({ code: 'payment-too-little' });

    const whole = simulation.chain.transfer(order.price);
    await again.claimManual(id, whole);
    await settle();
    expect(seen.watch?.refused).toBeUndefined();
    await simulation.finalize(15_000);
    expect(state().kind).toBe('finalized');
    expect(await codeOf(again.claimManual(id, simulation.chain.transfer(order.price)))).toBe(
      'payment-not-found',
    );
  });

  it('blocks the wallet while a transfer is searched for, until it is withdrawn', async () => {
    const { simulation, payments, id, state } = await beginOrder();
    await payments.claimManual(id);
    expect(await codeOf(payments.pay(id))).toBe('order-pending');
    await payments.withdrawManual(id);
    expect(state().kind).toBe('draft');
    payments.pay(id).catch(() => undefined);
    await settle();
    expect(simulation.openRequests).toBe(1);
  });
});
