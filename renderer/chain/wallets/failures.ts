import { type ErrorCode, LikenessError } from '../../core/errors.ts';

const DECLINED = /reject|declin|denied|cancel/i;
/** EIP-1193's code, which Phantom uses too. */
const USER_REJECTED = 4001;

/** A wallet's error wraps the one it got; the user's refusal may be in either. */
function declined(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, message, error } = thrown as { code?: unknown; message?: unknown; error?: unknown };
  return code === USER_REJECTED || (typeof message === 'string' && DECLINED.test(message)) || declined(error);
}

/** What a wallet threw, in the catalogue's words: a refusal, or else `otherwise`. */
export function walletFailure(thrown: unknown, otherwise: ErrorCode): LikenessError {
  const inner = thrown instanceof Error && 'error' in thrown ? thrown.error : undefined;
  for (const ours of [thrown, inner]) if (ours instanceof LikenessError) return ours;
  const reason = thrown instanceof Error ? thrown.message.slice(0, 200) : 'unknown';
  return new LikenessError(declined(thrown) ? 'wallet-rejected' : otherwise, { reason }, { cause: thrown });
}
