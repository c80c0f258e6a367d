import type { Subscribable } from '../core/subscribable.ts';
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
 * machine. Its value is the open request.
 */
export interface BrowserWallet extends Subscribable<BrowserWaiting | undefined> {
  /**
   * Resolves with the wallet's answer, once checked.
   * @throws LikenessError when the user or the wallet refuses, or when the page is closed
   */
  ask(call: WalletCall): Promise<unknown>;
  /** The Solana address that was last connected, unless it was forgotten since. */
  connected(): Promise<string | undefined>;
  forget(): Promise<void>;
  /** Opens the page again, at a new address. */
  openAgain(): Promise<void>;
  /** Ends the open request: 'wallet-given-up', or 'wallet-unanswered' if it may still be sent. */
  cancel(): Promise<void>;
}
