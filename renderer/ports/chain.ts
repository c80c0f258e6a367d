import type { Lamports } from '../core/money.ts';
import type { Order, PaymentProof } from '../core/orders/order.ts';

export interface PreparedPayment {
  /** Serialized unsigned transaction, wire format. */
  readonly transaction: Uint8Array;
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly fee: Lamports;
}

export type SignatureStatus =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'seen'; readonly commitment: 'processed' | 'confirmed' | 'finalized'; readonly slot: number; readonly failed: boolean };

/** What the verifier says of a transaction for an order. */
export type Verdict =
  | { readonly kind: 'paid'; readonly proof: PaymentProof }
  | { readonly kind: 'not-yet' }
  | {
      readonly kind: 'no-match';
      readonly why: 'failed' | 'no-reference' | 'wrong-recipient' | 'too-little' | 'too-early' | 'already-used' | 'other-chain';
      readonly lamports?: Lamports;
    };

/** Solana, as far as payments need it. Rejects with LikenessError network-* / insufficient-funds. */
export interface Chain {
  genesis(): Promise<string>;
  balance(address: string, signal?: AbortSignal): Promise<Lamports>;
  /** Simulates, sizes the compute limit and gives the transaction to sign. */
  preparePayment(order: Order, payer: string, signal?: AbortSignal): Promise<PreparedPayment>;
  /** Parses what the wallet gave back: same transfer, reference, memo, fee payer, and a valid signature. */
  checkSigned(order: Order, payer: string, signed: Uint8Array): { signature: string };
  broadcast(signed: Uint8Array): Promise<void>;
  status(signature: string): Promise<SignatureStatus>;
  /** Finalized block height. */
  finalizedHeight(): Promise<number>;
  /** True once the signature can never land: past its height, unknown with history, nothing under the reference. */
  expiryProven(order: Order, signature: string | undefined, lastValidBlockHeight: number): Promise<boolean>;
  verify(order: Order, signature: string): Promise<Verdict>;
  /** Finalized payment under the order's reference, if any: dust and mismatches are passed over. */
  findByReference(order: Order): Promise<PaymentProof | undefined>;
  /** Finalized plain transfer of exactly the order's manual amount, later than the order. */
  findByAmount(order: Order): Promise<PaymentProof | undefined>;
  explorerUrl(signature: string): string;
}
