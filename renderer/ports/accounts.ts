export interface AccountSnapshot {
  /**
   * 'restoring': an account was open when this page began, and its key is being looked for.
   * 'locked': it needs its password again; until then nobody else's library stands in for it.
   */
  readonly status: 'none' | 'restoring' | 'locked' | 'open';
  /** The vault's id, random, while open. */
  readonly id?: string;
  /** Known while open, and in the page that it was locked in: a locked account's address can't be read from storage. */
  readonly email?: string;
  /** A key is kept on this device, so that the account opens by itself. */
  readonly remembered: boolean;
  /** Minutes without a touch until it locks; 0 for never. A remembered account doesn't lock by itself. */
  readonly idleMinutes: number;
  /** False until the user has shown that the recovery code was kept. */
  readonly codeKept: boolean;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/**
 * Accounts that live on this device: each is a vault that its password, or its recovery code,
 * opens. At most one is open at a time, in all tabs alike. Rejects with LikenessError.
 */
export interface Accounts {
  snapshot(): AccountSnapshot;
  subscribe(listener: () => void): () => void;
  /** Brings back a remembered account, or one that another tab has open. */
  start(): Promise<void>;
  /** Makes an account and opens it. The recovery code is given this once. @throws 'account-exists' */
  create(credentials: Credentials): Promise<{ readonly recoveryCode: string }>;
  /** @throws 'account-unknown' | 'password-wrong' | 'account-slow-down' with `seconds` in its context */
  open(credentials: Credentials): Promise<void>;
  /** Opens by the recovery code and sets a new password. @throws 'account-unknown' | 'recovery-code-wrong' | 'account-slow-down' */
  recover(credentials: Credentials & { readonly code: string }): Promise<void>;
  /** Of the open account. @throws 'password-wrong' | 'account-slow-down' */
  changePassword(current: string, next: string): Promise<void>;
  /** A new recovery code in place of the old one. @throws 'password-wrong' | 'account-slow-down' */
  renewCode(password: string): Promise<{ readonly recoveryCode: string }>;
  /** The user has shown that the code was kept. */
  keptCode(): Promise<void>;
  /** Keeps, or forgets, the key that opens the account by itself. */
  remember(on: boolean): Promise<void>;
  setIdleMinutes(minutes: number): Promise<void>;
  /** Locks, in every tab; a remembered key is forgotten. */
  lock(): Promise<void>;
  /** Locks, and leaves as a guest. */
  signOut(): Promise<void>;
  /** Removes the account and all that it holds. @throws 'password-wrong' | 'account-slow-down' */
  erase(password: string): Promise<void>;
}
