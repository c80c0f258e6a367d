import type { Mint, MintChain, MintProof } from '../core/mints/mint.ts';

/** What a mint costs, in the chain's smallest unit. */
export interface MintQuote {
  /** Goes to the treasury, exactly. */
  readonly price: bigint;
  /** Deposits that the chain takes for the accounts it keeps; 0 where there are none. */
  readonly rent: bigint;
  /** For the network: at most, where its price changes from block to block. */
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
export type MintStatus =
  /** Not seen, and may still land: in so many blocks, or for so many milliseconds. `nonce`: a node has it, at this place. */
  | {
      readonly kind: 'unknown';
      readonly blocksLeft?: number;
      readonly expiresIn?: number;
      readonly nonce?: number;
    }
  | { readonly kind: 'confirmed'; readonly block: number }
  | { readonly kind: 'finalized'; readonly proof: MintProof }
  /** Finalized as failed: only the fee was taken. */
  | { readonly kind: 'failed' }
  /** It can't land any more by proof; or it is `open`: given up on a chain that would mint it once only. */
  | { readonly kind: 'expired'; readonly open?: true };

/** A chain to mint on. Rejects with LikenessError network-* and mint-*. */
export interface Minting {
  readonly chain: MintChain;
  /** For amounts: 'SOL' with 9 decimals, 'POL' with 18. */
  readonly unit: string;
  readonly decimals: number;
  /** Where the price goes: the treasury, or the contract that passes it on. */
  readonly treasury: string;
  /**
   * How the connected wallet mints.
   * @throws LikenessError 'connect-first'
   */
  way(): WalletFirst | MediaFirst;
  /**
   * What the very transaction would cost. Where the files' addresses aren't known yet, their
   * length is: the amounts are exact.
   * @throws LikenessError 'mint-insufficient-funds' | 'network-wrong' | 'mint-failed'
   */
  quote(mint: Mint, owner: string, signal?: AbortSignal): Promise<MintQuote>;
  /** Absent where every wallet sends by itself. */
  readonly sealing?: Sealing;
  /** Looks at the transaction if there is one, and at the mint's address in any case. */
  mintStatus(mint: Mint, signal?: AbortSignal): Promise<MintStatus>;
  /** Undefined where no explorer knows the chain. */
  explorerUrl(signature: string): string | undefined;
}

/** What lies between a wallet's signature and a transaction that can land. */
export interface Sealing {
  /**
   * Parses what a wallet gave back for what it was `asked`: unchanged, and validly signed.
   * @throws LikenessError 'wallet-changed-transaction'
   */
  check(
    mint: Mint,
    asked: Uint8Array,
    signed: Uint8Array,
    signal?: AbortSignal,
  ): Promise<CheckedMint>;
  /** Blocks in which it can still land, by the newest block or the newest finalized one. */
  blocksLeft(
    lastValidBlock: number,
    commitment: 'processed' | 'finalized',
    signal?: AbortSignal,
  ): Promise<number>;
  /** Puts the mint's own signature in: from here on it can land. */
  seal(mint: Mint, transaction: Uint8Array, sign: MintSigner): Promise<Uint8Array>;
  /** Resolves when a node took it. */
  broadcast(transaction: Uint8Array, signal?: AbortSignal): Promise<void>;
}

/** Signs with the mint's own key. */
export type MintSigner = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/**
 * A chain where the wallet signs without sending, and the mint's own key has to sign too. The
 * order: wallet, upload, read back, the mint's key, broadcast. A rejection publishes nothing.
 */
export interface WalletFirst {
  readonly order: 'wallet-first';
  /** Address of the wallet, which will own and pays. */
  readonly owner: string;
  /** The wallet is an app of its own: the page is left, the answer comes to the return route. */
  readonly returnsByLink: boolean;
  /** Checks funds, chain and simulation, before any wallet opens. */
  prepare(mint: Mint, signal?: AbortSignal): Promise<PreparedMint>;
  /** The signed transaction; undefined where the page was left. @throws LikenessError 'wallet-rejected' … */
  ask(mint: Mint, transaction: Uint8Array): Promise<Uint8Array | undefined>;
}

/**
 * A wallet that signs and sends at once. The order: upload, read back, wallet. After a rejection
 * the picture is public, and the user is told so.
 */
export interface MediaFirst {
  readonly order: 'media-first';
  readonly owner: string;
  /** Checks funds, chain and simulation, before anything is published. */
  prepare(
    mint: Mint,
    signal?: AbortSignal,
  ): Promise<MintQuote & { readonly transaction?: Uint8Array; readonly lastValidBlock?: number }>;
  /**
   * Asks the wallet, which sends what was prepared; the mint's own key signs before it where the
   * chain wants it to. Gives the transaction's signature or hash. @throws LikenessError 'wallet-rejected' …
   */
  send(mint: Mint, transaction: Uint8Array | undefined, sign: MintSigner): Promise<string>;
}
