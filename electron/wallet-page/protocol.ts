import type { PageWallet, WalletCall } from '../../renderer/core/wallet-calls.ts';

/** What the loopback page and the main process say to each other, as JSON. Each path is asked by POST. */
export const PATHS = {
  session: '/api/session',
  next: '/api/next',
  stage: '/api/stage',
  answer: '/api/answer',
} as const;

/** What a request is about, for the user to read: text, never markup. */
export interface Facts {
  /** The amount that leaves the wallet beside the fee, e.g. '1.2 SOL'. */
  readonly amount?: string;
  readonly rows: readonly Fact[];
}
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** The whole of a shortened value. */
  readonly full?: string;
}

/** One request to the wallet, shown until it is answered. */
export interface Shown {
  readonly id: string;
  readonly wallet: PageWallet;
  readonly call: WalletCall;
  readonly facts: Facts;
}

export interface Session {
  /** Goes with every further request, as a bearer's token. */
  readonly key: string;
  /** Four digits that the app shows too. */
  readonly code: string;
  /** Whose chain it is, e.g. 'Network: Solana Mainnet'. */
  readonly network: string;
  /** The same for Solana's wallets, which may guard each chain apart. */
  readonly chain: 'solana:mainnet' | 'solana:devnet';
}

/** `same`: nothing new yet, ask again. `over`: this page has served its turn. */
export type Next =
  | { readonly state: 'request'; readonly shown: Shown }
  | { readonly state: 'nothing' }
  | { readonly state: 'same' }
  | { readonly state: 'over' };

export type PageAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'rejected' }
  /** The wallet failed; message and code are its own (EIP-1193 has a list). */
  | { readonly kind: 'failed'; readonly message: string; readonly code?: number | undefined };

/** `late`: nobody waits for it any more. `changed`: it isn't what was asked for, and goes nowhere. */
export type AnswerReply =
  { readonly taken: true } | { readonly taken: false; readonly why: 'late' | 'changed' };
