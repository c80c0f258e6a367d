import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localNode, type LocalNode } from '../../../tests/support/sandbox-node.ts';
import { LocalPayer } from '../../../tests/support/local-payer.ts';
import { VirtualClock } from '../../../tests/support/virtual-clock.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { PLANS } from '../../core/plans.ts';
import type { Chain } from '../../ports/chain.ts';
import { createChain } from './index.ts';
import { lookupKey } from './lookup-key.ts';
import { parseTransaction } from './message.ts';

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const unused = () => Promise.resolve(false);
let local: LocalNode;
let payer: LocalPayer;
let chain: Chain;
let order: Order;
const time = new VirtualClock();

const open = (rpc = ['http://one'], network: 'sandbox' | 'mainnet' = 'sandbox') =>
  createChain({ rpc, network, requests: local.requests, clock: time.clock, random });

beforeAll(async () => {
  local = localNode();
  payer = new LocalPayer(local, 1_000);
  chain = await open();
});
afterAll(() => local.remove());
beforeEach(async () => {
  order = createOrder({
    plan: PLANS.basic, scope: { profileId: 'guest', genesis: local.genesis }, treasury: local.treasury,
    slot: await chain.slot(), now: time.time, random,
  });
  local.node.advance(3);
});

const price = () => Number(order.price);
const pay = (lamports = price(), to = local.treasury, ...names: string[]) => payer.transfer(lamports, to, ...names);
const finalize = () => local.node.advance(40);

describe('a payment on a real runtime', () => {
  it('is prepared, checked, sent, verified and found', async () => {
    const prepared = await chain.preparePayment(order, payer.address);
    const parsed = parseTransaction(prepared.transaction);
    expect(parsed.version).toBe('legacy');
    expect(parsed.writable.has(order.reference)).toBe(false);
    const signed = payer.sign(prepared.transaction);
    const { signature, blockhash, fee } = chain.checkSigned(order, payer.address, signed);
    expect(blockhash).toBe(prepared.blockhash);
    expect(fee).toBe(prepared.fee);

    const before = await chain.balance(local.treasury);
    await chain.broadcast(signed);
    await chain.broadcast(signed);
    expect(await chain.status(signature)).toMatchObject({ kind: 'seen', commitment: 'processed', failed: false });
    expect(await chain.verify(order, signature, 'reference')).toEqual({ kind: 'not-yet' });
    expect(await chain.findByReference(order, unused)).toBeUndefined();
    finalize();
    expect(await chain.status(signature)).toMatchObject({ commitment: 'finalized' });
    expect(await chain.balance(local.treasury) - before).toBe(order.price);
    const proof = { signature, payer: payer.address, treasury: local.treasury, lamports: order.price, fee: prepared.fee };
    expect(await chain.verify(order, signature, 'reference')).toMatchObject({ kind: 'paid', proof });
    expect(await chain.findByReference(order, unused)).toMatchObject(proof);
    // One address query under the payer's key finds it for a restore.
    expect(local.node.chain.naming(lookupKey(payer.address)).map((one) => one.transaction.id)).toContain(signature);
  });

  it('is refused before the wallet opens when the money is short', async () => {
    const poor = Keypair.generate().publicKey.toBase58();
    await expect(chain.preparePayment(order, poor)).rejects.toMatchObject({ code: 'insufficient-funds' });
    // Enough for the price, not for the fee; then enough for both but leaving dust that may not stay.
    local.node.chain.airdrop(poor, price());
    local.node.advance(3);
    await expect(chain.preparePayment(order, poor)).rejects.toMatchObject({ code: 'insufficient-funds' });
    local.node.chain.airdrop(poor, 500_000);
    local.node.advance(3);
    await expect(chain.preparePayment(order, poor)).rejects.toMatchObject({ code: 'insufficient-funds' });
    local.node.chain.airdrop(poor, 1_000_000);
    local.node.advance(3);
    expect((await chain.preparePayment(order, poor)).fee).toBeGreaterThan(5_000n);
  });

  it('is refused on another chain', async () => {
    const elsewhere = { ...order, genesis: Keypair.generate().publicKey.toBase58() };
    await expect(chain.preparePayment(elsewhere, payer.address)).rejects.toMatchObject({ code: 'payment-other-chain' });
    await expect((await open(['http://one'], 'mainnet')).genesis()).rejects.toMatchObject({ code: 'network-wrong' });
    const signature = payer.land([pay(price(), local.treasury, order.reference)]);
    finalize();
    expect(await chain.verify(elsewhere, signature, 'reference')).toEqual({ kind: 'no-match', why: 'other-chain' });
  });
});
