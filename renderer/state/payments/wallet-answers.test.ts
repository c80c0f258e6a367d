import { describe, expect, it } from 'vitest';

import { beginOrder } from '../../../tests/support/payment-simulation.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { errorCode } from '../../core/errors.ts';

async function begin() {
  const { simulation, payments, id, state } = await beginOrder();
  simulation.answers = 'returned';
  const kind = () => state().kind;
  const finalize = async (): Promise<void> => {
    simulation.chain.land(0);
    await simulation.finalize(6_000);
  };
  return { simulation, payments, id, kind, finalize };
}

describe('a wallet whose answer comes to the return route', () => {
  it('is paid by a newly opened page', async () => {
    const { simulation, payments, id, kind, finalize } = await begin();
    await payments.pay(id);
    expect(kind()).toBe('awaiting-signature');
    const later = await simulation.reopen(0);
    expect(kind()).toBe('awaiting-signature');
    await later.acceptReturn(
      id,
      simulation.chain.sign(simulation.left[0] ?? new Uint8Array(), 'sign'),
    );
    await finalize();
    expect(kind()).toBe('finalized');
    expect(simulation.credits.granted).toBe(5_300);
  });

  it('is paid while the page that asked is still open', async () => {
    const { simulation, payments, id, kind, finalize } = await begin();
    await payments.pay(id);
    await simulation
      .open(1)
      .acceptReturn(id, simulation.chain.sign(simulation.left[0] ?? new Uint8Array(), 'sign'));
    await finalize();
    expect(kind()).toBe('finalized');
  });

  it('pays once even if two requests return', async () => {
    const { simulation, payments, id, kind, finalize } = await begin();
    await payments.pay(id);
    await payments.returnDeclined(id);
    expect(kind()).toBe('draft');
    await payments.pay(id);
    const [first = new Uint8Array(), second = new Uint8Array()] = simulation.left;
    const returning = payments.acceptReturn(id, simulation.chain.sign(second, 'sign'));
    const again = payments.acceptReturn(id, simulation.chain.sign(first, 'sign'));
    await Promise.all([returning, again]);
    await payments.returnDeclined(id);
    expect(kind()).toBe('submitted');
    expect(simulation.chain.pool.size).toBe(1);
    await finalize();
    expect(kind()).toBe('finalized');
    expect(simulation.credits.granted).toBe(5_300);
  });

  it('isn’t paid by an abandoned or foreign answer', async () => {
    const { simulation, payments, id, kind } = await begin();
    await payments.pay(id);
    await payments.returnDeclined(id);
    await payments.acceptReturn(
      id,
      simulation.chain.sign(simulation.left[0] ?? new Uint8Array(), 'sign'),
    );
    expect([kind(), simulation.chain.pool.size]).toEqual(['draft', 0]);

    await payments.pay(id);
    const foreign = simulation.chain.sign(simulation.left[1] ?? new Uint8Array(), 'tamper');
    await expect(payments.acceptReturn(id, foreign)).rejects.toMatchObject({
      code: 'wallet-changed-transaction',
    });
    expect([kind(), simulation.chain.pool.size]).toEqual(['failed', 0]);
  });
});

describe('a wallet that doesn’t answer', () => {
  const stopped = async (answers: 'signed' | 'sent') => {
    const begun = await beginOrder();
    const { simulation, payments, id } = begun;
    simulation.answers = answers;
    let isPaying = false;
    payments.watchOrder(id, (watch) => ({ isPaying } = watch));
    const pressed = payments.pay(id).catch(errorCode);
    await settle();
    expect(isPaying).toBe(true);
    await payments.stopWaiting(id);
    expect(await pressed).toBe('engine-aborted');
    await settle();
    expect(isPaying).toBe(false);
    return begun;
  };

  it('that only signs can be asked again at once, and its late answer isn’t sent', async () => {
    const { simulation, payments, id, state } = await stopped('signed');
    expect(state().kind).toBe('draft');
    payments.pay(id).catch(() => undefined);
    await settle();
    expect(simulation.openRequests).toBe(2);
    await simulation.answerWallet('sign');
    expect([state().kind, simulation.chain.pool.size]).toEqual(['awaiting-signature', 0]);
    await simulation.answerWallet('sign');
    simulation.chain.land(0);
    await simulation.finalize(6_000);
    expect(state().kind).toBe('finalized');
    await simulation.comeToRest();
    expect(simulation.faults()).toEqual([]);
  });

  it('that sends by itself isn’t asked again before its request has expired, and what it sends late is found', async () => {
    const { simulation, payments, id, state } = await stopped('sent');
    expect(await payments.pay(id).catch(errorCode)).toBe('order-pending');
    // No page waits for it, so the user may say that its window is closed.
    expect((await payments.confirmClosed(id)).state).toMatchObject({ closed: true });
    await simulation.answerWallet('sign');
    simulation.chain.land(0);
    await simulation.finalize(12_000);
    expect(state().kind).toBe('finalized');
    await simulation.comeToRest();
    expect(simulation.faults()).toEqual([]);
  });
});
