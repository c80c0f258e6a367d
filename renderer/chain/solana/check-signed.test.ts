import { ComputeBudgetProgram, Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import type { Signer } from '@solana/web3.js';
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
import { LIGHTHOUSE_PROGRAM } from './message.ts';

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
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

describe('what the wallet may not change', () => {
  const honest = () => [...budget(), pay(price(), local.treasury, order.reference, lookupKey(payer.address)), payer.memo(order.id)];
  const compiled = (instructions: TransactionInstruction[], signer: Signer = payer.keys, version: 'legacy' | 0 = 'legacy') =>
    payer.compile(instructions, { signer, version }).serialize();
  const guard = (discriminator: number) =>
    new TransactionInstruction({ programId: new PublicKey(LIGHTHOUSE_PROGRAM), keys: [{ pubkey: payer.keys.publicKey, isSigner: false, isWritable: false }], data: Buffer.from([discriminator, 0]) });
  const check = (wire: Uint8Array) => chain.checkSigned(order, payer.address, wire);

  it('accepts the same payment, as v0 and with assertions appended', () => {
    expect(check(compiled(honest())).signature.length).toBeGreaterThan(80);
    expect(check(compiled(honest(), payer.keys, 0)).fee).toBeGreaterThan(0n);
    expect(check(compiled([...honest(), guard(2), guard(9)])).fee).toBeGreaterThan(0n);
  });

  const other = Keypair.generate();
  it.each<[string, () => Uint8Array]>([
    ['another amount', () => compiled([pay(price() + 1, local.treasury, order.reference, lookupKey(payer.address)), payer.memo(order.id)])],
    ['another recipient', () => compiled([pay(price(), other.publicKey.toBase58(), order.reference, lookupKey(payer.address)), payer.memo(order.id)])],
    ['no reference', () => compiled([pay(price(), local.treasury, lookupKey(payer.address)), payer.memo(order.id)])],
    ['another memo', () => compiled([pay(price(), local.treasury, order.reference, lookupKey(payer.address)), payer.memo('LK-X')])],
    ['no memo', () => compiled([pay(price(), local.treasury, order.reference, lookupKey(payer.address))])],
    ['a second transfer', () => compiled([...honest(), pay(1, other.publicKey.toBase58())])],
    ['the transfer twice', () => compiled([...honest(), pay(price(), local.treasury, order.reference, lookupKey(payer.address))])],
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
