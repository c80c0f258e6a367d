/** The specification's wallet types; 'none' when nobody is signed in. */
export type WalletType = 'phantom' | 'metamask' | 'none';

/** How a connection is held; kept beside `walletState`, never inside it. */
export type WalletTransport = 'extension' | 'link' | 'loopback' | 'sandbox';

export interface WalletChoice {
  readonly id: string;
  /** 'Phantom', 'Sandbox Wallet' … as the button names it. */
  readonly name: string;
  readonly type: Exclude<WalletType, 'none'>;
  readonly transport: WalletTransport;
  readonly installed: boolean;
  /** Opened in a new tab when it isn't installed. */
  readonly installUrl?: string;
}

export interface WalletSnapshot {
  readonly status: 'idle' | 'restoring' | 'connecting' | 'connected';
  readonly type: WalletType;
  readonly address: string;
  /** How the connection is held, while there is one. */
  readonly transport?: WalletTransport;
  readonly choices: readonly WalletChoice[];
}

/** One connection, shared by every screen. Rejects with LikenessError phantom-* / wallet-*. */
export interface Wallets {
  snapshot(): WalletSnapshot;
  subscribe(listener: () => void): () => void;
  /** Looks for wallets and restores what the specification lets be restored. */
  start(): Promise<void>;
  connect(choiceId: string): Promise<{ address: string }>;
  disconnect(): Promise<void>;
  /**
   * Asks the connected Solana wallet to sign; gives the signed wire transaction.
   * @throws LikenessError 'wallet-rejected' | 'wallet-not-connected' | 'transaction-failed'
   */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
}
