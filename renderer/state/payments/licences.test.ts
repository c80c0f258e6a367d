import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { finalized, paidOrder } from '../../../tests/support/paid-order.ts';
import { lookupKey } from '../../chain/solana/lookup-key.ts';
import { encodeBase58 } from '../../core/base58.ts';
import { licenceOf, type LicencePayment } from '../../core/licence.ts';
import type { PurchaseRecord } from '../../ports/chain.ts';
import { checkLicence, type ReadBefore } from './licences.ts';

const network = encodeBase58(new Uint8Array(32).fill(3));
const order = paidOrder({ profileId: 'guest', genesis: network }, 'LK-01K00000000000000000');
const { proof } = finalized(order);
const licence = licenceOf({ orders: [order], avatars: [], network, now: 5 });
if (!licence) throw new Error('no licence');

const found: PurchaseRecord = {
  kind: 'payment',
  orderId: order.id,
  reference: order.reference,
  proof,
};
/** A chain that has this payment. */
const chain = (
  change: Partial<Parameters<typeof checkLicence>[0]> = {},
): Parameters<typeof checkLicence>[0] => ({
  genesis: () => Promise.resolve(network),
  readPurchase: (signature, payer, treasury) =>
    Promise.resolve(
      signature === proof.signature && payer === proof.payer && treasury === order.treasury
        ? found
        : undefined,
    ),
  verify: () => Promise.resolve({ kind: 'no-match', why: 'other-order' }),
  purchasesOf: () => Promise.resolve([]),
  ...change,
});
const check = (on: ReturnType<typeof chain>, change: object = {}) =>
  checkLicence(on, { ...licence, ...change }, order.treasury);
const [payment] = licence.payments;

describe('a licence on the chain', () => {
  it('is confirmed by a payment of that wallet, for that order, of that plan', async () => {
    expect(await check(chain())).toEqual(['paid']);
  });

  it('isn’t confirmed by one of another wallet, order, transaction or plan', async () => {
    for (const other of [
      { wallet: encodeBase58(new Uint8Array(32).fill(1)) },
      { order: 'LK-2' },
      { transaction: encodeBase58(new Uint8Array(64).fill(1)) },
      { plan: order.plan === 'pro' ? 'Basic' : 'Pro' },
    ])
      expect(await check(chain(), { payments: [{ ...payment, ...other }] })).toEqual(['unknown']);
  });

  it('has ended if the payment was refunded', async () => {
    const back = { signature: 's', slot: proof.slot + 1, blockTime: null, to: proof.payer };
    const refundOf = (orderId: string): PurchaseRecord => ({
      kind: 'refund',
      orderId,
      refund: { ...back, lamports: order.price },
    });
    const on = (orderId: string) =>
      chain({
        purchasesOf: () => Promise.resolve([proof.signature, 's']),
        readPurchase: (signature) => Promise.resolve(signature === 's' ? refundOf(orderId) : found),
      });
    expect(await check(on(order.id))).toEqual(['refunded']);
    // The chain names this payment's order, so another one's refund isn't its own.
    expect(await check(on('LK-01K00000000000000001'))).toEqual(['paid']);
  });

  it('isn’t looked up if it is of another network', async () => {
    const other = encodeBase58(new Uint8Array(32).fill(4));
    expect(await check(chain({ genesis: () => Promise.resolve(other) }))).toBe('other-network');
  });

  it('rejects if the network can’t be reached', async () => {
    const down = new Error('down');
    await expect(check(chain({ readPurchase: () => Promise.reject(down) }))).rejects.toBe(down);
  });
});

describe('a licence whose payment names no order on the chain', () => {
  const stage = chainStage();
  const { local, payer } = stage;

  /** A licence's entry for the test order, paid by this transaction. */
  const payment = (transaction: string, change: Partial<LicencePayment> = {}): LicencePayment => ({
    order: stage.order.id,
    plan: 'Basic',
    wallet: payer.address,
    transaction,
    reference: stage.order.reference,
    ...change,
  });
  const look = async (read: ReadBefore, ...payments: LicencePayment[]) => {
    stage.finalize();
    const licence = { network: local.genesis, payments };
    return checkLicence(stage.chain, licence, local.treasury, read);
  };
  const word = (...payments: LicencePayment[]) => look(new Map(), ...payments);
  /** A stranger's transactions under the wallet's key. */
  const dust = (count: number): void => {
    const to = Keypair.generate().publicKey.toBase58();
    for (let n = 0; n < count; n += 1)
      payer.land([stage.pay(1_000_000 + n, to, lookupKey(payer.address))]);
  };

  it('is confirmed if it was sent manually', async () => {
    const transfer = payer.land([stage.pay(Number(stage.order.manualAmount))]);
    expect(await word(payment(transfer))).toEqual(['paid']);
  });

  it('is confirmed if it was paid by QR code, which names only the order’s key', async () => {
    const transfer = payer.land([stage.payOrder()]);
    const other = await stage.newOrder();
    expect(
      await word(payment(transfer), payment(transfer, { reference: other.reference })),
    ).toEqual(['paid', 'unknown']);
  });

  it('isn’t confirmed by another wallet’s transfer, too small a one, or one for a more expensive plan', async () => {
    const enough = payer.land([stage.pay(Number(stage.order.manualAmount))]);
    const short = payer.land([stage.pay(stage.price - 1)]);
    expect(
      await word(
        payment(enough, { wallet: encodeBase58(new Uint8Array(32).fill(1)) }),
        payment(enough, { plan: 'Pro' }),
        payment(enough, { order: 'LK-2' }),
        payment(short),
      ),
    ).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  });

  it('isn’t confirmed by a payment that names another order', async () => {
    const other = await stage.newOrder();
    const named = payer.land([stage.pay(), payer.memo(other.id)]);
    expect(await word(payment(named))).toEqual(['unknown']);
  });

  it('has ended if the price was refunded', async () => {
    const transfer = payer.land([stage.pay(Number(stage.order.manualAmount))]);
    stage.refund(stage.order);
    expect(await word(payment(transfer))).toEqual(['refunded']);
  });

  it('has ended under any other order’s name, too', async () => {
    const transfer = payer.land([stage.pay(Number(stage.order.manualAmount))]);
    stage.refund(stage.order);
    const forged = payment(transfer, { order: 'LK-01K00000000000000000' });
    expect(await word(payment(transfer), forged)).toEqual(['refunded', 'refunded']);
  });

  it('is confirmed if the refund was of an earlier transfer, or of a wallet’s payment', async () => {
    payer.land([stage.pay(Number(stage.order.manualAmount))]);
    stage.refund(stage.order);
    const other = await stage.newOrder();
    const again = payer.land([stage.pay(Number(other.manualAmount))]);
    expect(await word(payment(again, { order: other.id }))).toEqual(['paid']);

    const third = await stage.newOrder();
    payer.land(payer.payment(third));
    stage.refund(third);
    expect(await word(payment(again, { order: other.id }))).toEqual(['paid']);
    // A second refund of that order pays back something else.
    stage.refund(third);
    expect(await word(payment(again, { order: other.id }))).toEqual(['refunded']);
  });

  it('is neither confirmed nor refuted by a stranger’s dust: the check goes on', async () => {
    const transfer = payer.land([stage.pay(Number(stage.order.manualAmount))]);
    dust(61);
    const read: ReadBefore = new Map();
    expect(await look(read, payment(transfer))).toEqual(['unfinished']);
    expect(await look(read, payment(transfer))).toEqual(['paid']);
    stage.refund(stage.order);
    expect(await look(read, payment(transfer))).toEqual(['refunded']);
  });
});
