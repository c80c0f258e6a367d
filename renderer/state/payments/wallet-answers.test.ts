import { describe, expect, it } from 'vitest';

import { PaymentWorld, SCOPE } from '../../../tests/support/payment-world.ts';
import { PLANS } from '../../core/plans.ts';

async function begin() {
  const world = new PaymentWorld();
  world.answers = 'returned';
  const payments = world.open(0);
  const { id } = await payments.startOrder({ plan: PLANS.creator, scope: SCOPE });
  world.chain.height += 1;
  const kind = () => world.order(id).state.kind;
  const finalize = async (): Promise<void> => {
    world.chain.land(0);
    world.chain.height += 40;
    await world.time.pass(6_000);
  };
  return { world, payments, id, kind, finalize };
}

describe('a wallet whose answer comes to the return route', () => {
  it('is paid by a page that was opened anew', async () => {
    const { world, payments, id, kind, finalize } = await begin();
    await payments.pay(id);
    expect(kind()).toBe('awaiting-signature');
    const later = await world.reopen(0);
    expect(kind()).toBe('awaiting-signature');
    await later.acceptReturn(id, world.chain.sign(world.left[0] ?? new Uint8Array(), 'sign'));
    await finalize();
    expect(kind()).toBe('finalized');
    expect(world.credits.granted).toBe(5_300);
  });

  it('is paid while the page that asked is still open', async () => {
    const { world, payments, id, kind, finalize } = await begin();
    await payments.pay(id);
    await world
      .open(1)
      .acceptReturn(id, world.chain.sign(world.left[0] ?? new Uint8Array(), 'sign'));
    await finalize();
    expect(kind()).toBe('finalized');
  });

  it('pays once, though two requests come back', async () => {
    const { world, payments, id, kind, finalize } = await begin();
    await payments.pay(id);
    await payments.returnDeclined(id);
    expect(kind()).toBe('draft');
    await payments.pay(id);
    const [first = new Uint8Array(), second = new Uint8Array()] = world.left;
    const returning = payments.acceptReturn(id, world.chain.sign(second, 'sign'));
    const again = payments.acceptReturn(id, world.chain.sign(first, 'sign'));
    await Promise.all([returning, again]);
    await payments.returnDeclined(id);
    expect(kind()).toBe('submitted');
    expect(world.chain.pool.size).toBe(1);
    await finalize();
    expect(kind()).toBe('finalized');
    expect(world.credits.granted).toBe(5_300);
  });

  it('isn’t paid by an answer that was given up or isn’t ours', async () => {
    const { world, payments, id, kind } = await begin();
    await payments.pay(id);
    await payments.returnDeclined(id);
    await payments.acceptReturn(id, world.chain.sign(world.left[0] ?? new Uint8Array(), 'sign'));
    expect([kind(), world.chain.pool.size]).toEqual(['draft', 0]);

    await payments.pay(id);
    const foreign = world.chain.sign(world.left[1] ?? new Uint8Array(), 'tamper');
    await expect(payments.acceptReturn(id, foreign)).rejects.toMatchObject({
      code: 'wallet-changed-transaction',
    });
    expect([kind(), world.chain.pool.size]).toEqual(['failed', 0]);
  });
});
