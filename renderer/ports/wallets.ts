import type { ErrorCode } from '../core/errors.ts';
import type { Subscribable } from '../core/subscribable.ts';

/** The wallet type that is stored; 'none' when nobody is signed in. */
export type WalletType = 'phantom' | 'metamask' | 'none';

/** How a connection is made. Stored beside `walletState`, never inside it. */
export type WalletTransport = 'extension' | 'link' | 'loopback' | 'sandbox';

/** The chain a wallet signs for: Phantom pays and mints on Solana, MetaMask mints on Polygon. */
export type WalletChain = 'solana' | 'evm';

export interface WalletChoice {
  readonly id: string;
  /** 'Phantom', 'Sandbox Wallet' …, as on the button. */
  readonly name: string;
  readonly type: Exclude<WalletType, 'none'>;
  readonly transport: WalletTransport;
  readonly installed: boolean;
  /** Opened in a new tab if the wallet isn't installed. */
  readonly installUrl?: string;
  /** Installed on this device, it would work only in its own browser. */
  readonly onPhone?: boolean;
  /** It works, but another choice is better here: list it after the others. */
  readonly second?: boolean;
}

/** A connected wallet that can sign now, whether or not it is the one signed in. */
export interface HeldWallet {
  readonly choiceId: string;
  /** Base58 on Solana; 0x and lower case on an EVM chain. */
  readonly address: string;
  readonly transport: WalletTransport;
}

/**
 * How a Solana wallet answers a request to sign a transaction, and the method that asks it:
 * - 'signed': it returns the signed transaction (`signTransaction`), and we send it;
 * - 'sent': it can only sign and send in one step (`signAndSend`);
 * - 'returned': the page is left, perhaps forever (`leaveToSign`); the answer comes to the return
 *   route, possibly in a new page. The caller stores what it waits for before it asks.
 */
export type SolanaAnswer = 'signed' | 'sent' | 'returned';

export interface SolanaWallet extends HeldWallet {
  readonly answers: SolanaAnswer;
}

export interface WalletSnapshot {
  /** Of the signed-in wallet. A second wallet that is connecting appears in `asked` only. */
  readonly status: 'idle' | 'restoring' | 'connecting' | 'connected';
  readonly type: WalletType;
  readonly address: string;
  /** How the signed-in wallet is connected, if there is one. */
  readonly transport?: WalletTransport;
  /** The wallet that signs on each chain: the signed-in one, or a second one beside it. */
  readonly solana?: SolanaWallet;
  readonly evm?: HeldWallet;
  /** Id of the choice whose wallet is being asked to connect. */
  readonly asked?: string;
  /** This page left for the wallet's app and has no answer from it yet. */
  readonly away?: true;
  readonly choices: readonly WalletChoice[];
}

/** What a signature is for. It comes back with the answer at the return route. */
export interface SigningPurpose {
  readonly kind: 'order';
  readonly orderId: string;
}

/** The answer that arrived at the return route. `backTo` is the path where the user left. */
export type WalletReturn = { readonly backTo: string } & (
  | { readonly kind: 'connected'; readonly address: string }
  /** The signed wire transaction, not yet checked. */
  | { readonly kind: 'signed'; readonly purpose: SigningPurpose; readonly transaction: Uint8Array }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly purpose?: SigningPurpose }
  /** Nothing is left to do. */
  | { readonly kind: 'done' }
);

/** The part of EIP-1193 that we use; viem's `custom` transport accepts it. */
export interface EthereumProvider {
  /** Rejects as EIP-1193 specifies: an error with a `code`, 4001 when the user refuses. */
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
}

/**
 * The wallet connections, one per chain, shared by every screen. The first wallet to connect is
 * signed in, and `walletState` stores it. A wallet on the other chain is secondary: it never
 * changes who is signed in, and it disconnects together with the first. Rejects with LikenessError
 * phantom-*, metamask-* or wallet-*.
 */
export interface Wallets extends Subscribable<WalletSnapshot> {
  /** Finds wallets and restores the connections that may be restored without asking. */
  start(): Promise<void>;
  /**
   * While an email account is open, every wallet is secondary and none is signed in. Call before
   * `start`, so that a stored wallet is restored as secondary.
   */
  onlySecondary(on: boolean): void;
  /** Connects a wallet. If the page is away for another wallet, that request is given up. */
  connect(choiceId: string): Promise<{ address: string }>;
  /**
   * Disconnects one chain's wallet. Without a chain, or with the signed-in wallet's chain,
   * disconnects all.
   */
  disconnect(chain?: WalletChain): Promise<void>;
  /**
   * Asks the Solana wallet to sign. Resolves with the signed wire transaction.
   * @throws LikenessError 'wallet-rejected' | 'wallet-not-connected' | 'transaction-failed'
   */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /**
   * For a wallet that answers 'sent': resolves with the signature in base58. Throws as
   * `signTransaction`.
   */
  signAndSend(transaction: Uint8Array): Promise<string>;
  /**
   * For a wallet that answers 'returned': stores the request and leaves for the wallet. The answer
   * arrives at the return route. Throws as `signTransaction`.
   */
  leaveToSign(transaction: Uint8Array, purpose: SigningPurpose): Promise<void>;
  /**
   * Accepts a wallet's answer at the return route, once.
   * @throws LikenessError 'wallet-return-unknown' when it answers no open request
   */
  takeReturn(state: string, query: Readonly<Record<string, string>>): Promise<WalletReturn>;
  /** Opens the wallet's app again with the same request. */
  leaveAgain(): Promise<void>;
  /**
   * Stops waiting for the open request and notifies its caller. A later answer to it is refused.
   */
  giveUp(): void;
  /** Resolves with the Solana wallet's Ed25519 signature, 64 bytes. Throws as `signTransaction`. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
  /** MetaMask's provider while it is connected; the same object for that time. */
  ethereum(): EthereumProvider | undefined;
}
