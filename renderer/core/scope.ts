/**
 * Whose row it is and on which chain it counts. Every stored row carries both, so that a reset
 * sandbox or a second profile never shows, or spends, what isn't its own.
 */
export interface Scope {
  /** 'guest', or 'wallet:<address>', or 'email:<vault id>'. */
  readonly profileId: string;
  /** Genesis hash of the Solana chain, base58. */
  readonly genesis: string;
}

export const GUEST_PROFILE = 'guest';
export const walletProfile = (address: string): string => `wallet:${address}`;
export const emailProfile = (vaultId: string): string => `email:${vaultId}`;
export const isEmailProfile = (profileId: string): boolean => profileId.startsWith('email:');
