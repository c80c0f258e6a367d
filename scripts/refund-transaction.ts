import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

import type { Ask, Connections } from '../renderer/chain/solana/connections.ts';
import { lookupKey } from '../renderer/chain/solana/lookup-key.ts';
import { MEMO_PROGRAM } from '../renderer/chain/solana/message.ts';
import { findRefund } from '../renderer/chain/solana/purchases.ts';
import { judge, readFinalized } from '../renderer/chain/solana/verify.ts';
import { isAddress } from '../renderer/core/base58.ts';
import { LikenessError } from '../renderer/core/errors.ts';
import { lamports, solText, type Lamports } from '../renderer/core/money.ts';
import { ORDER_ID } from '../renderer/core/orders/order-id.ts';
import type { PaymentProof } from '../renderer/core/orders/order.ts';
import { refundMemo } from '../renderer/core/orders/refund.ts';

/** The data of a buyer's refund request. */
export interface RefundRequest {
  readonly order: string;
  /** Signature of the payment. */
  readonly payment: string;
  /** The order's reference key. The buyer's app finds the refund by it. */
  readonly reference: string;
  /** The address that the buyer confirmed. */
  readonly to: string;
}

export interface PreparedRefund {
  /** Unsigned; the treasury signs it. */
  readonly transaction: VersionedTransaction;
  readonly amount: Lamports;
  readonly payer: string;
  /** Unix milliseconds of the payment's block, or null. The guarantee counts from it. */
  readonly paidAt: number | null;
  /**
   * For a Solana Pay wallet that holds the treasury's key. The link names no network, so it works
   * on mainnet only.
   */
  readonly link: string;
}

/**
 * The payment as one operator shows it.
 * @throws Error if it shows none, or that it was refunded
 */
async function readPayment(
  ask: Ask,
  treasury: string,
  { order: id, payment, reference }: RefundRequest,
): Promise<PaymentProof> {
  const recorded = await readFinalized(ask, payment);
  if (!recorded) throw new Error('The chain has no finalized transaction with that signature.');
  const demand = {
    id,
    reference,
    treasury,
    price: lamports(1n),
    manualAmount: lamports(1n),
    sinceSlot: -1,
  };
  const verdict = judge(demand, recorded, 'named');
  if (verdict.kind !== 'paid')
    throw new Error(
      `That transaction doesn’t pay this order: ${verdict.kind === 'no-match' ? verdict.why : verdict.kind}.`,
    );
  const earlier = await findRefund(ask, id, verdict.proof);
  if (earlier)
    throw new Error(
      `It was refunded already: ${solText(earlier.lamports)} SOL with ${earlier.signature}.`,
    );
  return verdict.proof;
}

/**
 * Checks a refund request against the chain, as two operators show it, and builds its transaction:
 * the payment's amount, back to the confirmed address, with the memo and keys by which the buyer's
 * app finds it.
 * @throws Error with a message if the request doesn't match the chain
 */
export async function prepareRefund(
  { any: ask, each }: Connections,
  treasury: string,
  request: RefundRequest,
): Promise<PreparedRefund> {
  const { order: id, payment, reference, to } = request;
  if (!ORDER_ID.test(id)) throw new Error(`${id} is not an order's id.`);
  for (const address of [reference, to])
    if (!isAddress(address)) throw new Error(`${address} is not a Solana address.`);
  const proofs: PaymentProof[] = [];
  let failure: unknown;
  for (const node of each) {
    if (proofs.length === 2) break;
    try {
      proofs.push(await readPayment(node, treasury, request));
    } catch (thrown) {
      // Another operator is asked instead of one that doesn't answer.
      if (!(thrown instanceof LikenessError)) throw thrown;
      failure = thrown;
    }
  }
  if (proofs.length < Math.min(2, each.length)) throw failure;
  const [proof, other] = proofs;
  if (!proof || (other && (other.payer !== proof.payer || other.lamports !== proof.lamports)))
    throw new Error('Two operators’ nodes show different payments.');

  const keys = [reference, lookupKey(proof.payer)];
  const transfer = SystemProgram.transfer({
    fromPubkey: new PublicKey(treasury),
    toPubkey: new PublicKey(to),
    lamports: proof.lamports,
  });
  for (const key of keys)
    transfer.keys.push({ pubkey: new PublicKey(key), isSigner: false, isWritable: false });
  const memo = new TransactionInstruction({
    programId: new PublicKey(MEMO_PROGRAM),
    keys: [],
    data: Buffer.from(refundMemo(id, payment)),
  });
  const { blockhash } = await ask((connection) => connection.getLatestBlockhash('confirmed'));
  const message = new TransactionMessage({
    payerKey: new PublicKey(treasury),
    recentBlockhash: blockhash,
    instructions: [transfer, memo],
  });
  const query = [
    `amount=${solText(proof.lamports)}`,
    ...keys.map((key) => `reference=${key}`),
    `label=Likeness`,
    `message=${encodeURIComponent(`Refund of ${id}`)}`,
    `memo=${encodeURIComponent(refundMemo(id, payment))}`,
  ];
  return {
    transaction: new VersionedTransaction(message.compileToLegacyMessage()),
    amount: proof.lamports,
    payer: proof.payer,
    paidAt: proof.blockTime,
    link: `solana:${to}?${query.join('&')}`,
  };
}
