import type { ErrorCode } from '../core/errors.ts';

/** The specification's wallet types; 'none' when nobody is signed in. */
export type WalletType = 'phantom' | 'metamask' | 'none';

/** How a connection is held; kept beside `walletState`, never inside it. */
export type WalletTransport = 'extension' | 'link' | 'loopback' | 'sandbox';

/** What a wallet signs for: Phantom pays and mints on Solana, MetaMask mints on Polygon. */
export type WalletChain = 'solana' | 'evm';

export interface WalletChoice {
  readonly id: string;
  /** 'Phantom', 'Sandbox Wallet' … as the button names it. */
  readonly name: string;
  readonly type: Exclude<WalletType, 'none'>;
  readonly transport: WalletTransport;
  readonly installed: boolean;
  /** Opened in a new tab when it isn't installed. */
  readonly installUrl?: string;
  /** It works, but there is a better way here: it stands behind the others. */
  readonly second?: boolean;
}

/** A wallet that can be asked now, whoever is signed in. */
export interface HeldWallet {
  readonly choiceId: string;
  /** Base58 on Solana; 0x and lower case on an EVM chain. */
  readonly address: string;
  readonly transport: WalletTransport;
}

/**
 * How a Solana wallet answers a request to sign a transaction, and by which method it is asked:
 * - 'signed': it gives the signed transaction (`signTransaction`), and we send it;
 * - 'sent': it can only sign and send at once (`signAndSend`);
 * - 'returned': the page is left, maybe for good (`leaveToSign`); the answer comes to the return
 *   route, in a page that may be new. Whoever asks stores what it waits for first.
 */
export type SolanaAnswer = 'signed' | 'sent' | 'returned';

export interface SolanaWallet extends HeldWallet {
  readonly answers: SolanaAnswer;
}

export interface WalletSnapshot {
  /** Of who is signed in: a tool that is connecting doesn't show here but in `asked`. */
  readonly status: 'idle' | 'restoring' | 'connecting' | 'connected';
  readonly type: WalletType;
  readonly address: string;
  /** How the connection of who is signed in is held, while there is one. */
  readonly transport?: WalletTransport;
  /** The wallet that signs on each chain: who is signed in, or a tool beside them. */
  readonly solana?: SolanaWallet;
  readonly evm?: HeldWallet;
  /** Id of the choice whose wallet is being asked to connect. */
  readonly asked?: string;
  /** This page left for the wallet's app and has no answer from it yet. */
  readonly away?: true;
  readonly choices: readonly WalletChoice[];
}

/** What a signature is for, told back when the answer comes to the return route. */
export type SigningPurpose =
  | { readonly kind: 'order'; readonly orderId: string }
  | { readonly kind: 'mint'; readonly mintId: string };

/** What came back to the return route. `backTo` is the path at which the user left. */
export type WalletReturn = { readonly backTo: string } & (
  | { readonly kind: 'connected'; readonly address: string }
  /** The signed wire transaction, unchecked. */
  | { readonly kind: 'signed'; readonly purpose: SigningPurpose; readonly transaction: Uint8Array }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly purpose?: SigningPurpose }
  /** Nothing is left to do. */
  | { readonly kind: 'done' }
);

/** EIP-1193, as far as it is needed; viem's `custom` transport takes it. */
export interface EthereumProvider {
  /** Rejects as EIP-1193 says: an error with `code`, 4001 for the user's refusal. */
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  /** `accountsChanged` gives string[], `chainChanged` a hex string. Gives a function that ends it. */
  on(event: 'accountsChanged' | 'chainChanged', listener: (value: unknown) => void): () => void;
}

/**
 * One connection for each chain, shared by every screen. The first one signs in; who is signed in
 * is what `walletState` stores. One on the other chain is a tool: it never changes who is signed
 * in, and it leaves with them. Rejects with LikenessError phantom-*, metamask-* or wallet-*.
 */
export interface Wallets {
  snapshot(): WalletSnapshot;
  subscribe(listener: () => void): () => void;
  /** Looks for wallets and restores what the specification lets be restored. */
  start(): Promise<void>;
  /**
   * While an email account is open every wallet is a tool and nobody is signed in by wallet. Set
   * it before `start`, so that a stored wallet comes back as a tool.
   */
  toolsOnly(on: boolean): void;
  /** While the page is away for one wallet, asking another gives that up. */
  connect(choiceId: string): Promise<{ address: string }>;
  /** Without a chain, or with that of who is signed in: everything. */
  disconnect(chain?: WalletChain): Promise<void>;
  /**
   * Asks the Solana wallet to sign; gives the signed wire transaction.
   * @throws LikenessError 'wallet-rejected' | 'wallet-not-connected' | 'transaction-failed'
   */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /** For a wallet that answers 'sent': gives the signature, base58. Throws as `signTransaction`. */
  signAndSend(transaction: Uint8Array): Promise<string>;
  /**
   * For a wallet that answers 'returned': stores the request and leaves for the wallet. What comes
   * back is taken at the return route. Throws as `signTransaction`.
   */
  leaveToSign(transaction: Uint8Array, purpose: SigningPurpose): Promise<void>;
  /**
   * Takes what a wallet brought to the return route, once.
   * @throws LikenessError 'wallet-return-unknown' when no open request is answered by it
   */
  takeReturn(state: string, query: Readonly<Record<string, string>>): Promise<WalletReturn>;
  /** Opens the wallet's app with the same request once more. */
  leaveAgain(): Promise<void>;
  /** Whatever this page left for: its answer isn't taken any more, and who waits for it is told. */
  giveUp(): void;
  /** The 64 bytes of the Solana wallet's Ed25519 signature. Throws as `signTransaction`. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
  /** MetaMask's provider while it is connected. It stays the same object for as long as it is. */
  ethereum(): EthereumProvider | undefined;
}
