import type { Subscribable } from '../core/subscribable.ts';

export interface AccountSnapshot {
  /**
   * 'restoring': an account was open when this page loaded, and the app is looking for its key.
   * 'locked': the account needs its password again. Until then no other library is shown in its
   * place.
   */
  readonly status: 'none' | 'restoring' | 'locked' | 'open';
  /** Random id of the account's vault. Set while the account is open. */
  readonly id?: string;
  /**
   * Set while the account is open, and in the page that locked it. A locked account's address can't
   * be read from storage.
   */
  readonly email?: string;
  /** The key is kept on this device, so the account opens without a password. */
  readonly remembered: boolean;
  /**
   * Minutes of inactivity before the account locks; 0 for never. A remembered account doesn't lock
   * itself.
   */
  readonly idleMinutes: number;
  /** False until the user has confirmed that they stored the recovery code. */
  readonly codeKept: boolean;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/**
 * Accounts on this device. Each one is an encrypted vault, opened by a password or a recovery code.
 * At most one account is open at a time, in all tabs together. Rejects with LikenessError.
 */
export interface Accounts extends Subscribable<AccountSnapshot> {
  /** Reopens a remembered account, or one that is open in another tab. */
  start(): Promise<void>;
  /**
   * Creates an account and opens it. The recovery code is returned only once. @throws
   * 'account-exists'
   */
  create(credentials: Credentials): Promise<{ readonly recoveryCode: string }>;
  /** @throws 'account-unknown' | 'password-wrong' | 'account-slow-down' with `seconds` in its context */
  open(credentials: Credentials): Promise<void>;
  /**
   * Opens an account with its recovery code and sets a new password. The code is then spent; the
   * result holds a new one.
   * @throws 'account-unknown' | 'recovery-code-wrong' | 'account-slow-down'
   */
  recover(
    credentials: Credentials & { readonly code: string },
  ): Promise<{ readonly recoveryCode: string }>;
  /** Changes the open account's password. @throws 'password-wrong' | 'account-slow-down' */
  changePassword(current: string, next: string): Promise<void>;
  /** Replaces the recovery code with a new one. @throws 'password-wrong' | 'account-slow-down' */
  renewCode(password: string): Promise<{ readonly recoveryCode: string }>;
  /** Records that the user confirmed they stored the recovery code. */
  keptCode(): Promise<void>;
  /** Stores the key that opens the account without a password, or deletes it. */
  remember(on: boolean): Promise<void>;
  setIdleMinutes(minutes: number): Promise<void>;
  /** Locks the account in every tab and deletes a remembered key. */
  lock(): Promise<void>;
  /** Locks the account and continues as a guest. */
  signOut(): Promise<void>;
  /** Deletes the account and everything in it. @throws 'password-wrong' | 'account-slow-down' */
  erase(password: string): Promise<void>;
}
