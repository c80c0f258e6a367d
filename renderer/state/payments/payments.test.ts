import { describe, expect, it } from 'vitest';

import {
  beginOrder,
  SCOPE,
  type PaymentSimulation,
} from '../../../tests/support/payment-simulation.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { PLANS } from '../../core/plans.ts';
import type { OrderWatch } from './contract.ts';

/** Answers the wallet's question that `press` leads to. */
async function answering<T>(
  simulation: PaymentSimulation,
  press: () => Promise<T>,
  answer: Parameters<PaymentSimulation['answerWallet']>[0] = 'sign',
): Promise<T> {
  const pressed = press();
  await settle();
  await simulation.answerWallet(answer);
  return pressed;
}

/** The shortest way to a paid order: press, sign, land, finalize. */
async function payThrough(simulation: PaymentSimulation, id: string): Promise<void> {
  const pressed = (await simulation.tab(0)).pay(id).catch(() => undefined);
  await settle();
  await simulation.answerWallet('sign');
  await Promise.race([pressed, settle()]);
  simulation.chain.land(0);
  simulation.chain.height += 2;
  await simulation.time.pass(2_000);
  await simulation.finalize(4_000);
}

describe('paying', () => {
  it('stores each step before the next and ends with credits', async () => {
    const { simulation, payments, id, state } = await beginOrder();
    const stored: string[] = [];
    const shown: string[] = [];
    const sign = simulation.chain.sign.bind(simulation.chain);
    const land = simulation.chain.pool.set.bind(simulation.chain.pool);
    simulation.chain.sign = (...request) => {
      stored.push(`wallet signs: ${state().kind}`);
      return sign(...request);
    };
    simulation.chain.pool.set = (...sent) => {
      stored.push(`chain receives: ${state().kind}`);
      return land(...sent);
    };
    payments.watchOrder(id, ({ order }: OrderWatch) => shown.push(order.state.kind));
    await payThrough(simulation, id);
    await settle();
    expect(state().kind).toBe('finalized');
    expect(stored.slice(0, 2)).toEqual([
      'wallet signs: awaiting-signature',
      'chain receives: signed',
    ]);
    expect([...new Set(shown)]).toEqual([
      'draft',
      'awaiting-signature',
      'signed',
      'submitted',
      'confirmed',
      'finalized',
    ]);
    expect(simulation.credits).toMatchObject({ granted: 5_300, available: 5_300 });
  });

  it(
    'survives a crash at every single await: paid once or not at all',
    { timeout: 60_000 },
    async () => {
      let crashes = 0;
      for (let steps = 0; ; steps += 1) {
        const { simulation, id } = await beginOrder();
        const [tab] = simulation.tabs;
        if (tab) tab.life = steps;
        await payThrough(simulation, id);
        const crashed = tab?.dead;
        await simulation.comeToRest();
        expect(simulation.faults(), `after ${steps} awaits`).toEqual([]);
        if (!crashed) break;
        crashes += 1;
      }
      expect(crashes).toBeGreaterThan(40);
    },
  );

  it('simulates once for the quote and the payment, and again if the quote is old', async () => {
    const { simulation, payments, id, state } = await beginOrder();
    const quotes = [payments.quote(id), payments.quote(id)];
    expect(await Promise.all(quotes)).toEqual([5_000n, 5_000n]);
    await payThrough(simulation, id);
    expect(state().kind).toBe('finalized');
    expect(simulation.chain.simulated).toBe(1);

    const old = await beginOrder();
    await old.payments.quote(old.id);
    await old.simulation.time.pass(30_000);
    await payThrough(old.simulation, old.id);
    expect(old.state().kind).toBe('finalized');
    expect(old.simulation.chain.simulated).toBe(2);
  });

  it('simulates again for a quote though the clock is set back', async () => {
    const { simulation, payments, id } = await beginOrder();
    await payments.quote(id);
    simulation.time.time -= 5 * 3_600_000;
    await payments.quote(id);
    expect(simulation.chain.simulated).toBe(2);
  });

  it('sends again and proves expiry though the clock is set back meanwhile', async () => {
    const { simulation, payments, id, state } = await beginOrder();
    await answering(simulation, () => payments.pay(id));
    simulation.chain.pool.clear();
    await simulation.time.pass(6_000);
    const { clock } = simulation.time;
    const now = clock.now;
    Object.assign(clock, { now: () => now() - 5 * 3_600_000 });
    simulation.chain.pool.clear();
    await simulation.time.pass(20_000);
    expect(simulation.chain.pool.size).toBe(1);
    simulation.chain.pool.clear();
    simulation.chain.height += 400;
    await simulation.time.pass(120_000);
    expect(state().kind).toBe('expired');
  });

  it('treats a double click as one', async () => {
    const { simulation, payments, id } = await beginOrder();
    const clicks = [payments.pay(id), payments.pay(id)];
    await settle();
    expect(simulation.openRequests).toBe(1);
    await simulation.answerWallet('sign');
    expect(await Promise.all(clicks)).toMatchObject([
      { state: { kind: 'submitted' } },
      { state: { kind: 'submitted' } },
    ]);
    expect(await payments.pay(id)).toMatchObject({ state: { kind: 'submitted' } });
    expect(simulation.openRequests).toBe(0);
  });

  it('lets one tab ask, and notifies the other', async () => {
    const { simulation, payments, id } = await beginOrder();
    const other = simulation.open(1);
    const seen: OrderWatch[] = [];
    [payments, other].forEach((tab, n) => tab.watchOrder(id, (watch) => (seen[n] = watch)));
    const kinds = () => seen.map(({ order, isPaying }) => [order.state.kind, isPaying]);
    const first = payments.pay(id);
    await settle();
    expect(kinds()).toEqual([
      ['awaiting-signature', true],
      ['awaiting-signature', false],
    ]);
    await expect(other.pay(id)).rejects.toMatchObject({ code: 'order-pending' });
    await simulation.answerWallet('sign');
    await first;
    await settle();
    expect(kinds()).toEqual([
      ['submitted', false],
      ['submitted', false],
    ]);
    expect((await simulation.tab(1)).pay(id)).toBeInstanceOf(Promise);
    expect(simulation.openRequests).toBe(0);
  });

  it('takes over from a tab that closes', async () => {
    const { simulation, payments, id, state } = await beginOrder();
    const other = simulation.open(1);
    await answering(simulation, () => payments.pay(id));
    other.watchOrder(id, () => undefined);
    await settle();
    simulation.kill(0);
    simulation.chain.land(0);
    await simulation.finalize(3_000);
    expect(state().kind).toBe('finalized');
  });

  it('reports a refusal in the wallet’s words and can be retried', async () => {
    const { simulation, payments, id, state } = await beginOrder();
    const declined = answering(simulation, () => payments.pay(id), 'reject');
    await expect(declined).rejects.toMatchObject({ code: 'wallet-rejected' });
    expect(state().kind).toBe('draft');
    const changed = answering(simulation, () => payments.pay(id), 'tamper');
    await expect(changed).rejects.toMatchObject({ code: 'wallet-changed-transaction' });
    expect(state()).toEqual({ kind: 'failed', reason: 'wallet-changed-transaction' });
    expect(simulation.chain.pool.size).toBe(0);
  });

  it('asks for a new signature only after proven expiry, and only when the user acts', async () => {
    const { simulation, payments, id, state } = await beginOrder();
    simulation.chain.fault = 'drop-sends';
    await answering(simulation, () => payments.pay(id));
    await simulation.time.pass(30_000);
    await expect(payments.pay(id)).resolves.toMatchObject({ state: { kind: 'submitted' } });
    simulation.chain.height += 300;
    await simulation.time.pass(60_000);
    expect(state().kind).toBe('expired');
    await expect(payments.pay(id)).rejects.toMatchObject({ code: 'blockhash-expired' });
    expect(simulation.openRequests).toBe(0);
    simulation.chain.fault = 'none';
    const again = await answering(simulation, () => payments.retryAfterExpiry(id));
    expect(again.state.kind).toBe('submitted');
  });

  it('doesn’t ask the wallet again before everything under the reference is read', async () => {
    const { simulation, payments, id, order, state } = await beginOrder();
    await answering(simulation, () => payments.pay(id));
    simulation.chain.land(0, true);
    await simulation.finalize(10_000);
    expect(state()).toMatchObject({ kind: 'failed', reason: 'payment-failed-on-chain' });
    simulation.chain.sendDust(order.reference, 31);
    simulation.chain.height += 40;
    await expect(payments.pay(id)).rejects.toMatchObject({ code: 'payment-search-unfinished' });
    expect(simulation.openRequests).toBe(0);
    const again = await answering(simulation, () => payments.pay(id));
    expect(again.state.kind).toBe('submitted');
  });

  it('stays within its limit of requests: 90 in the first minute, then 12 a minute', async () => {
    const { simulation, payments, id } = await beginOrder();
    await answering(simulation, () => payments.pay(id));
    const minute = async () => {
      const before = simulation.chain.requests;
      await simulation.time.pass(60_000);
      return simulation.chain.requests - before;
    };
    expect(await minute()).toBeLessThanOrEqual(90);
    expect(await minute()).toBeLessThanOrEqual(12);
    expect(await minute()).toBeLessThanOrEqual(12);
  });

  it('continues when the network was unreachable, and says so', async () => {
    const { simulation, payments, id, state } = await beginOrder();
    await answering(simulation, () => payments.pay(id));
    simulation.chain.land(0);
    simulation.chain.height += 40;
    simulation.chain.fault = 'down';
    let latest: OrderWatch | undefined;
    payments.watchOrder(id, (watch) => (latest = watch));
    await simulation.time.pass(20_000);
    expect(latest?.trouble).toBe('network-unreachable');
    simulation.chain.fault = 'none';
    await simulation.time.pass(20_000);
    expect(state().kind).toBe('finalized');
  });
});

describe('orders', () => {
  it('reuses an unpaid order of the same plan, even from two effects at once', async () => {
    const { payments, id } = await beginOrder();
    const [one, two] = await Promise.all([
      payments.startOrder({ plan: PLANS.basic, scope: SCOPE }),
      payments.startOrder({ plan: PLANS.basic, scope: SCOPE, draftId: 'draft' }),
    ]);
    expect(two).toMatchObject({ id: one.id, draftId: 'draft' });
    expect((await payments.startOrder({ plan: PLANS.creator, scope: SCOPE })).id).toBe(id);
  });

  it('aren’t started on another chain', async () => {
    const { payments } = await beginOrder();
    const scope = { ...SCOPE, genesis: 'another' };
    await expect(payments.startOrder({ plan: PLANS.pro, scope })).rejects.toMatchObject({
      code: 'payment-other-chain',
    });
  });
});
