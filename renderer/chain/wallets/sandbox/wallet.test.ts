import { ed25519 } from '@noble/curves/ed25519.js';
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it, vi } from 'vitest';

import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { describe as describeRequest } from './index.ts';
import { keyFrom } from './key.ts';
import {
  createSandboxWallet,
  readTransaction,
  type ApprovalRequest,
  type SandboxWalletDeps,
} from './wallet.ts';

const key = keyFrom(new Uint8Array(32).fill(5));
const payer = new PublicKey(key.address);
const treasury = Keypair.generate().publicKey;
const stranger = Keypair.generate();

function payment(
  options: { version?: 'legacy' | 0; from?: PublicKey; more?: TransactionInstruction[] } = {},
): Uint8Array {
  const { version = 0, from = payer, more = [] } = options;
  const message = new TransactionMessage({
    payerKey: from,
    recentBlockhash: Keypair.generate().publicKey.toBase58(),
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 30_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_000 }),
      SystemProgram.transfer({ fromPubkey: from, toPubkey: treasury, lamports: 1_200_000_000n }),
      new TransactionInstruction({
        programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
        keys: [],
        data: Buffer.from('LK-1'),
      }),
      ...more,
    ],
  });
  return new VersionedTransaction(
    version === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message(),
  ).serialize();
}

function wallet(answer: boolean, parts: Partial<SandboxWalletDeps> = {}) {
  const trust = memoryStorage();
  const approve = vi.fn<(request: ApprovalRequest) => Promise<boolean>>(() =>
    Promise.resolve(answer),
  );
  const fund = vi.fn(() => Promise.resolve());
  return { made: createSandboxWallet({ key, trust, approve, fund, ...parts }), approve, fund };
}

async function connectedAccount(made: ReturnType<typeof createSandboxWallet>) {
  const [account] = (await made.features['standard:connect'].connect()).accounts;
  if (!account) throw new Error('no account');
  return account;
}

describe('the sandbox wallet', () => {
  it.each(['legacy', 0] as const)('signs exactly what it showed (%s)', async (version) => {
    const { made, approve } = wallet(true);
    const account = await connectedAccount(made);
    const unsigned = payment({ version });
    const [output] = await made.features['solana:signTransaction'].signTransaction({
      account,
      transaction: unsigned,
    });
    const signed = VersionedTransaction.deserialize(output?.signedTransaction ?? new Uint8Array());
    const before = VersionedTransaction.deserialize(unsigned).message.serialize();
    expect(Buffer.from(signed.message.serialize()).equals(Buffer.from(before))).toBe(true);
    expect(ed25519.verify(signed.signatures[0] ?? new Uint8Array(64), before, key.publicKey)).toBe(
      true,
    );

    const [request] = approve.mock.calls[0] ?? [];
    if (!request) throw new Error('nobody was asked');
    const shown = describeRequest(request);
    expect(shown.question).toBe('Approve transfer of 1.2 SOL?');
    expect(shown.rows).toEqual(
      expect.arrayContaining([
        ['To', expect.any(String), treasury.toBase58()],
        ['Network fee', 'at most 0.000008 SOL'],
        ['Memo', 'LK-1'],
      ]),
    );
  });

  it('signs nothing that was declined', async () => {
    const { made } = wallet(false);
    const account = await connectedAccount(made);
    await expect(
      made.features['solana:signTransaction'].signTransaction({ account, transaction: payment() }),
    ).rejects.toMatchObject({ code: 4001 });
    await expect(
      made.features['solana:signMessage'].signMessage({ account, message: Uint8Array.of(1) }),
    ).rejects.toMatchObject({ code: 4001 });
  });

  it('doesn’t ask about somebody else’s transaction, or before it is connected', async () => {
    const { made, approve } = wallet(true);
    const account = await connectedAccount(made);
    await expect(
      made.features['solana:signTransaction'].signTransaction({
        account,
        transaction: payment({ from: stranger.publicKey }),
      }),
    ).rejects.toThrow('signature');
    await made.features['standard:disconnect'].disconnect();
    await expect(
      made.features['solana:signTransaction'].signTransaction({ account, transaction: payment() }),
    ).rejects.toThrow('connected');
    expect(approve).not.toHaveBeenCalled();
  });

  it('adds up every transfer and names every other program', () => {
    const program = Keypair.generate().publicKey;
    const more = [
      SystemProgram.transfer({ fromPubkey: payer, toPubkey: stranger.publicKey, lamports: 7n }),
      new TransactionInstruction({ programId: program, keys: [], data: Buffer.alloc(0) }),
    ];
    const summary = readTransaction(payment({ more }), key.address);
    expect(summary.total).toBe(1_200_000_007n);
    expect(summary.transfers.map(({ to }) => to)).toEqual([
      treasury.toBase58(),
      stranger.publicKey.toBase58(),
    ]);
    expect(summary.otherPrograms).toEqual([program.toBase58()]);
  });

  it('comes back without asking only after it was let in, network or not', async () => {
    const offline = (): Promise<void> => Promise.reject(new Error('offline'));
    let answer = offline;
    const { made } = wallet(true, { fund: () => answer() });
    const { connect } = made.features['standard:connect'];
    expect((await connect({ silent: true })).accounts).toEqual([]);
    await expect(connect()).rejects.toThrow('offline');
    answer = () => Promise.resolve();
    expect((await connect()).accounts).toHaveLength(1);
    answer = offline;
    expect((await connect({ silent: true })).accounts).toHaveLength(1);
  });
});
