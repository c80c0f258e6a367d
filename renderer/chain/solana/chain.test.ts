import {
  AddressLookupTableAccount, AddressLookupTableProgram, ComputeBudgetProgram, Keypair, LAMPORTS_PER_SOL, PublicKey, SystemProgram,
  TransactionInstruction, TransactionMessage, VersionedTransaction,
} from '@solana/web3.js';
import type { Signer } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localNode, type LocalNode } from '../../../tests/support/sandbox-node.ts';
import { VirtualClock } from '../../../tests/support/virtual-clock.ts';
import { encodeBase58 } from '../../core/base58.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { PLANS } from '../../core/plans.ts';
import type { Chain } from '../../ports/chain.ts';
import { openConnections } from './connections.ts';
import { createChain } from './index.ts';
import { lookupKey } from './lookup-key.ts';
import { LIGHTHOUSE_PROGRAM, MEMO_PROGRAM, parseTransaction } from './message.ts';
import { listSignatures } from './recorded.ts';

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const unused = () => Promise.resolve(false);
const payer = Keypair.generate();
let local: LocalNode;
let chain: Chain;
let order: Order;
const time = new VirtualClock();

const open = (rpc = ['http://one'], network: 'sandbox' | 'mainnet' = 'sandbox') =>
  createChain({ rpc, network, requests: local.requests, clock: time.clock, random });

beforeAll(async () => {
  local = localNode();
  chain = await open();
  local.node.chain.airdrop(payer.publicKey.toBase58(), 1_000 * LAMPORTS_PER_SOL);
  local.node.advance(10);
});
afterAll(() => local.remove());
beforeEach(async () => {
  order = createOrder({
    plan: PLANS.basic, scope: { profileId: 'guest', genesis: local.genesis }, treasury: local.treasury,
    slot: await chain.slot(), now: time.time, random,
  });
  local.node.advance(3);
});

const key = (address: string) => new PublicKey(address);
const price = () => Number(order.price);
const pay = (lamports = price(), to = local.treasury, ...names: string[]) => {
  const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: key(to), lamports });
  for (const name of names) transfer.keys.push({ pubkey: key(name), isSigner: false, isWritable: false });
  return transfer;
};
const memo = (text: string) => new TransactionInstruction({ programId: key(MEMO_PROGRAM), keys: [], data: Buffer.from(text) });
const budget = () => [
  ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000 }),
];

/** Signs and lands a transaction on the runtime; gives its signature. */
function land(
  instructions: TransactionInstruction[],
  { version = 'legacy', tables = [], signer = payer }: { version?: 'legacy' | 0; tables?: AddressLookupTableAccount[]; signer?: Signer } = {},
): string {
  const { blockhash } = local.node.chain.blockhash(local.node.chain.top('processed'));
  const message = new TransactionMessage({ payerKey: signer.publicKey, recentBlockhash: blockhash, instructions });
  const transaction = new VersionedTransaction(version === 0 ? message.compileToV0Message(tables) : message.compileToLegacyMessage());
  transaction.sign([signer]);
  const answer = local.node.answer({
    jsonrpc: '2.0', id: 1, method: 'sendTransaction',
    params: [Buffer.from(transaction.serialize()).toString('base64'), { encoding: 'base64', skipPreflight: true }],
  });
  expect(answer).not.toHaveProperty('error');
  local.node.advance(1);
  return encodeBase58(transaction.signatures[0] ?? new Uint8Array());
}
const finalize = () => local.node.advance(40);

function sign(wire: Uint8Array, by: Signer = payer): Uint8Array {
  const transaction = VersionedTransaction.deserialize(wire);
  transaction.sign([by]);
  return transaction.serialize();
}

