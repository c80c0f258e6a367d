import { describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { LocalPayer } from '../../../tests/support/local-payer.ts';
import { LockTable } from '../../../tests/support/memory-locks.ts';
import { emptyStorage, memoryStore, rowsIn } from '../../../tests/support/memory-store.ts';
import { lookupKey } from '../../chain/solana/lookup-key.ts';
import { ledgerRow, sumCredits, type LedgerEntry } from '../../core/credits.ts';
import { errorCode } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { readReceipt, writeReceipt } from '../../core/orders/receipt.ts';
import { refundMemo } from '../../core/orders/refund.ts';
import { isPaid, refundOf } from '../../core/orders/selectors.ts';
import { PLANS } from '../../core/plans.ts';
import { walletProfile } from '../../core/scope.ts';
import type { Chain } from '../../ports/chain.ts';
import type { PayingWallets } from './contract.ts';
import type { RestoreProgress } from './restore.ts';
import { createPayments } from './service.ts';

const stage = chainStage();
const { local, payer, time, random } = stage;
const scope = { profileId: walletProfile(payer.address), genesis: local.genesis };

/** A device that has nothing but this app. */
function device(chain: Chain = stage.chain, buyer = payer.address) {
  const storage = emptyStorage();
  const store = memoryStore(storage);
  const payments = createPayments({
    store,
    chain: () => Promise.resolve(chain),
    wallets: {} as PayingWallets, // Nothing here asks a wallet.
    treasury: local.treasury,
    clock: time.clock,
    random,
    locks: new LockTable().forTab(Symbol('tab')),
  });
  const seen: RestoreProgress[] = [];
  const restore = (signal = new AbortController().signal) =>
    payments.restore({
      payer: buyer,
      scope,
      signal,
      onProgress: (progress) => seen.push(progress),
    });
  const orders = () => rowsIn(storage, 'orders');
  const credits = () => sumCredits(orders(), rowsIn(storage, 'ledger'));
  return { payments, store, restore, orders, credits, seen };
}

const newOrder = (plan: keyof typeof PLANS): Order =>
  local.order({ plan: PLANS[plan], scope, now: time.time });

/** Lands what a wallet's payment of a new order would look like. */
function buy(plan: keyof typeof PLANS): Order {
  const order = newOrder(plan);
  payer.land([...stage.budget(), ...payer.payment(order)]);
  return order;
}

const receiptOf = async (order: Order): Promise<string> => {
  const proof = await stage.chain.findByReference(order, () => Promise.resolve(false));
  return writeReceipt(proof ? { ...order, state: { kind: 'finalized', proof } } : order);
};

describe('an empty device', () => {
  it('gets back everything that the wallet bought, once, and skips what isn’t a purchase', async () => {
    const bought = [buy('basic'), buy('pro')];
    const stranger = newOrder('creator');
    payer.land(payer.payment(stranger, payer.address));
    payer.land([payer.transfer(1, local.treasury, lookupKey(payer.address)), payer.memo('dust')]);
    payer.land([
      payer.transfer(
        777_000_000,
        local.treasury,
        newOrder('pro').reference,
        lookupKey(payer.address),
      ),
      payer.memo(newOrder('pro').id),
    ]);
    stage.finalize();

    const { restore, orders, credits, seen } = device();
    const { found, known } = await restore();
    expect([found.map(({ id }) => id).toSorted(), known]).toEqual([
      bought.map(({ id }) => id).toSorted(),
      0,
    ]);
    expect(orders().every(isPaid)).toBe(true);
    expect(orders().find(({ plan }) => plan === 'pro')).toMatchObject({
      credits: 11_200,
      reference: bought[1]?.reference,
      profileId: scope.profileId,
    });
    expect(credits().available).toBe(12_200);
    expect(seen.at(-1)).toMatchObject({ done: 4, all: 4, found: 2 });
    expect(await restore()).toEqual({ found: [], known: 2, left: 0 });
    expect(credits().granted).toBe(12_200);
  });

  it('keeps what was found when cancelled, and continues from there', async () => {
    buy('creator');
    stage.finalize();
    const { restore, credits, seen } = device();
    const cancelled = new AbortController();
    const first = restore(cancelled.signal);
    cancelled.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen.every(({ found }) => found === 0)).toBe(true);
    await restore();
    expect(credits().available).toBe(1_000 + 11_200 + 5_300);
  });

  it('doesn’t count an order again that it already has, paid or not', async () => {
    const { payments, restore, credits, store } = device();
    const before = credits().granted;
    const order = newOrder('basic');
    await store.write([{ table: 'orders', put: order }]);
    payer.land(payer.payment(order));
    stage.finalize();
    await restore();
    expect((await store.get('orders', order.id))?.state.kind).toBe('finalized');
    const granted = credits().granted;
    await payments.resume(local.genesis);
    await time.pass(60_000);
    await restore();
    expect(credits().granted).toBe(granted);
    expect(granted).toBeGreaterThan(before);
  });

  it('takes back the unspent credits of a refunded order', async () => {
    const order = buy('basic');
    stage.finalize();
    stage.refund(order);
    stage.finalize();
    const { restore, orders, credits, seen } = device();
    await restore();
    expect(refundOf(orders().find(({ id }) => id === order.id) ?? order)).toMatchObject({
      lamports: order.price,
      to: payer.address,
    });
    expect(credits().available).toBe(credits().granted - 1_000);
    expect(seen.at(-1)?.done).toBe(seen.at(-1)?.all);
  });

  it('passes over the refund of a second payment, and of an order that isn’t here', async () => {
    const order = buy('basic');
    stage.finalize();
    const second = payer.land([...stage.budget(), ...payer.payment(order)]);
    stage.finalize();
    stage.refund(order, second);
    stage.refund(newOrder('pro'));
    stage.finalize();
    const { restore, orders } = device();
    await restore();
    const restored = orders().find(({ id }) => id === order.id);
    expect(restored && isPaid(restored)).toBe(true);
    expect(restored && refundOf(restored)).toBeUndefined();
  });
});

