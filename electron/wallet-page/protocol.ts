import type { Network } from '../../renderer/core/network.ts';
import type { PageWallet, WalletCall } from '../../renderer/core/wallet-calls.ts';

/** Messages between the loopback page and the main process, as JSON. Every path is a POST. */
export const PATHS = {
  session: '/api/session',
  next: '/api/next',
  stage: '/api/stage',
  answer: '/api/answer',
} as const;

/** The facts of a request, for the user to read: text, never markup. */
export interface Facts {
  /** The amount that leaves the wallet besides the fee, e.g. '1.2 SOL'. */
  readonly amount?: string;
  readonly rows: readonly Fact[];
}
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** The full form of a shortened value. */
  readonly full?: string;
}

/** A request to the wallet, shown until it is answered. */
export interface Shown {
  readonly id: string;
  readonly wallet: PageWallet;
  readonly call: WalletCall;
  readonly facts: Facts;
}

export interface Session {
  /** Sent with every further request, as a bearer token. */
  readonly key: string;
  /** Four digits that the app shows too. */
  readonly code: string;
  /** The network, and the wallet that is asked first: the page says both in its own language. */
  readonly network: Network;
  readonly wallet: PageWallet;
  /** The network for Solana wallets, which may treat each chain separately. */
  readonly chain: 'solana:mainnet' | 'solana:devnet';
}

/** `same`: nothing new, ask again. `over`: this page is no longer needed. */
export type Next =
  | { readonly state: 'request'; readonly shown: Shown }
  | { readonly state: 'nothing' }
  | { readonly state: 'same' }
  | { readonly state: 'over' };

export type PageAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'rejected' }
  /** The wallet failed, with its own message and code (EIP-1193 lists codes). */
  | { readonly kind: 'failed'; readonly message: string; readonly code?: number | undefined };

/**
 * `late`: nobody waits for it any more. `changed`: it doesn't match the request and is discarded.
 */
export type AnswerReply =
  | { readonly taken: true }
  | { readonly taken: false; readonly why: 'late' | 'changed' };
