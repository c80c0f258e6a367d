import { beforeEach, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import { PLANS } from '../../core/plans.ts';
import { createChain } from './index.ts';
import { lookupKey } from './lookup-key.ts';

const stage = chainStage();
const { local, payer, time, random } = stage;
const unused = () => Promise.resolve(false);
let reads = 0;
beforeEach(() => {
  reads = 0;
});

/** A freshly loaded page: it remembers nothing of earlier polls. */
const openPage = () =>
  createChain({
    rpc: ['http://one'],
    network: 'sandbox',
    clock: time.clock,
    random,
    requests: {
      ...local.requests,
      json(request) {
        if (request.body.includes('"getTransaction"')) reads += 1;
        return local.requests.json(request);
      },
    },
  });
const dust = (n: number): string => payer.land([stage.pay(1 + n), payer.memo(`dust ${String(n)}`)]);

it('costs a search for the manual amount a few dozen reads, and none once it was seen', async () => {
  const many = Array.from({ length: 70 }, (_none, n) => dust(n));
  const exact = payer.land([stage.pay(Number(stage.order.manualAmount))]);
  stage.finalize();
  const page = await openPage();
  let seen = '';
  const find = () =>
    page.findByAmount(stage.order, unused, undefined, (signature) => (seen = signature));
  expect(await find()).toBeUndefined();
  expect([reads, seen]).toEqual([30, many[29]]);
  expect(await find()).toBeUndefined();
  expect([reads, seen]).toEqual([60, many[59]]);
  expect(await find()).toMatchObject({ signature: exact });
  expect([reads, seen]).toEqual([71, many[69]]);

  // After a reload, storage holds how far the search got: one transaction is left.
  const reloaded = await openPage();
  reads = 0;
  const noted = { ...stage.order, amountSeenUntil: seen };
  expect(await reloaded.findByAmount(noted, unused)).toMatchObject({ signature: exact });
  expect(reads).toBe(1);
});

it('comes last in a search for a wallet’s purchases', async () => {
  const order = createOrder({
    plan: PLANS.basic,
    scope: { profileId: 'guest', genesis: local.genesis },
    treasury: local.treasury,
    slot: 1,
    now: time.time,
    random,
  });
  const key = lookupKey(payer.address);
  const early = payer.land([payer.transfer(1, local.treasury, key)]);
  const genuine = payer.land([
    payer.transfer(order.price, local.treasury, order.reference, key),
    payer.memo(order.id),
  ]);
  const late = payer.land([payer.transfer(1, local.treasury, key), payer.memo('hello LK-1')]);
  stage.finalize();
  const chain = await openPage();
  expect(await chain.purchasesOf(payer.address)).toEqual([genuine, early, late]);
});
