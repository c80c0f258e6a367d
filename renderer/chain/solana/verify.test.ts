import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
} from '@solana/web3.js';
import type { TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { encodeBase58 } from '../../core/base58.ts';
import { openConnections } from './connections.ts';
import { listSignatures } from './find.ts';

const stage = chainStage();
const { local, payer, time, random } = stage;
const unused = () => Promise.resolve(false);

describe('the verifier, case by case', () => {
  const verdict = async (
    signature: string,
    match: 'reference' | 'amount' | 'named' = 'reference',
  ) => {
    stage.finalize();
    return stage.chain.verify(stage.order, signature, match);
  };
  const stranger = () => Keypair.generate().publicKey.toBase58();

  it('takes legacy and v0, compute budget before, anything after', async () => {
    expect(
      await verdict(payer.land([...stage.budget(), stage.payOrder(), payer.memo(stage.order.id)])),
    ).toMatchObject({ kind: 'paid' });
    expect(
      await verdict(
        payer.land(
          [
            ...stage.budget(),
            stage.payOrder(),
            payer.memo('guard'),
            stage.pay(5_000_000, stranger()),
          ],
          { version: 0 },
        ),
      ),
    ).toMatchObject({ kind: 'paid', proof: { lamports: stage.order.price } });
  });

  it('reads no transaction that names another order when it searches for an amount', async () => {
    const other = await stage.newOrder();
    for (let n = 0; n < 5; n += 1) payer.land([stage.pay(stage.price + n), payer.memo(other.id)]);
    payer.land([stage.pay(Number(stage.order.manualAmount)), payer.memo(stage.order.id)]);
    stage.finalize();
    local.asked.length = 0;
    const chain = await stage.open();
    expect(await chain.findByAmount(stage.order, unused)).toMatchObject({
      lamports: stage.order.manualAmount,
    });
    expect(local.asked.filter((method) => method === 'getTransaction')).toHaveLength(1);
  });

  it('lets a transfer that names two orders pay only the first, by reference and by name', async () => {
    const [first, second] = [stage.order, await stage.newOrder()];
    const both = payer.land([
      stage.pay(stage.price, local.treasury, first.reference, second.reference),
    ]);
    stage.finalize();
    const say = async (order: typeof first, match: 'reference' | 'named' | 'amount') =>
      (await stage.chain.verify(order, both, match)).kind;
    expect(await say(first, 'reference')).toBe('paid');
    expect(await say(first, 'named')).toBe('paid');
    expect(await say(second, 'reference')).toBe('no-match');
    expect(await say(second, 'named')).toBe('no-match');
    expect(await say(second, 'amount')).toBe('no-match');
  });

  it('takes the price out of an address that is derived from the payer’s', async () => {
    const from = await PublicKey.createWithSeed(
      payer.keys.publicKey,
      'savings',
      SystemProgram.programId,
    );
    payer.land([payer.transfer(3 * stage.price, from.toBase58())]);
    const seeded = (lamports: number) => {
      const transfer = SystemProgram.transfer({
        fromPubkey: from,
        basePubkey: payer.keys.publicKey,
        toPubkey: new PublicKey(local.treasury),
        lamports,
        seed: 'savings',
        programId: SystemProgram.programId,
      });
      transfer.keys.push({
        pubkey: new PublicKey(stage.order.reference),
        isSigner: false,
        isWritable: false,
      });
      return transfer;
    };
    expect(await verdict(payer.land([seeded(stage.price - 1)]))).toMatchObject({
      why: 'too-little',
    });
    expect(await verdict(payer.land([seeded(stage.price)]))).toMatchObject({ kind: 'paid' });
  });

  it('reads addresses of a v0 lookup table', async () => {
    const slot = local.node.chain.top('processed') - 1;
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.keys.publicKey,
      payer: payer.keys.publicKey,
      recentSlot: slot,
    });
    payer.land([create]);
    const addresses = [new PublicKey(local.treasury), new PublicKey(stage.order.reference)];
    payer.land([
      AddressLookupTableProgram.extendLookupTable({
        lookupTable: table,
        authority: payer.keys.publicKey,
        payer: payer.keys.publicKey,
        addresses,
      }),
    ]);
    local.node.advance(2);
    const account = new AddressLookupTableAccount({
      key: table,
      state: {
        addresses,
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
      },
    });
    const signature = payer.land([stage.payOrder()], {
      version: 0,
      tables: [account],
    });
    expect(await verdict(signature)).toMatchObject({
      kind: 'paid',
      proof: { treasury: local.treasury },
    });
  });

  it('adds up several transfers and takes more than the price', async () => {
    const half = stage.price / 2;
    expect(await verdict(payer.land([stage.payOrder(half), stage.payOrder(half)]))).toMatchObject({
      kind: 'paid',
      proof: { lamports: stage.order.price },
    });
    expect(await verdict(payer.land([stage.payOrder(stage.price + 77)]))).toMatchObject({
      kind: 'paid',
      proof: { lamports: stage.order.price + 77n },
    });
  });

  it.each<[string, string, () => TransactionInstruction[]]>([
    ['too little', 'too-little', () => [stage.payOrder(stage.price - 1)]],
    [
      'a wrong recipient',
      'wrong-recipient',
      () => [stage.pay(stage.price, stranger(), stage.order.reference)],
    ],
    [
      'someone else’s payment',
      'no-reference',
      () => [stage.pay(stage.price, local.treasury, stranger())],
    ],
    [
      'a reference beside the transfer only',
      'no-reference',
      () => [stage.pay(stage.price), stage.pay(1_000_000, payer.address, stage.order.reference)],
    ],
    ['money for another transfer', 'too-little', () => [stage.payOrder(1), stage.pay(stage.price)]],
  ])('refuses %s', async (_, why, instructions) => {
    expect(await verdict(payer.land(instructions()))).toMatchObject({ kind: 'no-match', why });
  });

  it('refuses a failed transaction', async () => {
    const signature = payer.land([
      stage.payOrder(),
      stage.pay(2_000 * LAMPORTS_PER_SOL, stranger()),
    ]);
    expect(await stage.chain.status(signature)).toMatchObject({ failed: true });
    expect(await verdict(signature)).toEqual({ kind: 'no-match', why: 'failed' });
  });

  it('refuses what came before the order, and a signature of nothing', async () => {
    const signature = payer.land([stage.payOrder()]);
    stage.finalize();
    const later = { ...stage.order, sinceSlot: await stage.chain.slot() };
    expect(await stage.chain.verify(later, signature, 'reference')).toEqual({
      kind: 'no-match',
      why: 'too-early',
    });
    await expect(stage.chain.verify(stage.order, 'nonsense', 'named')).rejects.toMatchObject({
      code: 'payment-signature-invalid',
    });
    expect(await stage.chain.verify(stage.order, encodeBase58(random(64)), 'named')).toEqual({
      kind: 'not-yet',
    });
  });

  it('passes over dust and over what already pays another order', async () => {
    payer.land([stage.payOrder(1)]);
    payer.land([stage.pay(1, stranger(), stage.order.reference)]);
    const used = payer.land([stage.payOrder()]);
    const good = payer.land([stage.payOrder(), payer.memo('second')]);
    stage.finalize();
    const isUsed = (signature: string) => Promise.resolve(signature === used);
    expect(await stage.chain.findByReference(stage.order, isUsed)).toMatchObject({
      signature: good,
    });
    expect(await (await stage.open()).findByReference(stage.order, unused)).toMatchObject({
      signature: used,
    });
  });

  it('finds a plain transfer by its exact amount only', async () => {
    const exact = Number(stage.order.manualAmount);
    payer.land([stage.pay(exact - 1)]);
    payer.land([stage.pay(exact, local.treasury, stranger()), payer.memo('of another order')]);
    stage.finalize();
    expect(await stage.chain.findByAmount(stage.order, unused)).toBeUndefined();
    const signature = payer.land([...stage.budget(), stage.pay(exact)]);
    stage.finalize();
    expect(await stage.chain.findByAmount(stage.order, unused)).toMatchObject({
      signature,
      lamports: stage.order.manualAmount,
    });
    expect(await stage.chain.recentAmounts(local.treasury)).toContain(stage.order.manualAmount);
  });

  it('takes a named transfer of at least the price, unless it names another order', async () => {
    expect(await verdict(payer.land([stage.pay(stage.price + 3)]), 'named')).toMatchObject({
      kind: 'paid',
    });
    expect(await verdict(payer.land([stage.pay(stage.price - 3)]), 'named')).toMatchObject({
      why: 'too-little',
      lamports: stage.order.price - 3n,
    });
    expect(
      await verdict(
        payer.land([stage.pay(stage.price), payer.memo('LK-0123456789ABCDEFGHJK')]),
        'named',
      ),
    ).toMatchObject({ why: 'other-order' });
    expect(
      await verdict(payer.land([stage.pay(stage.price, local.treasury, stranger())]), 'named'),
    ).toMatchObject({ why: 'other-order' });
    expect(await verdict(payer.land([stage.pay(stage.price, stranger())]), 'named')).toMatchObject({
      why: 'wrong-recipient',
    });
  });

  it('reads a long history page by page, and only what is new the next time', async () => {
    const dust = Array.from({ length: 12 }, (_, i) =>
      payer.land([stage.payOrder(1), payer.memo(String(i))]),
    );
    stage.finalize();
    const { any } = openConnections(await import('@solana/web3.js'), ['http://one'], {
      requests: local.requests,
      clock: time.clock,
      chance: () => 0,
    });
    const listed = await listSignatures(any, stage.order.reference, { page: 5 });
    expect(listed.map(({ signature }) => signature)).toEqual(dust.toReversed());
    expect(await stage.chain.findByReference(stage.order, unused)).toBeUndefined();
    local.asked.length = 0;
    expect(await stage.chain.findByReference(stage.order, unused)).toBeUndefined();
    expect(local.asked).toEqual(['getSignaturesForAddress']);
  });
});
