import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  type Commitment,
} from '@solana/web3.js';

import { startSolana, type Solana } from './start-solana.ts';

const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** Lamports of a payment, unless a test specifies others. */
export const PRICE = 1_200_000_000;

interface Start {
  readonly folder?: string;
  readonly payer?: Keypair;
  readonly reset?: boolean;
}

/** A node in its own process, an unmodified web3.js client, and a payer. */
export class TestClient {
  readonly connection: Connection;

  private constructor(
    readonly solana: Solana,
    readonly folder: string,
    readonly payer: Keypair,
  ) {
    this.connection = new Connection(solana.rpcUrl, 'confirmed');
  }

  /** The slot clock is stopped; tests advance it. */
  static async start({
    folder = mkdtempSync(join(tmpdir(), 'likeness-solana-')),
    payer = Keypair.generate(),
    reset = false,
  }: Start = {}): Promise<TestClient> {
    return new TestClient(await startSolana({ folder, port: 0, slotMs: 0, reset }), folder, payer);
  }

  /** Stops the node and deletes its folder. */
  async remove(): Promise<void> {
    await this.solana.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  instructions(reference: PublicKey, lamports = PRICE): TransactionInstruction[] {
    const transfer = SystemProgram.transfer({
      fromPubkey: this.payer.publicKey,
      toPubkey: new PublicKey(this.solana.treasury),
      lamports,
    });
    transfer.keys.push({ pubkey: reference, isSigner: false, isWritable: false });
    return [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
      transfer,
      new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from('likeness:LK-1') }),
    ];
  }

  async signedLegacy(
    reference = Keypair.generate().publicKey,
    lamports = PRICE,
  ): Promise<Transaction> {
    const latest = await this.connection.getLatestBlockhash();
    const transaction = new Transaction({ feePayer: this.payer.publicKey, ...latest }).add(
      ...this.instructions(reference, lamports),
    );
    transaction.sign(this.payer);
    return transaction;
  }

  treasuryBalance(commitment: Commitment): Promise<number> {
    return this.connection.getBalance(new PublicKey(this.solana.treasury), commitment);
  }
}
