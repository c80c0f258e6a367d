import * as web3 from '@solana/web3.js';
import { expect, it } from 'vitest';

import { openConnections, type Ask } from '../renderer/chain/solana/connections.ts';
import { LikenessError } from '../renderer/core/errors.ts';
import type { Order, PaymentProof } from '../renderer/core/orders/order.ts';
import { chainStage } from '../tests/support/chain-stage.ts';
import { prepareRefund, type RefundRequest } from './refund-transaction.ts';

const stage = chainStage();
const { local, payer, time } = stage;

const ask = () =>
  openConnections(web3, ['http://one'], {
    requests: local.requests,
    clock: time.clock,
    chance: () => 0,
  }).any;
const prepare = (request: RefundRequest, each: readonly Ask[] = [ask()]) =>
  prepareRefund({ any: ask(), each }, local.treasury, request);
/** A node whose connection answers some calls by itself. */
const lying =
  (lies: object): Ask =>
  (call) =>
    ask()((connection, lib) =>
      call(Object.assign(Object.create(connection) as typeof connection, lies), lib),
    );
/** Signs a refund as the treasury, and sends it. */
const send = async ({ transaction }: Awaited<ReturnType<typeof prepare>>): Promise<void> => {
  transaction.sign([local.node.chain.identity.treasury]);
  await ask()((connection) => connection.sendRawTransaction(transaction.serialize()));
  stage.finalize();
};
const proofOf = (signature: string): PaymentProof => ({
  signature,
  slot: 0,
  blockTime: null,
  payer: payer.address,
  treasury: local.treasury,
  lamports: stage.order.price,
  fee: stage.order.price,
});
/** The refund that the app finds of the order, if this is the payment that it counts. */
const refundOf = (signature: string) =>
  stage.chain.findRefund({
    ...stage.order,
    state: { kind: 'finalized', proof: proofOf(signature) },
  });

it('prepares the transfer that the buyer’s app recognises, once, for a payment that is real', async () => {
  const { order } = stage;
  const payment = payer.land(payer.payment(order));
  const dust = payer.land([stage.pay(1_000_000, payer.address, order.reference)]);
  const request: RefundRequest = {
    order: order.id,
    payment,
    reference: order.reference,
    to: payer.address,
  };
  await expect(prepare(request)).rejects.toThrow('no finalized transaction');
  stage.finalize();
  await expect(prepare({ ...request, payment: dust })).rejects.toThrow('wrong-recipient');
  await expect(prepare({ ...request, order: 'LK-0123456789ABCDEFGHJK' })).rejects.toThrow(
    'other-order',
  );
  await expect(prepare({ ...request, to: 'nobody' })).rejects.toThrow('not a Solana address');

  const refund = await prepare(request);
  expect(refund).toMatchObject({ amount: order.price, paidAt: expect.any(Number) as number });
  expect(refund.link).toContain(`memo=refund%3A${order.id}`);
  await send(refund);
  const found = await refundOf(payment);
  expect(found).toMatchObject({ to: payer.address, lamports: order.price });
  expect(await stage.chain.purchasesOf(payer.address)).toContain(found?.signature);
  await expect(prepare(request)).rejects.toThrow('refunded already');

  // One operator's word isn't enough.
  const hiding = lying({ getSignaturesForAddress: () => Promise.resolve([]) });
  expect((await prepare(request, [hiding])).amount).toBe(order.price);
  await expect(prepare(request, [hiding, ask()])).rejects.toThrow('refunded already');
  const down: Ask = () => Promise.reject(new LikenessError('network-busy'));
  await expect(prepare(request, [hiding, down, ask()])).rejects.toThrow('refunded already');
  await expect(prepare(request, [down, hiding])).rejects.toMatchObject({ code: 'network-busy' });
  const blind = lying({ getTransaction: () => Promise.resolve(null) });
  await expect(prepare(request, [hiding, blind])).rejects.toThrow('no finalized transaction');
});

it('refunds a plain transfer once, whatever order and reference the requests name', async () => {
  const payment = payer.land([stage.pay()]);
  stage.finalize();
  const requestOf = ({ id, reference }: Order): RefundRequest => ({
    order: id,
    payment,
    reference,
    to: payer.address,
  });
  await send(await prepare(requestOf(stage.order)));
  await expect(prepare(requestOf(await stage.newOrder()))).rejects.toThrow('refunded already');
});

it('ends an order only with the payment that it counts', async () => {
  const { order } = stage;
  const first = payer.land(payer.payment(order));
  stage.finalize();
  const second = payer.land([...stage.budget(), ...payer.payment(order)]);
  stage.finalize();
  const request = { order: order.id, reference: order.reference, to: payer.address };
  await send(await prepare({ ...request, payment: second }));
  expect(await refundOf(first)).toBeUndefined();
  await send(await prepare({ ...request, payment: first }));
  expect(await refundOf(first)).toMatchObject({ lamports: order.price });
  expect((await refundOf(first))?.signature).not.toBe((await refundOf(second))?.signature);
});
