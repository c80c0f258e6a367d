import { describe, expect, it } from 'vitest';

import { beginOrder } from '../../../tests/support/payment-simulation.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { errorCode } from '../../core/errors.ts';

describe('a wallet that can only sign and send', () => {
  const beginSent = async () => {
    const begun = await beginOrder();
    begun.simulation.answers = 'sent';
    return begun;
  };

  it('is found under the reference, and locked until then', async () => {
    const { simulation, payments, id, state } = await beginSent();
    const pressed = payments.pay(id);
    await settle();
    expect(state()).toMatchObject({ kind: 'awaiting-signature', sendsItself: true, closed: false });
    await simulation.answerWallet('sign');
    expect((await pressed).state).toMatchObject({ kind: 'awaiting-signature', closed: true });
    expect(await (await simulation.tab(0)).pay(id).catch(errorCode)).toBe('order-pending');
    simulation.chain.land(0);
    await simulation.finalize(10_000);
    expect(state().kind).toBe('finalized');
  });

  it('stays locked across reloads, however long, until the user says that no window is open', async () => {
    const { simulation, id, state } = await beginSent();
    (await simulation.tab(0)).pay(id).catch(() => undefined);
    await settle();
    const again = await simulation.reopen(0);
    simulation.chain.height += 2_000;
    await simulation.time.pass(600_000);
    expect(state()).toMatchObject({ kind: 'awaiting-signature', closed: false });
    await expect(again.pay(id)).rejects.toMatchObject({ code: 'order-pending' });
    await again.confirmClosed(id);
    simulation.chain.height += 100;
    await simulation.time.pass(120_000);
    expect(state().kind).toBe('awaiting-signature');
    simulation.chain.height += 200;
    await simulation.time.pass(240_000);
    expect(state().kind).toBe('expired');
  });

  it('accepts the user’s statement only if no page waits for the wallet, and a refusal at once', async () => {
    const { simulation, payments, id, state } = await beginSent();
    const pressed = payments.pay(id).catch((thrown: unknown) => thrown);
    await settle();
    expect(await simulation.open(1).confirmClosed(id).catch(errorCode)).toBe('wallet-busy');
    await simulation.answerWallet('reject');
    expect(await pressed).toMatchObject({ code: 'wallet-rejected' });
    expect(state().kind).toBe('draft');
  });
});
