import type { PageStage, PageWallet, WalletCall } from '../core/wallet-calls.ts';

/** The request that is open in the user's browser. */
export interface BrowserWaiting {
  /** Four digits that the browser page shows too. */
  readonly code: string;
  readonly wallet: PageWallet;
  readonly stage: PageStage;
}

/**
 * Wallets in the user's own browser. The desktop app reaches them through a page served on this
 * machine.
 */
export interface BrowserWallet {
  /**
   * Resolves with the wallet's answer, once checked.
   * @throws LikenessError when the user or the wallet refuses, or when the page is closed
   */
  ask(call: WalletCall): Promise<unknown>;
  /** The Solana address that was last connected, unless it was forgotten since. */
  connected(): Promise<string | undefined>;
  forget(): Promise<void>;
  /** Returns the same object until the request changes. */
  waiting(): BrowserWaiting | undefined;
  subscribe(listener: () => void): () => void;
  /** Opens the page again, at a new address. */
  openAgain(): Promise<void>;
  /** Ends the open request with 'wallet-given-up'. */
  cancel(): Promise<void>;
}
