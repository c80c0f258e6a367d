import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { LocalPayer } from '../../../tests/support/local-payer.ts';
import { LockTable } from '../../../tests/support/memory-locks.ts';
import { localNode, type LocalNode } from '../../../tests/support/sandbox-node.ts';
import { createChain } from '../../chain/solana/index.ts';
import { sumCredits } from '../../core/credits.ts';
import type { Order } from '../../core/orders/order.ts';
import { isPaid } from '../../core/orders/selectors.ts';
import { PLANS } from '../../core/plans.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Clock } from '../../ports/clock.ts';
import { createStore } from '../../storage/index.ts';
import type { Payments } from './contract.ts';
import { createPayments } from './service.ts';

let local: LocalNode;
let payer: LocalPayer;
beforeAll(() => {
  local = localNode();
  payer = new LocalPayer(local, 100);
  local.node.setRhythm(20);
});
afterAll(() => local.remove());

/**
 * The service with the real runtime, the real chain port and the real database, in a page in which
 * nothing goes on once it has died.
 */
function open(hasDied = () => false): Payments {
  const clock: Clock = {
    now: systemClock.now,
    async wait(milliseconds, signal) {
      await systemClock.wait(milliseconds, signal);
      if (hasDied()) await new Promise(() => undefined);
    },
  };
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  return createPayments({
    store,
    chain: () =>
      createChain({
        rpc: ['http://one'],
        network: 'sandbox',
        requests: local.requests,
        clock: systemClock,
        random,
      }),
    wallets: payer.wallets(),
    treasury: local.treasury,
    clock,
    random,
    locks: new LockTable().forTab(Symbol('tab')),
  });
}
const store = createStore({ name: 'payments-on-the-sandbox' });
const paid = (payments: Payments, id: string) =>
  new Promise<Order>((resolve) => {
    payments.watchOrder(id, ({ order }) => {
      if (isPaid(order)) resolve(order);
    });
  });

it(
  'pays on the real runtime, dies after sending, and is paid when opened again',
  { timeout: 30_000 },
  async () => {
    const scope = { profileId: 'guest', genesis: local.genesis };
    const before = local.node.chain.account(local.treasury, Infinity)?.lamports ?? 0n;
    let died = false;
    const first = open(() => died);
    const order = await first.startOrder({ plan: PLANS.basic, scope });
    const fee = await first.quote(order.id);
    expect((await first.pay(order.id)).state.kind).toBe('submitted');
    died = true;

    const second = open();
    await second.resume(local.genesis);
    const { state } = await paid(second, order.id);
    expect(state).toMatchObject({ proof: { lamports: order.price, fee, payer: payer.address } });
    expect((local.node.chain.account(local.treasury, Infinity)?.lamports ?? 0n) - before).toBe(
      order.price,
    );
    expect(
      sumCredits(await store.list('orders', scope), await store.list('ledger', scope)).available,
    ).toBe(PLANS.basic.avatars);
    expect(
      state.kind === 'finalized' &&
        (await store.paymentHolder(local.genesis, state.proof.signature)),
    ).toBe(order.id);
  },
);
