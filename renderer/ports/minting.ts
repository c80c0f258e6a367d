import type { Mint, MintProof } from '../core/mints/mint.ts';

/** What a mint costs, in the chain's smallest unit. */
export interface MintQuote {
  /** The exact amount that goes to the treasury. */
  readonly price: bigint;
  /** Deposits that the chain takes for new accounts; 0 on chains without them. */
  readonly rent: bigint;
  /** Network fee. Where fees change from block to block, the maximum. */
  readonly fee: bigint;
  /** What the wallet holds. */
  readonly balance: bigint;
}

export interface PreparedMint extends MintQuote {
  /** Serialized unsigned transaction in wire format. */
  readonly transaction: Uint8Array;
  readonly lastValidBlock: number;
}

/** A wallet's answer that was checked to be our mint. */
export interface CheckedMint {
  readonly signature: string;
  /** The wallet's answer. The mint key's signature is still missing. */
  readonly transaction: Uint8Array;
  readonly lastValidBlock: number;
}

/** The status of a mint on the chain. */
export type MintStatus =
  /**
   * Not seen, but it may still land, within `blocksLeft` blocks or `expiresIn` milliseconds.
   * `nonce`: the transaction's nonce, if a node has it.
   */
  | {
      readonly kind: 'unknown';
      readonly blocksLeft?: number;
      readonly expiresIn?: number;
      readonly nonce?: number;
    }
  | { readonly kind: 'confirmed'; readonly block: number }
  | { readonly kind: 'finalized'; readonly proof: MintProof }
  /** Finalized as failed. Only the fee was spent. */
  | { readonly kind: 'failed' }
  /**
   * It provably can't land any more. With `open`, there is no such proof: we stopped waiting, on a
   * chain whose contract mints it only once.
   */
  | { readonly kind: 'expired'; readonly open?: true };

/** A chain to mint on. Rejects with LikenessError network-* and mint-*. */
export interface Minting {
  /** Receives the price: the treasury, or the contract that forwards it. */
  readonly treasury: string;
  /**
   * How the connected wallet mints.
   * @throws LikenessError 'connect-first' | 'wallet-is-treasury' | 'wallet-link-too-long'
   */
  flow(): WalletFirst | MediaFirst;
  /**
   * What this transaction would cost. File addresses that aren't known yet have a known length, so
   * the amounts are exact.
   * @throws LikenessError 'mint-insufficient-funds' | 'network-wrong' | 'mint-failed'
   */
  quote(mint: Mint, owner: string, signal?: AbortSignal): Promise<MintQuote>;
  /** Absent on chains where every wallet sends by itself. */
  readonly sealing?: Sealing;
  /** Checks the transaction, if there is one, and always the mint's address. */
  mintStatus(mint: Mint, signal?: AbortSignal): Promise<MintStatus>;
  /** Undefined where no explorer covers the chain. */
  explorerUrl(signature: string): string | undefined;
}

/** The steps between a wallet's signature and a transaction that can land. */
export interface Sealing {
  /**
   * Parses the wallet's answer to the transaction `asked`. It must be unchanged and validly signed.
   * @throws LikenessError 'wallet-changed-transaction'
   */
  check(
    mint: Mint,
    asked: Uint8Array,
    signed: Uint8Array,
    signal?: AbortSignal,
  ): Promise<CheckedMint>;
  /**
   * In how many blocks it can still land, counted from the newest block or the newest finalized
   * one.
   */
  blocksLeft(
    lastValidBlock: number,
    commitment: 'processed' | 'finalized',
    signal?: AbortSignal,
  ): Promise<number>;
  /** Adds the mint key's signature. From here on the transaction can land. */
  seal(mint: Mint, transaction: Uint8Array, sign: MintSigner): Promise<Uint8Array>;
  /** Resolves when a node has accepted it. */
  broadcast(transaction: Uint8Array, signal?: AbortSignal): Promise<void>;
}

/** Signs with the mint's own key. */
export type MintSigner = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/**
 * Minting where the wallet signs without sending, and the mint's own key signs too. The order:
 * wallet signs, upload, read back, mint key signs, broadcast. If the user rejects, nothing was
 * published.
 */
export interface WalletFirst {
  readonly order: 'wallet-first';
  /** The wallet's address. It pays, and will own the NFT. */
  readonly owner: string;
  /** Checks funds, chain and simulation before any wallet opens. */
  prepare(mint: Mint, signal?: AbortSignal): Promise<PreparedMint>;
  /** The signed transaction. @throws LikenessError 'wallet-rejected' … */
  ask(transaction: Uint8Array): Promise<Uint8Array>;
}

/**
 * Minting with a wallet that signs and sends in one step. The order: upload, read back, wallet. If
 * the user then rejects, the picture is already public; the screen says so.
 */
export interface MediaFirst {
  readonly order: 'media-first';
  readonly owner: string;
  /** Checks funds, chain and simulation before anything is published. */
  prepare(
    mint: Mint,
    signal?: AbortSignal,
  ): Promise<MintQuote & { readonly transaction?: Uint8Array; readonly lastValidBlock?: number }>;
  /**
   * Asks the wallet to send the prepared transaction. Where the chain requires it, the mint's own
   * key signs first. Returns the transaction's signature or hash. @throws LikenessError
   * 'wallet-rejected' …
   */
  send(mint: Mint, transaction: Uint8Array | undefined, sign: MintSigner): Promise<string>;
}
