import type { Page } from '@playwright/test';
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';

import { MEMO_PROGRAM } from '../../../renderer/chain/solana/message.ts';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';

export const SOL = 1_000_000_000;

export interface Sending {
  readonly to: string;
  readonly lamports: number;
  readonly reference?: string;
  readonly memo?: string;
}

/**
 * A plain transfer in the next block, as any wallet or exchange makes it. Resolves with its
 * signature.
 */
async function send(
  sandbox: Sandbox,
  from: Keypair,
  { to, lamports, reference, memo }: Sending,
): Promise<string> {
  const connection = new Connection(sandbox.rpcUrl, 'processed');
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const transfer = SystemProgram.transfer({
    fromPubkey: from.publicKey,
    toPubkey: new PublicKey(to),
    lamports,
  });
  if (reference !== undefined)
    transfer.keys.push({ pubkey: new PublicKey(reference), isSigner: false, isWritable: false });
  const transaction = new Transaction({
    feePayer: from.publicKey,
    blockhash,
    lastValidBlockHeight,
  }).add(transfer);
  if (memo !== undefined) {
    transaction.add(
      new TransactionInstruction({
        programId: new PublicKey(MEMO_PROGRAM),
        keys: [],
        data: Buffer.from(memo),
      }),
    );
  }
  transaction.sign(from);
  return connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
}

/** A payer with SOL outside the app. */
export async function stranger(sandbox: Sandbox): Promise<(sending: Sending) => Promise<string>> {
  const keys = Keypair.generate();
  await sandbox.admin.faucet(keys.publicKey.toBase58(), 100 * SOL);
  return (sending) => send(sandbox, keys, sending);
}

/** Spends almost all that the page's Sandbox Wallet holds, without the app's knowledge. */
export async function drain(sandbox: Sandbox, page: Page): Promise<void> {
  const seed = await page.evaluate(() => localStorage.getItem('sandboxWalletKey') ?? '');
  const keys = Keypair.fromSeed(Buffer.from(seed, 'hex'));
  const balance = await new Connection(sandbox.rpcUrl, 'processed').getBalance(keys.publicKey);
  await send(sandbox, keys, {
    to: Keypair.generate().publicKey.toBase58(),
    lamports: balance - SOL / 100,
  });
}
