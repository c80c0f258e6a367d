import { describe, expect, it } from 'vitest';

import { beginOrder, SCOPE } from '../../../tests/support/payment-world.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { PLANS } from '../../core/plans.ts';
import type { OrderWatch } from './contract.ts';

describe('paying by hand', () => {
  it('finds the exact amount while the page is open, without a click', async () => {
    const { world, payments, id, order, state } = await beginOrder();
    payments.watchOrder(id, () => undefined);
    world.chain.transfer(order.manualAmount);
    world.chain.height += 40;
    await world.time.pass(5_000);
    expect(state().kind).toBe('finalized');
  });

  it('names what is wrong with a pasted signature', async () => {
    const { world, payments, id, order } = await beginOrder();
    const little = world.chain.transfer(order.price - 1n);
    const early = world.chain.transfer(order.price);
    world.chain.height += 40;
    await expect(payments.claimManual(id, ' nonsense ')).rejects.toMatchObject({
      code: 'payment-signature-invalid',
    });
    await expect(payments.claimManual(id, little)).rejects.toMatchObject({
      code: 'payment-too-little',
    });
    const unknown = early.replace(/.$/, (digit) => (digit === '2' ? '3' : '2'));
    await expect(payments.claimManual(id, unknown)).rejects.toMatchObject({
      code: 'payment-not-found',
    });
    expect(await payments.claimManual(id, `\n${early} `)).toMatchObject({
      state: { kind: 'finalized' },
    });
    const other = await payments.startOrder({ plan: PLANS.creator, scope: SCOPE });
    await expect(payments.claimManual(other.id, early)).rejects.toMatchObject({
      code: 'payment-already-used',
    });
    expect(world.credits.granted).toBe(5_300);
  });

  it('says what a transfer named before it was final turned out to be, also after a reload', async () => {
    const { world, payments, id, order, state } = await beginOrder();
    const seen: { watch?: OrderWatch } = {};
    payments.watchOrder(id, (watch) => (seen.watch = watch));
    const little = world.chain.transfer(order.price - 1n);
    await payments.claimManual(id, little);
    await settle();
    expect(state()).toMatchObject({ kind: 'manual', signature: little });
    expect(seen.watch?.refused).toBeUndefined();
    world.chain.height += 40;
    await world.time.pass(5_000);
    expect(seen.watch?.refused).toMatchObject({ code: 'payment-too-little' });
    expect(state().kind).toBe('manual');

    const again = await world.reopen(0);
    again.watchOrder(id, (watch) => (seen.watch = watch));
    await world.time.pass(5_000);
    expect(seen.watch?.refused).toMatchObject({ code: 'payment-too-little' });

    const whole = world.chain.transfer(order.price);
    await again.claimManual(id, whole);
    await settle();
    expect(seen.watch?.refused).toBeUndefined();
    world.chain.height += 40;
    await world.time.pass(15_000);
    expect(state().kind).toBe('finalized');
    await expect(again.claimManual(id, world.chain.transfer(order.price))).rejects.toMatchObject({
      code: 'payment-not-found',
    });
  });

  it('keeps the wallet out while a transfer is looked for, until it is withdrawn', async () => {
    const { world, payments, id, state } = await beginOrder();
    await payments.claimManual(id);
    await expect(payments.pay(id)).rejects.toMatchObject({ code: 'order-pending' });
    await payments.withdrawManual(id);
    expect(state().kind).toBe('draft');
    payments.pay(id).catch(() => undefined);
    await settle();
    expect(world.openRequests).toBe(1);
  });
});
