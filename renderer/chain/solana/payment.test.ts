import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import { lookupKey } from './lookup-key.ts';
import { parseTransaction } from './message.ts';
import { priorityPrice } from './payment.ts';

const stage = chainStage();
const { local, payer } = stage;
const unused = () => Promise.resolve(false);

describe('a payment on a real runtime', () => {
  it('is prepared, checked, sent, verified and found', async () => {
    const prepared = await stage.prepare();
    const parsed = parseTransaction(prepared.transaction);
    expect(parsed.version).toBe('legacy');
    expect(parsed.writable.has(stage.order.reference)).toBe(false);
    const signed = payer.sign(prepared.transaction);
    const { signature, blockhash } = stage.chain.checkSigned(stage.order, payer.address, signed);
    expect(blockhash).toBe(prepared.blockhash);
    const { fee } = await stage.chain.paymentCost(stage.order, payer.address);

    const balance = () => local.node.chain.account(local.treasury, Infinity)?.lamports ?? 0n;
    const before = balance();
    await stage.chain.broadcast(signed);
    await stage.chain.broadcast(signed);
    for (const commitment of ['processed', 'confirmed']) {
      expect(await stage.chain.status(signature)).toMatchObject({
        kind: 'seen',
        commitment,
        failed: false,
      });
      expect(await stage.chain.verify(stage.order, signature, 'reference')).toEqual({
        kind: 'not-yet',
      });
      expect(await stage.chain.findByReference(stage.order, unused)).toBeUndefined();
      local.node.advance(2);
    }
    stage.finalize();
    expect(await stage.chain.status(signature)).toMatchObject({ commitment: 'finalized' });
    expect(balance() - before).toBe(stage.order.price);
    const proof = {
      signature,
      payer: payer.address,
      treasury: local.treasury,
      lamports: stage.order.price,
      fee,
    };
    expect(await stage.chain.verify(stage.order, signature, 'reference')).toMatchObject({
      kind: 'paid',
      proof,
    });
    expect(await stage.chain.findByReference(stage.order, unused)).toMatchObject(proof);
    // A restore finds it with one address query under the payer's key.
    expect(
      local.node.chain.naming(lookupKey(payer.address)).map((one) => one.transaction.id),
    ).toContain(signature);
  });

  it('is refused before the wallet opens when the money is short', async () => {
    const poor = Keypair.generate().publicKey.toBase58();
    expect(await codeOf(stage.chain.paymentCost(stage.order, poor))).toBe('insufficient-funds');
    // First enough for the price but not the fee; then enough for both, but with less than the rent
    // left over.
    local.node.chain.airdrop(poor, stage.price);
    local.node.advance(3);
    expect(await codeOf(stage.chain.paymentCost(stage.order, poor))).toBe('insufficient-funds');
    local.node.chain.airdrop(poor, 500_000);
    local.node.advance(3);
    expect(await codeOf(stage.chain.paymentCost(stage.order, poor))).toBe('insufficient-funds');
    local.node.chain.airdrop(poor, 1_000_000);
    local.node.advance(3);
    expect((await stage.chain.paymentCost(stage.order, poor)).fee).toBeGreaterThan(5_000n);
  });

  it('is refused before the wallet opens when the chain refuses it for no reason that has words', async () => {
    const chain = await stage.open(['http://one'], 'sandbox', async (request) => {
      const answer = await local.requests.json(request);
      const asked = JSON.parse(request.body) as { id: unknown; method?: string };
      if (asked.method !== 'simulateTransaction') return answer;
      const value = { err: { InstructionError: [2, 'InvalidInstructionData'] }, logs: [] };
      const result = { context: { slot: 1 }, value };
      return { ...answer, text: JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }) };
    });
    expect(await codeOf(chain.paymentCost(stage.order, payer.address))).toBe('payment-failed');
  });

  it('asks for the genesis once, and for a new blockhash when it is paid', async () => {
    const { asked } = local;
    const from = asked.length;
    const cost = await stage.chain.paymentCost(stage.order, payer.address);
    const toQuote = asked.length;
    const first = await stage.chain.preparePayment(stage.order, payer.address, cost);
    const toPay = asked.slice(toQuote);
    local.node.advance(3);
    const second = await stage.chain.preparePayment(stage.order, payer.address, cost);
    expect(asked.slice(from, toQuote).filter((one) => one === 'getGenesisHash')).toHaveLength(1);
    expect(asked.slice(from, toQuote)).not.toContain('getLatestBlockhash');
    expect(toPay).toEqual(['getLatestBlockhash', 'getBlockHeight']);
    expect(second.blockhash).not.toBe(first.blockhash);
  });

  it('is refused on another chain', async () => {
    const elsewhere = { ...stage.order, genesis: Keypair.generate().publicKey.toBase58() };
    expect(await codeOf(stage.chain.paymentCost(elsewhere, payer.address))).toBe(
      'payment-other-chain',
    );
    expect(await codeOf((await stage.open(['http://one'], 'mainnet')).genesis())).toBe(
      'network-wrong',
    );
    const signature = payer.land([stage.payOrder()]);
    stage.finalize();
    expect(await stage.chain.verify(elsewhere, signature, 'reference')).toEqual({
      kind: 'no-match',
      why: 'other-chain',
    });
  });

  it('offers the fee recently paid to write to the treasury, within limits', async () => {
    const feeNow = async (): Promise<bigint> =>
      (await stage.chain.paymentCost(stage.order, payer.address)).fee;
    const calm = await feeNow();
    for (let slot = 0; slot < 150; slot += 1)
      payer.land([...stage.budget(400_000), stage.pay(1_000)]);
    const busy = await feeNow();
    expect(busy).toBeGreaterThan(calm);
    // The compute limit is 1.2 × what the simulation used: far below the default of 200,000 units
    // per instruction.
    const limit = ((busy - 5_000n) * 1_000_000n) / 400_000n;
    expect(limit).toBeLessThan(100_000n);
    expect(priorityPrice([])).toBe(1_000n);
    expect(priorityPrice([0, 0, 0, 5_000])).toBe(5_000n);
    expect(priorityPrice([9_000_000_000])).toBe(1_000_000n);
  });
});