describe('a payment on a real runtime', () => {
  it('is prepared, checked, sent, verified and found', async () => {
    const prepared = await chain.preparePayment(order, payer.publicKey.toBase58());
    const parsed = parseTransaction(prepared.transaction);
    expect(parsed.version).toBe('legacy');
    expect(parsed.writable.has(order.reference)).toBe(false);
    const signed = sign(prepared.transaction);
    const { signature, blockhash, fee } = chain.checkSigned(order, payer.publicKey.toBase58(), signed);
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
    const proof = { signature, payer: payer.publicKey.toBase58(), treasury: local.treasury, lamports: order.price, fee: prepared.fee };
    expect(await chain.verify(order, signature, 'reference')).toMatchObject({ kind: 'paid', proof });
    expect(await chain.findByReference(order, unused)).toMatchObject(proof);
    // One address query under the payer's key finds it for a restore.
    expect(local.node.chain.naming(lookupKey(payer.publicKey.toBase58())).map((one) => one.transaction.id)).toContain(signature);
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
    await expect(chain.preparePayment(elsewhere, payer.publicKey.toBase58())).rejects.toMatchObject({ code: 'payment-other-chain' });
    await expect((await open(['http://one'], 'mainnet')).genesis()).rejects.toMatchObject({ code: 'network-wrong' });
    const signature = land([pay(price(), local.treasury, order.reference)]);
    finalize();
    expect(await chain.verify(elsewhere, signature, 'reference')).toEqual({ kind: 'no-match', why: 'other-chain' });
  });
});

