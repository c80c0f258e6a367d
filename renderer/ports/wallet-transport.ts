import type {
  EthereumProvider,
  SigningPurpose,
  SolanaAnswer,
  WalletChain,
  WalletChoice,
  WalletReturn,
} from './wallets.ts';

/** The wallet's own word: another account, or (without an address) that it disconnected. */
export type AccountListener = (address: string | undefined) => void;

/**
 * One way to reach one wallet. The extension, Phantom's link and the sandbox implement it in
 * `chain/wallets`; the desktop app hands in its loopback page. A transport keeps its own session
 * and nothing else: who is signed in, and what of it is stored, is decided above it. What it
 * throws may be anything; a LikenessError reaches the user as it is.
 */
interface Transport {
  readonly chain: WalletChain;
  /** How the choice stands now, or undefined where there is no such way. Read often: cheap and synchronous. */
  choice(): WalletChoice | undefined;
  /** Asks the user. Gives the address. */
  connect(): Promise<string>;
  /** Comes back without asking; gives the address it found, or undefined when it would have to ask. */
  restore(): Promise<string | undefined>;
  /** Ends the session; quietly: without asking or leaving, since the user asked for something else. */
  disconnect(quietly?: boolean): Promise<void>;
  /** While connected. Gives a function that ends it. */
  onAccount(listener: AccountListener): () => void;
  /** Calls back when `choice` or `isAway` may have changed. Left out where they never do. */
  onChoice?(listener: () => void): () => void;
}

export interface SolanaTransport extends Transport {
  readonly chain: 'solana';
  /** Read while connected. */
  answers(): SolanaAnswer;
  /** Wire bytes in and out. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /** Gives the signature, base58; there where `answers` may say 'sent'. */
  signAndSend?(transaction: Uint8Array): Promise<string>;
  /** There where `answers` may say 'returned': stores the request, then leaves the page. */
  leaveToSign?(transaction: Uint8Array, purpose: SigningPurpose): Promise<void>;
  /** Whether this page left and has no answer yet. */
  isAway?(): boolean;
  /** Opens the same request once more, for a link that led nowhere. */
  leaveAgain?(): Promise<void>;
  /** Whatever this page left for: its answer isn't taken any more. */
  giveUp?(): void;
  /** Takes an answer at the return route. @throws LikenessError 'wallet-return-unknown' */
  takeReturn?(state: string, query: Readonly<Record<string, string>>): Promise<WalletReturn>;
  /** Gives the signature, 64 bytes. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

export interface EvmTransport extends Transport {
  readonly chain: 'evm';
  /** The same object for as long as it is connected. */
  readonly provider: EthereumProvider;
}

export type AnyTransport = SolanaTransport | EvmTransport;
