import type {
  EthereumProvider,
  SigningPurpose,
  SolanaAnswer,
  WalletChain,
  WalletChoice,
  WalletReturn,
} from './wallets.ts';

/**
 * Called when the wallet switches to another account, or without an address when it disconnects.
 */
export type AccountListener = (address: string | undefined) => void;

/**
 * One way to reach one wallet. The extension, Phantom's link and the sandbox implement it in
 * `chain/wallets`; the desktop app provides its loopback page. A transport keeps only its own
 * session. The layer above decides who is signed in and what is stored. A transport may throw
 * anything; a LikenessError reaches the user unchanged.
 */
interface Transport {
  readonly chain: WalletChain;
  /**
   * The wallet as a choice for the user; undefined where this transport isn't available. Called
   * often: cheap and synchronous.
   */
  choice(): WalletChoice | undefined;
  /** Asks the user. Resolves with the address. */
  connect(): Promise<string>;
  /**
   * Reconnects without asking the user. Resolves with the address, or undefined if it would have to
   * ask.
   */
  restore(): Promise<string | undefined>;
  /**
   * Ends the session. `quietly`: without asking the user or leaving the page, because they asked
   * for something else.
   */
  disconnect(quietly?: boolean): Promise<void>;
  /** Works while connected. Returns a function that unsubscribes. */
  onAccount(listener: AccountListener): () => void;
  /** Calls back when `choice` or `isAway` may have changed. Omitted where they never do. */
  onChoice?(listener: () => void): () => void;
}

export interface SolanaTransport extends Transport {
  readonly chain: 'solana';
  /** Valid while connected. */
  answers(): SolanaAnswer;
  /** Takes and returns wire bytes. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /** Resolves with the signature in base58. Present where `answers` may return 'sent'. */
  signAndSend?(transaction: Uint8Array): Promise<string>;
  /** Stores the request, then leaves the page. Present where `answers` may return 'returned'. */
  leaveToSign?(transaction: Uint8Array, purpose: SigningPurpose): Promise<void>;
  /** Whether this page left for the wallet and has no answer yet. */
  isAway?(): boolean;
  /** Opens the same request again, for a link that led nowhere. */
  leaveAgain?(): Promise<void>;
  /** Stops waiting for the open request. A later answer to it is refused. */
  giveUp?(): void;
  /** Accepts an answer at the return route. @throws LikenessError 'wallet-return-unknown' */
  takeReturn?(state: string, query: Readonly<Record<string, string>>): Promise<WalletReturn>;
  /** Resolves with the signature, 64 bytes. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

export interface EvmTransport extends Transport {
  readonly chain: 'evm';
  /** The same object while it stays connected. */
  readonly provider: EthereumProvider;
}

export type AnyTransport = SolanaTransport | EvmTransport;
