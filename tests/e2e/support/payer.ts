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

interface Sending {
  readonly to: string;
  readonly lamports: number;
  readonly reference?: string;
  readonly memo?: string;
}

/**
 * A payer with SOL outside the app. It makes plain transfers in the next block, as any wallet or
 * exchange does, and names their signatures.
 */
export async function stranger(sandbox: Sandbox): Promise<(sending: Sending) => Promise<string>> {
  const from = Keypair.generate();
  await sandbox.admin.faucet(from.publicKey.toBase58(), 100 * SOL);
  return async ({ to, lamports, reference, memo }) => {
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
  };
}
