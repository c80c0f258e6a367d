import * as web3 from '@solana/web3.js';
import { expect, it } from 'vitest';

import { openConnections } from '../renderer/chain/solana/connections.ts';
import { chainStage } from '../tests/support/chain-stage.ts';
import { prepareRefund, type RefundRequest } from './refund-transaction.ts';

const stage = chainStage();
const { local, payer, time } = stage;

it('prepares the transfer that the buyer’s app recognises, once, for a payment that is real', async () => {
  const { any: ask } = openConnections(web3, ['http://one'], {
    requests: local.requests,
    clock: time.clock,
    chance: () => 0,
  });
  const prepare = (request: RefundRequest) => prepareRefund(ask, local.treasury, request);
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

  const { transaction, amount, link } = await prepare(request);
  expect(amount).toBe(order.price);
  expect(link).toContain(`memo=refund%3A${order.id}`);
  transaction.sign([local.node.chain.identity.treasury]);
  await ask((connection) => connection.sendRawTransaction(transaction.serialize()));
  stage.finalize();
  const proof = {
    signature: payment,
    slot: 0,
    blockTime: null,
    payer: payer.address,
    treasury: local.treasury,
    lamports: amount,
    fee: amount,
  };
  const refund = await stage.chain.findRefund({ ...order, state: { kind: 'finalized', proof } });
  expect(refund).toMatchObject({ to: payer.address, lamports: order.price });
  expect(await stage.chain.purchasesOf(payer.address)).toContain(refund?.signature);
  await expect(prepare(request)).rejects.toThrow('refunded already');
});
