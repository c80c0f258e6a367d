import { AddressLookupTableAccount, AddressLookupTableProgram, ComputeBudgetProgram, Keypair, LAMPORTS_PER_SOL, PublicKey } from '@solana/web3.js';
import type { TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localNode, type LocalNode } from '../../../tests/support/sandbox-node.ts';
import { LocalPayer } from '../../../tests/support/local-payer.ts';
import { VirtualClock } from '../../../tests/support/virtual-clock.ts';
import { encodeBase58 } from '../../core/base58.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { PLANS } from '../../core/plans.ts';
import type { Chain } from '../../ports/chain.ts';
import { openConnections } from './connections.ts';
import { createChain } from './index.ts';
import { listSignatures } from './recorded.ts';

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const unused = () => Promise.resolve(false);
let local: LocalNode;
let payer: LocalPayer;
let chain: Chain;
let order: Order;
const time = new VirtualClock();

const open = (rpc = ['http://one']) =>
  createChain({ rpc, network: 'sandbox', requests: local.requests, clock: time.clock, random });

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
const budget = () => [
  ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000 }),
];
const finalize = () => local.node.advance(40);

describe('the verifier, case by case', () => {
  const verdict = async (signature: string, match: 'reference' | 'amount' | 'named' = 'reference') => {
    finalize();
    return chain.verify(order, signature, match);
  };
  const stranger = () => Keypair.generate().publicKey.toBase58();

  it('takes legacy and v0, compute budget before, anything after', async () => {
    expect(await verdict(payer.land([...budget(), pay(price(), local.treasury, order.reference), payer.memo(order.id)]))).toMatchObject({ kind: 'paid' });
    expect(await verdict(payer.land([...budget(), pay(price(), local.treasury, order.reference), payer.memo('guard'), pay(5_000_000, stranger())], { version: 0 })))
      .toMatchObject({ kind: 'paid', proof: { lamports: order.price } });
  });

  it('reads addresses of a v0 lookup table', async () => {
    const slot = local.node.chain.top('processed') - 1;
    const [create, table] = AddressLookupTableProgram.createLookupTable({ authority: payer.keys.publicKey, payer: payer.keys.publicKey, recentSlot: slot });
    payer.land([create]);
    const addresses = [new PublicKey(local.treasury), new PublicKey(order.reference)];
    payer.land([AddressLookupTableProgram.extendLookupTable({ lookupTable: table, authority: payer.keys.publicKey, payer: payer.keys.publicKey, addresses })]);
    local.node.advance(2);
    const account = new AddressLookupTableAccount({ key: table, state: { addresses, deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 } });
    const signature = payer.land([pay(price(), local.treasury, order.reference)], { version: 0, tables: [account] });
    expect(await verdict(signature)).toMatchObject({ kind: 'paid', proof: { treasury: local.treasury } });
  });

  it('adds up several transfers and takes more than the price', async () => {
    const half = price() / 2;
    expect(await verdict(payer.land([pay(half, local.treasury, order.reference), pay(half, local.treasury, order.reference)])))
      .toMatchObject({ kind: 'paid', proof: { lamports: order.price } });
    expect(await verdict(payer.land([pay(price() + 77, local.treasury, order.reference)])))
      .toMatchObject({ kind: 'paid', proof: { lamports: order.price + 77n } });
  });

  it.each<[string, string, () => TransactionInstruction[]]>([
    ['too little', 'too-little', () => [pay(price() - 1, local.treasury, order.reference)]],
    ['a wrong recipient', 'wrong-recipient', () => [pay(price(), stranger(), order.reference)]],
    ['someone else’s payment', 'no-reference', () => [pay(price(), local.treasury, stranger())]],
    ['a reference beside the transfer only', 'no-reference', () => [pay(price()), pay(1_000_000, payer.address, order.reference)]],
    ['money for another transfer', 'too-little', () => [pay(1, local.treasury, order.reference), pay(price())]],
  ])('refuses %s', async (_, why, instructions) => {
    expect(await verdict(payer.land(instructions()))).toMatchObject({ kind: 'no-match', why });
  });

  it('refuses a failed transaction', async () => {
    const signature = payer.land([pay(price(), local.treasury, order.reference), pay(2_000 * LAMPORTS_PER_SOL, stranger())]);
    expect(await chain.status(signature)).toMatchObject({ failed: true });
    expect(await verdict(signature)).toEqual({ kind: 'no-match', why: 'failed' });
  });

  it('refuses what came before the order, and a signature of nothing', async () => {
    const signature = payer.land([pay(price(), local.treasury, order.reference)]);
    finalize();
    const later = { ...order, sinceSlot: await chain.slot() };
    expect(await chain.verify(later, signature, 'reference')).toEqual({ kind: 'no-match', why: 'too-early' });
    await expect(chain.verify(order, 'nonsense', 'named')).rejects.toMatchObject({ code: 'payment-signature-invalid' });
    expect(await chain.verify(order, encodeBase58(random(64)), 'named')).toEqual({ kind: 'not-yet' });
  });

  it('passes over dust and over what already pays another order', async () => {
    payer.land([pay(1, local.treasury, order.reference)]);
    payer.land([pay(1, stranger(), order.reference)]);
    const used = payer.land([pay(price(), local.treasury, order.reference)]);
    const good = payer.land([pay(price(), local.treasury, order.reference), payer.memo('second')]);
    finalize();
    const isUsed = (signature: string) => Promise.resolve(signature === used);
    expect(await chain.findByReference(order, isUsed)).toMatchObject({ signature: good });
    expect(await (await open()).findByReference(order, unused)).toMatchObject({ signature: used });
  });

  it('finds a plain transfer by its exact amount only', async () => {
    const exact = Number(order.manualAmount);
    payer.land([pay(exact - 1)]);
    payer.land([pay(exact, local.treasury, stranger()), payer.memo('of another order')]);
    finalize();
    expect(await chain.findByAmount(order, unused)).toBeUndefined();
    const signature = payer.land([...budget(), pay(exact)]);
    finalize();
    expect(await chain.findByAmount(order, unused)).toMatchObject({ signature, lamports: order.manualAmount });
    expect(await chain.recentAmounts(local.treasury)).toContain(order.manualAmount);
  });

  it('takes a named transfer of at least the price, unless it names another order', async () => {
    expect(await verdict(payer.land([pay(price() + 3)]), 'named')).toMatchObject({ kind: 'paid' });
    expect(await verdict(payer.land([pay(price() - 3)]), 'named')).toMatchObject({ why: 'too-little', lamports: order.price - 3n });
    expect(await verdict(payer.land([pay(price()), payer.memo('LK-0123456789ABCDEFGHJK')]), 'named')).toMatchObject({ why: 'other-order' });
    expect(await verdict(payer.land([pay(price(), local.treasury, stranger())]), 'named')).toMatchObject({ why: 'other-order' });
    expect(await verdict(payer.land([pay(price(), stranger())]), 'named')).toMatchObject({ why: 'wrong-recipient' });
  });

  it('reads a long history page by page, and only what is new at the next look', async () => {
    const dust = Array.from({ length: 12 }, (_, i) => payer.land([pay(1, local.treasury, order.reference), payer.memo(String(i))]));
    finalize();
    const { any } = openConnections(await import('@solana/web3.js'), ['http://one'], { requests: local.requests, clock: time.clock, chance: () => 0 });
    const listed = await listSignatures(any, order.reference, { page: 5 });
    expect(listed.map(({ signature }) => signature)).toEqual(dust.toReversed());
    expect(await chain.findByReference(order, unused)).toBeUndefined();
    local.asked.length = 0;
    expect(await chain.findByReference(order, unused)).toBeUndefined();
    expect(local.asked).toEqual(['getSignaturesForAddress']);
  });
});
