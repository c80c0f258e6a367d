import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  TransactionInstruction,
} from '@solana/web3.js';
import type { Signer } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { lookupKey } from './lookup-key.ts';
import { LIGHTHOUSE_PROGRAM } from './message.ts';

const stage = chainStage();
const { local, payer } = stage;

describe('what the wallet may not change', () => {
  const payment = (lamports = stage.price) => stage.payOrder(lamports, lookupKey(payer.address));
  const honest = () => [...stage.budget(), payment(), payer.memo(stage.order.id)];
  const compiled = (
    instructions: TransactionInstruction[],
    signer: Signer = payer.keys,
    version: 'legacy' | 0 = 'legacy',
  ) => payer.compile(instructions, { signer, version }).serialize();
  const guard = (discriminator: number) =>
    new TransactionInstruction({
      programId: new PublicKey(LIGHTHOUSE_PROGRAM),
      keys: [{ pubkey: payer.keys.publicKey, isSigner: false, isWritable: false }],
      data: Buffer.from([discriminator, 0]),
    });
  const check = (wire: Uint8Array) => stage.chain.checkSigned(stage.order, payer.address, wire);

  it('accepts the same payment, as v0 and with assertions appended', () => {
    for (const wire of [
      compiled(honest()),
      compiled(honest(), payer.keys, 0),
      compiled([...honest(), guard(2), guard(9)]),
    ])
      expect(check(wire).signature.length).toBeGreaterThan(80);
  });

  const other = Keypair.generate();
  it.each<[string, () => Uint8Array]>([
    ['another amount', () => compiled([payment(stage.price + 1), payer.memo(stage.order.id)])],
    [
      'another recipient',
      () =>
        compiled([
          stage.pay(
            stage.price,
            other.publicKey.toBase58(),
            stage.order.reference,
            lookupKey(payer.address),
          ),
          payer.memo(stage.order.id),
        ]),
    ],
    [
      'no reference',
      () =>
        compiled([
          stage.pay(stage.price, local.treasury, lookupKey(payer.address)),
          payer.memo(stage.order.id),
        ]),
    ],
    ['another memo', () => compiled([payment(), payer.memo('LK-X')])],
    ['no memo', () => compiled([payment()])],
    ['a second transfer', () => compiled([...honest(), stage.pay(1, other.publicKey.toBase58())])],
    ['the transfer twice', () => compiled([...honest(), payment()])],
    [
      'an unknown program',
      () =>
        compiled([
          ...honest(),
          new TransactionInstruction({
            programId: other.publicKey,
            keys: [],
            data: Buffer.alloc(1),
          }),
        ]),
    ],
    ['a guard that spends (memory write)', () => compiled([...honest(), guard(0)])],
    ['another fee payer', () => compiled([...honest()], other)],
    [
      'a fee above 0.01 SOL',
      () =>
        compiled([
          ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
          ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000_000 }),
          ...honest().slice(2),
        ]),
    ],
    ['a broken signature', () => compiled(honest()).map((byte, i) => (i === 10 ? byte ^ 1 : byte))],
    [
      'a changed message',
      () => compiled(honest()).map((byte, i, all) => (i === all.length - 1 ? byte ^ 1 : byte)),
    ],
    [
      'an address that only a lookup table tells',
      () => {
        const table = new AddressLookupTableAccount({
          key: Keypair.generate().publicKey,
          state: {
            addresses: [other.publicKey],
            deactivationSlot: 2n ** 64n - 1n,
            lastExtendedSlot: 0,
            lastExtendedSlotStartIndex: 0,
          },
        });
        const assertion = guard(2);
        assertion.keys.push({ pubkey: other.publicKey, isSigner: false, isWritable: false });
        return payer
          .compile([...honest(), assertion], { signer: payer.keys, version: 0, tables: [table] })
          .serialize();
      },
    ],
    ['bytes after the end', () => Uint8Array.from([...compiled(honest()), 0])],
    ['nothing', () => new Uint8Array()],
  ])('refuses %s', (_, wire) => {
    expect(() => check(wire())).toThrow(
      expect.objectContaining({ code: 'wallet-changed-transaction' }),
    );
  });
});