describe('the verifier, case by case', () => {
  const verdict = async (signature: string, match: 'reference' | 'amount' | 'named' = 'reference') => {
    finalize();
    return chain.verify(order, signature, match);
  };
  const stranger = () => Keypair.generate().publicKey.toBase58();

  it('takes legacy and v0, compute budget before, anything after', async () => {
    expect(await verdict(land([...budget(), pay(price(), local.treasury, order.reference), memo(order.id)]))).toMatchObject({ kind: 'paid' });
    expect(await verdict(land([...budget(), pay(price(), local.treasury, order.reference), memo('guard'), pay(5_000_000, stranger())], { version: 0 })))
      .toMatchObject({ kind: 'paid', proof: { lamports: order.price } });
  });

  it('reads addresses of a v0 lookup table', async () => {
    const slot = local.node.chain.top('processed') - 1;
    const [create, table] = AddressLookupTableProgram.createLookupTable({ authority: payer.publicKey, payer: payer.publicKey, recentSlot: slot });
    land([create]);
    const addresses = [key(local.treasury), key(order.reference)];
    land([AddressLookupTableProgram.extendLookupTable({ lookupTable: table, authority: payer.publicKey, payer: payer.publicKey, addresses })]);
    local.node.advance(2);
    const account = new AddressLookupTableAccount({ key: table, state: { addresses, deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 } });
    const signature = land([pay(price(), local.treasury, order.reference)], { version: 0, tables: [account] });
    expect(await verdict(signature)).toMatchObject({ kind: 'paid', proof: { treasury: local.treasury } });
  });

  it('adds up several transfers and takes more than the price', async () => {
    const half = price() / 2;
    expect(await verdict(land([pay(half, local.treasury, order.reference), pay(half, local.treasury, order.reference)])))
      .toMatchObject({ kind: 'paid', proof: { lamports: order.price } });
    expect(await verdict(land([pay(price() + 77, local.treasury, order.reference)])))
      .toMatchObject({ kind: 'paid', proof: { lamports: order.price + 77n } });
  });

  it.each<[string, string, () => TransactionInstruction[]]>([
    ['too little', 'too-little', () => [pay(price() - 1, local.treasury, order.reference)]],
    ['a wrong recipient', 'wrong-recipient', () => [pay(price(), stranger(), order.reference)]],
    ['someone else’s payment', 'no-reference', () => [pay(price(), local.treasury, stranger())]],
    ['a reference beside the transfer only', 'no-reference', () => [pay(price()), pay(1_000_000, payer.publicKey.toBase58(), order.reference)]],
    ['money for another transfer', 'too-little', () => [pay(1, local.treasury, order.reference), pay(price())]],
  ])('refuses %s', async (_, why, instructions) => {
    expect(await verdict(land(instructions()))).toMatchObject({ kind: 'no-match', why });
  });

  it('refuses a failed transaction', async () => {
    const signature = land([pay(price(), local.treasury, order.reference), pay(2_000 * LAMPORTS_PER_SOL, stranger())]);
    expect(await chain.status(signature)).toMatchObject({ failed: true });
    expect(await verdict(signature)).toEqual({ kind: 'no-match', why: 'failed' });
  });

  it('refuses what came before the order, and a signature of nothing', async () => {
    const signature = land([pay(price(), local.treasury, order.reference)]);
    finalize();
    const later = { ...order, sinceSlot: await chain.slot() };
    expect(await chain.verify(later, signature, 'reference')).toEqual({ kind: 'no-match', why: 'too-early' });
    await expect(chain.verify(order, 'nonsense', 'named')).rejects.toMatchObject({ code: 'payment-signature-invalid' });
    expect(await chain.verify(order, encodeBase58(random(64)), 'named')).toEqual({ kind: 'not-yet' });
  });

  it('passes over dust and over what already pays another order', async () => {
    land([pay(1, local.treasury, order.reference)]);
    land([pay(1, stranger(), order.reference)]);
    const used = land([pay(price(), local.treasury, order.reference)]);
    const good = land([pay(price(), local.treasury, order.reference), memo('second')]);
    finalize();
    const isUsed = (signature: string) => Promise.resolve(signature === used);
    expect(await chain.findByReference(order, isUsed)).toMatchObject({ signature: good });
    expect(await (await open()).findByReference(order, unused)).toMatchObject({ signature: used });
  });

  it('finds a plain transfer by its exact amount only', async () => {
    const exact = Number(order.manualAmount);
    land([pay(exact - 1)]);
    land([pay(exact, local.treasury, stranger()), memo('of another order')]);
    finalize();
    expect(await chain.findByAmount(order, unused)).toBeUndefined();
    const signature = land([...budget(), pay(exact)]);
    finalize();
    expect(await chain.findByAmount(order, unused)).toMatchObject({ signature, lamports: order.manualAmount });
    expect(await chain.recentAmounts(local.treasury)).toContain(order.manualAmount);
  });

  it('takes a named transfer of at least the price, unless it names another order', async () => {
    expect(await verdict(land([pay(price() + 3)]), 'named')).toMatchObject({ kind: 'paid' });
    expect(await verdict(land([pay(price() - 3)]), 'named')).toMatchObject({ why: 'too-little', lamports: order.price - 3n });
    expect(await verdict(land([pay(price()), memo('LK-0123456789ABCDEFGHJK')]), 'named')).toMatchObject({ why: 'other-order' });
    expect(await verdict(land([pay(price(), local.treasury, stranger())]), 'named')).toMatchObject({ why: 'other-order' });
    expect(await verdict(land([pay(price(), stranger())]), 'named')).toMatchObject({ why: 'wrong-recipient' });
  });

  it('reads a long history page by page, and only what is new at the next look', async () => {
    const dust = Array.from({ length: 12 }, (_, i) => land([pay(1, local.treasury, order.reference), memo(String(i))]));
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

describe('what the wallet may not change', () => {
  const address = payer.publicKey.toBase58();
  const honest = () => [...budget(), pay(price(), local.treasury, order.reference, lookupKey(address)), memo(order.id)];
  const compiled = (instructions: TransactionInstruction[], by: Signer = payer, version: 'legacy' | 0 = 'legacy') => {
    const { blockhash } = local.node.chain.blockhash(local.node.chain.top('processed'));
    const message = new TransactionMessage({ payerKey: by.publicKey, recentBlockhash: blockhash, instructions });
    const transaction = new VersionedTransaction(version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage());
    transaction.sign([by]);
    return transaction.serialize();
  };
  const guard = (discriminator: number) =>
    new TransactionInstruction({ programId: key(LIGHTHOUSE_PROGRAM), keys: [{ pubkey: payer.publicKey, isSigner: false, isWritable: false }], data: Buffer.from([discriminator, 0]) });
  const check = (wire: Uint8Array) => chain.checkSigned(order, address, wire);

  it('accepts the same payment, as v0 and with assertions appended', () => {
    expect(check(compiled(honest())).signature.length).toBeGreaterThan(80);
    expect(check(compiled(honest(), payer, 0)).fee).toBeGreaterThan(0n);
    expect(check(compiled([...honest(), guard(2), guard(9)])).fee).toBeGreaterThan(0n);
  });

  const other = Keypair.generate();
  it.each<[string, () => Uint8Array]>([
    ['another amount', () => compiled([pay(price() + 1, local.treasury, order.reference, lookupKey(address)), memo(order.id)])],
    ['another recipient', () => compiled([pay(price(), other.publicKey.toBase58(), order.reference, lookupKey(address)), memo(order.id)])],
    ['no reference', () => compiled([pay(price(), local.treasury, lookupKey(address)), memo(order.id)])],
    ['another memo', () => compiled([pay(price(), local.treasury, order.reference, lookupKey(address)), memo('LK-X')])],
    ['no memo', () => compiled([pay(price(), local.treasury, order.reference, lookupKey(address))])],
    ['a second transfer', () => compiled([...honest(), pay(1, other.publicKey.toBase58())])],
    ['the transfer twice', () => compiled([...honest(), pay(price(), local.treasury, order.reference, lookupKey(address))])],
    ['an unknown program', () => compiled([...honest(), new TransactionInstruction({ programId: other.publicKey, keys: [], data: Buffer.alloc(1) })])],
    ['a guard that spends (memory write)', () => compiled([...honest(), guard(0)])],
    ['another fee payer', () => compiled([...honest()], other)],
    ['a fee above 0.01 SOL', () => compiled([ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }), ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000_000 }), ...honest().slice(2)])],
    ['a broken signature', () => compiled(honest()).map((byte, i) => (i === 10 ? byte ^ 1 : byte))],
    ['a changed message', () => compiled(honest()).map((byte, i, all) => (i === all.length - 1 ? byte ^ 1 : byte))],
    ['bytes after the end', () => Uint8Array.from([...compiled(honest()), 0])],
    ['nothing', () => new Uint8Array()],
  ])('refuses %s', (_, wire) => {
    expect(() => check(wire())).toThrow(expect.objectContaining({ code: 'wallet-changed-transaction' }));
  });
});

