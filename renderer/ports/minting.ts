import type { Mint, MintChain, MintProof } from '../core/mints/mint.ts';

/** What a mint costs, in the chain's smallest unit. */
export interface MintQuote {
  /** Goes to the treasury. */
  readonly price: bigint;
  /** Deposits that the chain takes for the accounts it keeps; 0 where there are none. */
  readonly rent: bigint;
  readonly fee: bigint;
  readonly total: bigint;
}

export interface PreparedMint extends MintQuote {
  /** Serialized unsigned transaction, wire format. */
  readonly transaction: Uint8Array;
  readonly lastValidBlock: number;
}

/** What a wallet gave back, found to be our mint. */
export interface CheckedMint {
  readonly signature: string;
  /** The wallet's answer; the mint's own signature is still missing. */
  readonly transaction: Uint8Array;
  readonly lastValidBlock: number;
}

/** Where a mint stands, by the chain's word. */
export type MintStanding =
  /** Not seen, and may still land. */
  | { readonly kind: 'unknown'; readonly blocksLeft?: number }
  | { readonly kind: 'confirmed'; readonly block: number }
  | { readonly kind: 'finalized'; readonly proof: MintProof }
  /** Finalized as failed: only the fee was taken. */
  | { readonly kind: 'failed' }
  /** Proven that it can't land any more. */
  | { readonly kind: 'expired' };

interface MintingBase {
  readonly chain: MintChain;
  /** For amounts: 'SOL' with 9 decimals, 'POL' with 18. */
  readonly unit: string;
  readonly decimals: number;
  /**
   * Address of the wallet that would own and pay.
   * @throws LikenessError 'connect-first'
   */
  owner(): string;
  /**
   * What the very transaction would cost. Where the files' addresses aren't known yet, their
   * length is: the amounts are exact.
   * @throws LikenessError 'mint-insufficient-funds' | 'network-wrong' | 'mint-failed'
   */
  quote(mint: Mint, owner: string, signal?: AbortSignal): Promise<MintQuote>;
  /** Looks at the transaction if there is one, and at the mint's address in any case. */
  standing(mint: Mint, signal?: AbortSignal): Promise<MintStanding>;
  explorerUrl(signature: string): string;
}

/**
 * A chain where the wallet signs without sending, and the mint's own key has to sign too. The
 * order: wallet, upload, read back, the mint's key, broadcast. A rejection publishes nothing.
 */
export interface WalletFirstMinting extends MintingBase {
  readonly order: 'wallet-first';
  /** Checks funds, chain and simulation, before any wallet opens. */
  prepare(mint: Mint, owner: string, signal?: AbortSignal): Promise<PreparedMint>;
  /** Asks the connected wallet. @throws LikenessError 'wallet-rejected' … */
  askWallet(transaction: Uint8Array): Promise<Uint8Array>;
  /** The wallet's answer comes as an address that opens the app anew. */
  readonly returnsByLink: () => boolean;
  /**
   * Parses what the wallet gave back: unchanged, and validly signed.
   * @throws LikenessError 'wallet-changed-transaction'
   */
  check(mint: Mint, prepared: { readonly owner: string; readonly lastValidBlock: number }, signed: Uint8Array, signal?: AbortSignal): Promise<CheckedMint>;
  /** Blocks in which it can still land. */
  blocksLeft(lastValidBlock: number, signal?: AbortSignal): Promise<number>;
  /** Puts the mint's own signature in: from here on it can land. */
  seal(mint: Mint, transaction: Uint8Array, sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>): Promise<Uint8Array>;
  /** Resolves when a node took it. */
  broadcast(transaction: Uint8Array, signal?: AbortSignal): Promise<void>;
}

/**
 * A wallet that signs and sends at once. The order: upload, read back, wallet. After a rejection
 * the picture is public, and the user is told so.
 */
export interface MediaFirstMinting extends MintingBase {
  readonly order: 'media-first';
  /** Checks funds, chain and simulation, before anything is published. */
  prepare(mint: Mint, owner: string, signal?: AbortSignal): Promise<MintQuote & { readonly lastValidBlock?: number }>;
  /** Asks the wallet, which sends. Gives the transaction's hash. @throws LikenessError 'wallet-rejected' … */
  send(mint: Mint, owner: string): Promise<string>;
}

export type Minting = WalletFirstMinting | MediaFirstMinting;
