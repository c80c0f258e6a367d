import * as web3 from '@solana/web3.js';
import type { Connection } from '@solana/web3.js';
import { beforeEach, describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import type { Ask } from './connections.ts';
import { nothingSeen, search } from './find.ts';
import { lookupKey } from './lookup-key.ts';

const stage = chainStage();
const { local, payer, time } = stage;
const unused = () => Promise.resolve(false);
let reads = 0;
beforeEach(() => {
  reads = 0;
});

interface Page {
  readonly limit: number;
  readonly before?: string;
  readonly until?: string;
}

/** A freshly loaded page: it remembers nothing of earlier polls. */
const openPage = (rpc: readonly string[] = ['http://one']) =>
  stage.open(rpc, 'sandbox', (request) => {
    if (request.body.includes('"getTransaction"')) reads += 1;
    return local.requests.json(request);
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

describe('under an order’s reference', () => {
  const TWO = ['http://one', 'http://two'];
  const unfinished = { code: 'payment-search-unfinished' };
  const under = (n: number): string =>
    payer.land([stage.payOrder(1), payer.memo(`dust ${String(n)}`)]);
  const many = (count: number): string[] => Array.from({ length: count }, (_none, n) => under(n));
  const payment = (): string => payer.land([stage.payOrder()]);

  it('hides no payment from the last look before a second signature', async () => {
    many(31);
    const paid = payment();
    stage.finalize();
    const page = await openPage(TWO);
    await expect(page.findOnEach(stage.order, unused)).rejects.toMatchObject(unfinished);
    expect(await page.findOnEach(stage.order, unused)).toMatchObject({ signature: paid });
  });

  it('hides no payment from a poll, which says that it isn’t through', async () => {
    many(31);
    const paid = payment();
    stage.finalize();
    const page = await openPage();
    await expect(page.findByReference(stage.order, unused)).rejects.toMatchObject(unfinished);
    expect(await page.findByReference(stage.order, unused)).toMatchObject({ signature: paid });
  });

  it('hides no payment from a proof of expiry, and delays it only until it is read', async () => {
    many(31);
    const last = local.node.chain.top('processed');
    local.node.advance(200);
    const page = await openPage(TWO);
    const isProven = () => page.expiryProven(stage.order, undefined, last);
    expect([await isProven(), await isProven()]).toEqual([false, true]);
    payment();
    local.node.advance(40);
    expect([await isProven(), await isProven()]).toEqual([false, false]);
  });

  it('is read once by two RPCs, and never again after a reload', async () => {
    const dust = many(40);
    stage.finalize();
    let seen: string | undefined;
    const look = async (rpc: readonly string[]) => {
      const page = await openPage(rpc);
      reads = 0;
      const noted = { ...stage.order, ...(seen !== undefined && { referenceSeenUntil: seen }) };
      const onSeen = (signature: string) => (seen = signature);
      await page.findByReference(noted, unused, undefined, { onSeen }).catch(() => undefined);
      return [reads, seen];
    };
    expect(await look(TWO)).toEqual([60, dust[29]]);
    expect(await look(TWO)).toEqual([20, dust[39]]);
    expect(await look(TWO)).toEqual([0, dust[39]]);
  });

  it('too long a list for one look is never called empty by what was listed earlier', async () => {
    let newest = 3_500;
    const node = (async (call) => {
      const getSignaturesForAddress = (_key: unknown, { limit, before, until }: Page) => {
        const from = before === undefined ? newest : Number(before) - 1;
        return Promise.resolve(
          Array.from({ length: Math.min(limit, from - Number(until ?? 0)) }, (_none, n) => ({
            signature: String(from - n),
            slot: 1,
            err: null,
            memo: null,
          })),
        );
      };
      return call({ getSignaturesForAddress } as unknown as Connection, web3);
    }) satisfies Ask;
    const seen = nothingSeen();
    const look = () =>
      search({
        nodes: [node],
        each: [node],
        address: local.treasury,
        afterSlot: 0,
        seen,
        isSkipped: ({ signature }) => Number(signature) <= 3_500,
        read: (signature) => Promise.resolve({ found: signature }),
      });
    expect(await look()).toBe('unfinished');
    newest += 1;
    expect(await look()).toBe('unfinished');
    expect(await look()).toEqual({ found: '3501' });
  });

  it('reports a transfer that is too small after each reload', async () => {
    const small = payer.land([stage.payOrder(stage.price - 1)]);
    const later = under(1);
    stage.finalize();
    for (const _load of [1, 2]) {
      const page = await openPage();
      const reported: string[] = [];
      const moved: string[] = [];
      const look = () =>
        page.findByReference(stage.order, unused, undefined, {
          onLess: ({ signature }) => reported.push(signature),
          onSeen: (signature) => moved.push(signature),
        });
      await look();
      await look();
      expect(reported).toEqual([small]);
      expect(moved).not.toContain(later);
    }
  });

  it('costs the search for a paid order’s refund a few dozen reads, and none once it was seen', async () => {
    payment();
    stage.finalize();
    const found = await (await openPage()).findByReference(stage.order, unused);
    if (!found) throw new Error('not paid');
    const paid = { ...stage.order, state: { kind: 'finalized', proof: found } } as const;
    const dust = many(40);
    stage.finalize();
    let seen: string | undefined;
    const start = async () => {
      const page = await openPage();
      reads = 0;
      const noted = { ...paid, ...(seen !== undefined && { refundSeenUntil: seen }) };
      expect(await page.findRefund(noted, undefined, (at) => (seen = at))).toBeUndefined();
      return [reads, seen];
    };
    expect(await start()).toEqual([30, dust[29]]);
    expect(await start()).toEqual([10, dust[39]]);
    expect(await start()).toEqual([0, dust[39]]);
  });
});

it('comes last in a search for a wallet’s purchases', async () => {
  const order = local.order({ now: time.time });
  const key = lookupKey(payer.address);
  const early = payer.land([payer.transfer(1, local.treasury, key)]);
  const genuine = payer.land(payer.payment(order));
  const late = payer.land([payer.transfer(1, local.treasury, key), payer.memo('hello LK-1')]);
  stage.finalize();
  const chain = await openPage();
  expect(await chain.purchasesOf(payer.address)).toEqual([genuine, early, late]);
});