describe('a refund', () => {
  it('is noticed at the next start, and leaves what was made with the credits', async () => {
    const order = buy('basic');
    stage.finalize();
    const { payments, store } = device();
    await payments.importReceipt(await receiptOf(order), scope);
    const row = (kind: 'reserve' | 'consume') =>
      ledgerRow(scope, kind, `${kind}:a`, 'batch', 1, 400);
    await store.write([
      { table: 'ledger', put: row('reserve') },
      { table: 'ledger', put: row('consume') },
    ]);
    stage.refund(order);
    stage.finalize();
    await payments.resume(local.genesis);
    await time.pass(60_000);
    const ledger = await store.list('ledger', scope);
    expect(sumCredits(await store.list('orders', scope), ledger)).toMatchObject({
      available: 0,
      spent: 400,
    });
    expect(ledger.find(({ kind }) => kind === 'refund')).toMatchObject({ amount: 600 });
    await payments.resume(local.genesis);
    await time.pass(60_000);
    expect(await store.list('ledger', scope)).toEqual(ledger);
  });

  it('gives nothing back if its row came from a backup and the chain confirms the order', async () => {
    const order = newOrder('basic');
    const signature = payer.land(payer.payment(order));
    stage.refund(order);
    stage.finalize();
    const { payments, store, orders, credits } = device();
    const row = (kind: LedgerEntry['kind'], amount: number, cause: string) =>
      ledgerRow(scope, kind, `${kind}:${cause}`, cause, 1, amount);
    await store.write([
      { table: 'orders', put: { ...order, state: { kind: 'manual', since: 1, signature } } },
      { table: 'ledger', put: row('reserve', 400, 'batch') },
      { table: 'ledger', put: row('consume', 400, 'batch') },
      { table: 'ledger', put: row('refund', 600, order.id) },
    ]);
    await payments.resume(local.genesis);
    await time.pass(60_000);
    expect(refundOf(orders()[0] ?? order)).toMatchObject({ lamports: order.price });
    expect(credits()).toMatchObject({ granted: 1_000, spent: 400, available: 0 });
  });

  it('doesn’t count if somebody else sends it', async () => {
    const order = buy('basic');
    payer.land([
      payer.transfer(5_000_000, payer.address, order.reference),
      payer.memo(refundMemo(order.id)),
    ]);
    stage.finalize();
    expect(await stage.chain.findRefund(order)).toBeUndefined();
  });
});

