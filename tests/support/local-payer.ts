import {
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type AddressLookupTableAccount,
  type Signer,
} from '@solana/web3.js';

import { lookupKey } from '../../renderer/chain/solana/lookup-key.ts';
import { MEMO_PROGRAM } from '../../renderer/chain/solana/message.ts';
import { encodeBase58 } from '../../renderer/core/base58.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import type { PayingWallets } from '../../renderer/state/payments/contract.ts';
import type { LocalNode } from './sandbox-node.ts';
import { connectedTo } from './wallet-snapshots.ts';

export interface Form {
  readonly version?: 'legacy' | 0;
  readonly tables?: AddressLookupTableAccount[];
  readonly signer?: Signer;
}

/** A payer with SOL on a local node who signs any transaction of a test. */
export class LocalPayer {
  readonly keys = Keypair.generate();
  readonly address = this.keys.publicKey.toBase58();
  readonly #local: LocalNode;

  constructor(local: LocalNode, sol: number) {
    this.#local = local;
    local.node.chain.airdrop(this.address, sol * LAMPORTS_PER_SOL);
    local.node.advance(10);
  }

  /** A system transfer with additional keys. */
  transfer(lamports: number | bigint, to: string, ...names: string[]): TransactionInstruction {
    const transfer = SystemProgram.transfer({
      fromPubkey: this.keys.publicKey,
      toPubkey: new PublicKey(to),
      lamports,
    });
    for (const name of names)
      transfer.keys.push({ pubkey: new PublicKey(name), isSigner: false, isWritable: false });
    return transfer;
  }

  memo(text: string): TransactionInstruction {
    return new TransactionInstruction({
      programId: new PublicKey(MEMO_PROGRAM),
      keys: [],
      data: Buffer.from(text),
    });
  }

  /** What pays an order to the treasury, as the app writes it. */
  payment(order: Order, key = lookupKey(this.address)): TransactionInstruction[] {
    return [this.transfer(order.price, order.treasury, order.reference, key), this.memo(order.id)];
  }

  /** Compiled with the newest blockhash and signed. */
  compile(
    instructions: TransactionInstruction[],
    { version = 'legacy', tables = [], signer = this.keys }: Form = {},
  ): VersionedTransaction {
    const { chain } = this.#local.node;
    const { blockhash } = chain.blockhash(chain.top('processed'));
    const message = new TransactionMessage({
      payerKey: signer.publicKey,
      recentBlockhash: blockhash,
      instructions,
    });
    const transaction = new VersionedTransaction(
      version === 0 ? message.compileToV0Message(tables) : message.compileToLegacyMessage(),
    );
    transaction.sign([signer]);
    return transaction;
  }

  /** Lands it in the next block. Returns its signature. */
  land(instructions: TransactionInstruction[], form: Form = {}): string {
    const transaction = this.compile(instructions, form);
    const wire = Buffer.from(transaction.serialize()).toString('base64');
    const answer = this.#local.node.answer({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: [wire, { encoding: 'base64', skipPreflight: true }],
    });
    if ('error' in answer) throw new Error(`not taken: ${JSON.stringify(answer)}`);
    this.#local.node.advance(1);
    return encodeBase58(transaction.signatures[0] ?? new Uint8Array());
  }

  /** The wallets of an app in which this payer is signed in with one that signs. */
  wallets(address = this.address): PayingWallets {
    return {
      snapshot: () => connectedTo(address),
      signTransaction: (wire) => Promise.resolve(this.sign(wire)),
      signAndSend: () => Promise.reject(new Error('this wallet signs')),
      leaveToSign: () => Promise.reject(new Error('this wallet stays')),
    };
  }

  /** Signs like a wallet. */
  sign(wire: Uint8Array): Uint8Array {
    const transaction = VersionedTransaction.deserialize(wire);
    transaction.sign([this.keys]);
    return transaction.serialize();
  }
}