describe('expiry', () => {
  const signature = () => encodeBase58(random(64));
  it('is proven by one RPC twice, a minute apart, and not before the height has passed', async () => {
    const last = local.node.chain.top('processed') + 150;
    const lost = signature();
    expect(await chain.expiryProven(order, lost, last)).toBe(false);
    local.node.advance(200);
    expect(await chain.expiryProven(order, lost, last)).toBe(false);
    await time.pass(59_000);
    expect(await chain.expiryProven(order, lost, last)).toBe(false);
    await time.pass(2_000);
    expect(await chain.expiryProven(order, lost, last)).toBe(true);
  });

  it('is proven by two RPCs at once, and dust under the reference doesn’t hinder it', async () => {
    const two = await open(['http://one', 'http://two']);
    land([pay(1, local.treasury, order.reference)]);
    const last = local.node.chain.top('processed');
    local.node.advance(200);
    expect(await two.expiryProven(order, signature(), last)).toBe(true);
    land([pay(price(), local.treasury, order.reference)]);
    local.node.advance(2);
    expect(await two.expiryProven(order, signature(), last)).toBe(false);
  });

  it('is not proven for what landed', async () => {
    const two = await open(['http://one', 'http://two']);
    const landed = land([pay(price(), local.treasury, order.reference)]);
    local.node.advance(200);
    expect(await two.expiryProven(order, landed, local.node.chain.top('processed') - 100)).toBe(false);
  });
});
