import type { PageStage, PageWallet, WalletCall } from '../core/wallet-calls.ts';

/** What the user is asked in their browser now. */
export interface BrowserWaiting {
  /** Four digits that the page there shows too. */
  readonly code: string;
  readonly wallet: PageWallet;
  readonly stage: PageStage;
}

/** Wallets in the user's own browser, which the desktop app reaches through a page on this machine. */
export interface BrowserWallet {
  /** Resolves with the wallet's checked answer. @throws LikenessError as the user, the wallet or the page's end decides */
  ask(call: WalletCall): Promise<unknown>;
  /** The Solana address that was last connected and not forgotten since. */
  connected(): Promise<string | undefined>;
  forget(): Promise<void>;
  /** The same object until it changes. */
  waiting(): BrowserWaiting | undefined;
  subscribe(listener: () => void): () => void;
  /** Opens the page once more, at a new address. */
  openAgain(): Promise<void>;
  /** What is asked ends with 'wallet-given-up'. */
  cancel(): Promise<void>;
}