describe('a receipt', () => {
  it('restores the purchase on another device, once', async () => {
    const order = buy('creator');
    stage.finalize();
    const text = await receiptOf(order);
    const { payments, credits } = device();
    expect(await payments.importReceipt(text, scope)).toMatchObject({
      isNew: true,
      order: { id: order.id, plan: 'creator' },
    });
    expect(await payments.importReceipt(text, scope)).toMatchObject({ isNew: false });
    expect(credits().granted).toBe(5_300);
    expect(text).not.toContain('profileId');
  });

  it('restores a manual payment, too', async () => {
    const order = { ...newOrder('basic'), sinceSlot: await stage.chain.slot() };
    local.node.advance(2);
    const signature = payer.land([payer.transfer(order.manualAmount, local.treasury)]);
    stage.finalize();
    const verdict = await stage.chain.verify(order, signature, 'amount');
    if (verdict.kind !== 'paid') throw new Error(verdict.kind);
    const text = writeReceipt({ ...order, state: { kind: 'finalized', proof: verdict.proof } });
    const { payments, credits } = device();
    expect(await payments.importReceipt(text, scope)).toMatchObject({ isNew: true });
    expect(credits().granted).toBe(1_000);
    // The same transfer, presented as another order's.
    const twin = text.replaceAll(order.id, newOrder('basic').id);
    expect(await payments.importReceipt(twin, scope).catch(errorCode)).toBe('payment-already-used');
  });

  const put = (from: string, to: string) => (text: string) => text.replaceAll(from, to);
  it.each<[string, string, (text: string) => string]>([
    ['no receipt', 'receipt-unreadable', () => 'hello'],
    ['another program’s file', 'receipt-unreadable', () => '{"format":"other","version":1}'],
    ['a torn one', 'receipt-unreadable', (text) => text.slice(0, -40)],
    ['one with a field too many', 'receipt-unreadable', put('"plan"', '"bonus": 1, "plan"')],
    ['a dearer plan', 'receipt-changed', put('"plan": "basic"', '"plan": "pro"')],
    ['more credits', 'receipt-changed', put('"credits": 1000', '"credits": 9000')],
    ['another treasury', 'receipt-changed', put(local.treasury, payer.address)],
    ['another chain', 'receipt-other-chain', put(local.genesis, payer.address)],
  ])('is refused with its sentence: %s', async (_, code, spoil) => {
    const order = buy('basic');
    stage.finalize();
    const text = await receiptOf(order);
    expect(spoil(text)).not.toBe(text);
    const { payments, credits } = device();
    await expect(payments.importReceipt(spoil(text), scope)).rejects.toMatchObject({ code });
    expect(credits().granted).toBe(0);
    expect(readReceipt(text, scope, local.treasury).id).toBe(order.id);
  });
});

describe('many purchases', { timeout: 60_000 }, () => {
  function buyerOf(count: number): LocalPayer {
    const buyer = new LocalPayer(local, 2 * count);
    for (let n = 0; n < count; n += 1) buyer.land(buyer.payment(newOrder('basic')));
    stage.finalize();
    return buyer;
  }
  /** Restores them over two nodes; `spoil` changes what the first says to a batch. */
  async function restored({ address }: LocalPayer, spoil: (answers: unknown[]) => unknown) {
    const chain = await stage.open(['http://one', 'http://two'], 'sandbox', async (request) => {
      const answer = await local.requests.json(request);
      if (!request.url.startsWith('http://one') || !request.body.startsWith('[')) return answer;
      return { ...answer, text: JSON.stringify(spoil(JSON.parse(answer.text) as unknown[])) };
    });
    local.asked.length = 0;
    const { restore, credits } = device(chain, address);
    const { found } = await restore();
    return { found: found.length, granted: credits().granted, calls: local.asked.length };
  }

  it('take at most 24 requests for 120, and two nodes have to agree on each', async () => {
    const buyer = buyerOf(120);
    const { calls, ...back } = await restored(buyer, (answers) => answers.toReversed());
    expect(back).toEqual({ found: 120, granted: 120_000 });
    expect(calls).toBeLessThanOrEqual(24);
    const failed = (answers: unknown[]): unknown =>
      JSON.parse(JSON.stringify(answers).replaceAll('"err":null', '"err":"none"'));
    await expect(restored(buyer, failed)).rejects.toMatchObject({ code: 'network-differs' });
  });

  it('come back from a node that refuses batches, too', async () => {
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } };
    const back = await restored(buyerOf(60), () => refusal);
    expect(back).toMatchObject({ found: 60, granted: 60_000 });
  });
});

it.each(['is down', 'lags'] as const)(
  'a purchase comes back while the second RPC %s',
  async (how) => {
    const buyer = new LocalPayer(local, 10);
    buyer.land(buyer.payment(newOrder('basic')));
    stage.finalize();
    let reads = 0;
    const chain = await stage.open(['http://one', 'http://two'], 'sandbox', async (request) => {
      const answer = await local.requests.json(request);
      if (request.url.startsWith('http://one')) return answer;
      if (how === 'is down') return { status: 403, text: '' };
      if (!request.body.includes('"getTransaction"') || ++reads > 1) return answer;
      const said = JSON.parse(answer.text) as object;
      return { ...answer, text: JSON.stringify({ ...said, result: null }) };
    });
    const { restore, credits } = device(chain, buyer.address);
    const restored = restore();
    await time.pass(61_000);
    expect([(await restored).found.length, credits().granted]).toEqual([1, 1_000]);
  },
);

it('a search reads a limited number of a stranger’s transactions, and the next one continues', async () => {
  let reads = 0;
  const signatures = Array.from({ length: 620 }, (_none, n) => `dust ${String(n)}`);
  const chain = {
    genesis: () => Promise.resolve(local.genesis),
    purchasesOf: () => Promise.resolve(signatures),
    readPurchase() {
      reads += 1;
      return Promise.resolve(undefined);
    },
  } as unknown as Chain;
  const { restore } = device(chain);
  expect(await restore()).toEqual({ found: [], known: 0, left: 120 });
  expect(reads).toBe(500);
  expect(await restore()).toEqual({ found: [], known: 0, left: 0 });
  expect(reads).toBe(620);
});
