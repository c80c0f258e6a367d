import { describe, expect, it } from 'vitest';

import {
  beginOrder,
  SCOPE,
  type PaymentSimulation,
} from '../../../tests/support/payment-simulation.ts';
import { PAYER } from '../../../tests/support/scripted-chain.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { PLANS } from '../../core/plans.ts';
import { walletProfile } from '../../core/scope.ts';

const WALLET = { ...SCOPE, profileId: walletProfile(PAYER) };

/** What the page does when the visitor who sees the order connects a wallet. */
const connect = async (simulation: PaymentSimulation, shown?: string) =>
  (await simulation.tab(0)).startOrder({
    plan: PLANS.creator,
    scope: WALLET,
    ...(shown !== undefined && { shown }),
  });

describe('a visitor’s order, when a wallet connects', () => {
  it('goes along with its number, its amount and its reference', async () => {
    const { simulation, payments, id } = await beginOrder();
    const shown = await payments.showAmount(id);
    const seen: string[] = [];
    payments.watchOrder(id, (watch) => seen.push(watch.order.profileId));
    await settle();
    const order = await connect(simulation, id);
    await settle();
    expect(new Set(seen)).toEqual(new Set([SCOPE.profileId, WALLET.profileId]));
    expect(order).toEqual({ ...shown, profileId: WALLET.profileId });
    expect(simulation.orders).toEqual([order]);
    // The other tab does the same.
    expect(
      await simulation.open(1).startOrder({ plan: PLANS.creator, scope: WALLET, shown: id }),
    ).toEqual(order);
    expect(await connect(simulation)).toEqual(order);
  });

  it('goes before an older unpaid one of the wallet', async () => {
    const { simulation, id } = await beginOrder();
    const older = await connect(simulation);
    expect(older.id).not.toBe(id);
    expect((await connect(simulation, id)).id).toBe(id);
  });

  for (const when of ['before', 'after'] as const)
    it(`is paid by a transfer of its amount that was sent ${when} that`, async () => {
      const { simulation, payments, id, order } = await beginOrder();
      await payments.showAmount(id);
      if (when === 'before') simulation.chain.transfer(order.manualAmount);
      await connect(simulation, id);
      if (when === 'after') simulation.chain.transfer(order.manualAmount);
      await simulation.comeToRest();
      expect(simulation.faults()).toEqual([]);
      expect(simulation.order(id)).toMatchObject({
        profileId: WALLET.profileId,
        state: { kind: 'finalized' },
      });
    });

  it('stays with the visitor once somebody has begun to pay it', async () => {
    const { simulation, payments, id } = await beginOrder();
    const paying = payments.pay(id);
    await settle();
    const own = await connect(simulation, id);
    expect(own.id).not.toBe(id);
    await simulation.answerWallet('sign');
    await paying;
    await simulation.comeToRest();
    expect(simulation.faults()).toEqual([]);
    expect(simulation.order(id)).toMatchObject({
      profileId: SCOPE.profileId,
      state: { kind: 'finalized' },
    });
  });

  it('stays with the visitor if it is of another plan, of another chain or a day old', async () => {
    const { simulation, payments, id } = await beginOrder();
    const basic = await payments.startOrder({ plan: PLANS.basic, scope: WALLET, shown: id });
    expect(basic.id).not.toBe(id);
    await expect(
      payments.startOrder({
        plan: PLANS.creator,
        scope: { ...WALLET, genesis: 'another' },
        shown: id,
      }),
    ).rejects.toMatchObject({ code: 'payment-other-chain' });
    await simulation.time.pass(24 * 60 * 60 * 1_000);
    expect((await connect(simulation, id)).id).not.toBe(id);
    expect(simulation.order(id).profileId).toBe(SCOPE.profileId);
  });

  it('never takes another wallet’s order', async () => {
    const { simulation, payments } = await beginOrder();
    const other = { ...SCOPE, profileId: walletProfile('another') };
    const theirs = await payments.startOrder({ plan: PLANS.creator, scope: other });
    expect((await connect(simulation, theirs.id)).id).not.toBe(theirs.id);
    expect(simulation.order(theirs.id)).toEqual(theirs);
  });

  it(
    'survives a crash at every single await: in one library, paid once, nothing lost',
    { timeout: 60_000 },
    async () => {
      let crashes = 0;
      const owners = new Set<string>();
      for (let steps = 0; ; steps += 1) {
        const { simulation, payments, id, order } = await beginOrder();
        await payments.showAmount(id);
        // On its way while the wallet connects.
        simulation.chain.transfer(order.manualAmount);
        const [tab] = simulation.tabs;
        if (tab) tab.life = steps;
        await Promise.race([connect(simulation, id), settle()]);
        const crashed = tab?.dead === true;
        expect(simulation.orders.map((one) => one.id)).toEqual([id]);
        owners.add(simulation.order(id).profileId);
        await simulation.comeToRest();
        expect(simulation.faults(), `after ${steps} awaits`).toEqual([]);
        expect(simulation.order(id).state.kind).toBe('finalized');
        if (!crashed) break;
        crashes += 1;
      }
      expect(crashes).toBe(3);
      expect(owners).toEqual(new Set([SCOPE.profileId, WALLET.profileId]));
    },
  );
});
