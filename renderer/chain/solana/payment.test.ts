import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { lookupKey } from './lookup-key.ts';
import { parseTransaction } from './message.ts';
import { priorityPrice } from './payment.ts';

const stage = chainStage();
const { local, payer } = stage;
const unused = () => Promise.resolve(false);

describe('a payment on a real runtime', () => {
  it('is prepared, checked, sent, verified and found', async () => {
    const prepared = await stage.chain.preparePayment(stage.order, payer.address);
    const parsed = parseTransaction(prepared.transaction);
    expect(parsed.version).toBe('legacy');
    expect(parsed.writable.has(stage.order.reference)).toBe(false);
    const signed = payer.sign(prepared.transaction);
    const { signature, blockhash, fee } = stage.chain.checkSigned(
      stage.order,
      payer.address,
      signed,
    );
    expect(blockhash).toBe(prepared.blockhash);
    expect(fee).toBe(prepared.fee);

    const before = await stage.chain.balance(local.treasury);
    await stage.chain.broadcast(signed);
    await stage.chain.broadcast(signed);
    expect(await stage.chain.status(signature)).toMatchObject({
      kind: 'seen',
      commitment: 'processed',
      failed: false,
    });
    expect(await stage.chain.verify(stage.order, signature, 'reference')).toEqual({
      kind: 'not-yet',
    });
    expect(await stage.chain.findByReference(stage.order, unused)).toBeUndefined();
    stage.finalize();
    expect(await stage.chain.status(signature)).toMatchObject({ commitment: 'finalized' });
    expect((await stage.chain.balance(local.treasury)) - before).toBe(stage.order.price);
    const proof = {
      signature,
      payer: payer.address,
      treasury: local.treasury,
      lamports: stage.order.price,
      fee: prepared.fee,
    };
    expect(await stage.chain.verify(stage.order, signature, 'reference')).toMatchObject({
      kind: 'paid',
      proof,
    });
    expect(await stage.chain.findByReference(stage.order, unused)).toMatchObject(proof);
    // One address query under the payer's key finds it for a restore.
    expect(
      local.node.chain.naming(lookupKey(payer.address)).map((one) => one.transaction.id),
    ).toContain(signature);
  });

  it('is refused before the wallet opens when the money is short', async () => {
    const poor = Keypair.generate().publicKey.toBase58();
    await expect(stage.chain.preparePayment(stage.order, poor)).rejects.toMatchObject({
      code: 'insufficient-funds',
    });
    // Enough for the price, not for the fee; then enough for both but leaving dust that may not stay.
    local.node.chain.airdrop(poor, stage.price);
    local.node.advance(3);
    await expect(stage.chain.preparePayment(stage.order, poor)).rejects.toMatchObject({
      code: 'insufficient-funds',
    });
    local.node.chain.airdrop(poor, 500_000);
    local.node.advance(3);
    await expect(stage.chain.preparePayment(stage.order, poor)).rejects.toMatchObject({
      code: 'insufficient-funds',
    });
    local.node.chain.airdrop(poor, 1_000_000);
    local.node.advance(3);
    expect((await stage.chain.preparePayment(stage.order, poor)).fee).toBeGreaterThan(5_000n);
  });

  it('is refused on another chain', async () => {
    const elsewhere = { ...stage.order, genesis: Keypair.generate().publicKey.toBase58() };
    await expect(stage.chain.preparePayment(elsewhere, payer.address)).rejects.toMatchObject({
      code: 'payment-other-chain',
    });
    await expect((await stage.open(['http://one'], 'mainnet')).genesis()).rejects.toMatchObject({
      code: 'network-wrong',
    });
    const signature = payer.land([stage.pay(stage.price, local.treasury, stage.order.reference)]);
    stage.finalize();
    expect(await stage.chain.verify(elsewhere, signature, 'reference')).toEqual({
      kind: 'no-match',
      why: 'other-chain',
    });
  });

  it('offers what the network lately took to write to the treasury, within reason', async () => {
    const feeNow = async (): Promise<bigint> =>
      (await stage.chain.preparePayment(stage.order, payer.address)).fee;
    const calm = await feeNow();
    for (let slot = 0; slot < 150; slot += 1)
      payer.land([...stage.budget(400_000), stage.pay(1_000)]);
    const busy = await feeNow();
    expect(busy).toBeGreaterThan(calm);
    // Beside it the compute limit of the simulation, times 1.2: far below the 200,000 units a call gets otherwise.
    const limit = ((busy - 5_000n) * 1_000_000n) / 400_000n;
    expect(limit).toBeLessThan(100_000n);
    expect(priorityPrice([])).toBe(1_000n);
    expect(priorityPrice([0, 0, 0, 5_000])).toBe(5_000n);
    expect(priorityPrice([9_000_000_000])).toBe(1_000_000n);
  });
});
