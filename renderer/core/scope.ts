/**
 * The profile that a row belongs to and the chain it counts on. Every stored row carries both, so
 * that a reset sandbox or a second profile never shows, or spends, what isn't its own.
 */
export interface Scope {
  /** 'guest', or 'wallet:<address>', or 'email:<vault id>'. */
  readonly profileId: string;
  /** Genesis hash of the Solana chain, base58. */
  readonly genesis: string;
}

/** The scope alone, of anything that has one. */
export const scopeOf = ({ profileId, genesis }: Scope): Scope => ({ profileId, genesis });

export const GUEST_PROFILE = 'guest';
export const walletProfile = (address: string): string => `wallet:${address}`;
export const walletAddress = (profileId: string): string | undefined =>
  profileId.startsWith('wallet:') ? profileId.slice('wallet:'.length) : undefined;
export const emailProfile = (vaultId: string): string => `email:${vaultId}`;
export const isEmailProfile = (profileId: string): boolean => profileId.startsWith('email:');
