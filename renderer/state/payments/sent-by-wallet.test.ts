import { describe, expect, it } from 'vitest';

import { beginOrder } from '../../../tests/support/payment-world.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';

describe('a wallet that can only sign and send', () => {
  const beginSent = async () => {
    const begun = await beginOrder();
    begun.world.answers = 'sent';
    return begun;
  };

  it('is found under the reference, and locked until then', async () => {
    const { world, payments, id, state } = await beginSent();
    const pressed = payments.pay(id);
    await settle();
    expect(state()).toMatchObject({ kind: 'awaiting-signature', sendsItself: true, closed: false });
    await world.answerWallet('sign');
    expect((await pressed).state).toMatchObject({ kind: 'awaiting-signature', closed: true });
    await expect((await world.tab(0)).pay(id)).rejects.toMatchObject({ code: 'order-pending' });
    world.chain.land(0);
    world.chain.height += 40;
    await world.time.pass(10_000);
    expect(state().kind).toBe('finalized');
  });

  it('stays locked over a reload, however long, until the user says that no window is open', async () => {
    const { world, id, state } = await beginSent();
    (await world.tab(0)).pay(id).catch(() => undefined);
    await settle();
    const again = await world.reopen(0);
    world.chain.height += 2_000;
    await world.time.pass(600_000);
    expect(state()).toMatchObject({ kind: 'awaiting-signature', closed: false });
    await expect(again.pay(id)).rejects.toMatchObject({ code: 'order-pending' });
    await again.confirmClosed(id);
    world.chain.height += 100;
    await world.time.pass(120_000);
    expect(state().kind).toBe('awaiting-signature');
    world.chain.height += 200;
    await world.time.pass(240_000);
    expect(state().kind).toBe('expired');
  });

  it('takes the user’s word only when no page waits for the wallet, and a refusal at once', async () => {
    const { world, payments, id, state } = await beginSent();
    const pressed = payments.pay(id).catch((thrown: unknown) => thrown);
    await settle();
    await expect(world.open(1).confirmClosed(id)).rejects.toMatchObject({ code: 'wallet-busy' });
    await world.answerWallet('reject');
    expect(await pressed).toMatchObject({ code: 'wallet-rejected' });
    expect(state().kind).toBe('draft');
  });
});
