import { type ErrorCode, LikenessError } from '../../core/errors.ts';

const DECLINED = /reject|declin|denied|cancel/i;
/** EIP-1193's code, which Phantom uses too. */
const USER_REJECTED = 4001;
/** A request of this page is open in the wallet already. */
const ALREADY_OPEN = -32_002;

/** A wallet's error wraps the one it got; the user's refusal may be in either. */
function declined(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, message, error } = thrown as { code?: unknown; message?: unknown; error?: unknown };
  return code === USER_REJECTED || (typeof message === 'string' && DECLINED.test(message)) || declined(error);
}

const isBusy = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null &&
  ((thrown as { code?: unknown }).code === ALREADY_OPEN || isBusy((thrown as { error?: unknown }).error));

/** What a wallet threw, in the catalogue's words: a refusal, a request that is open already, or else `otherwise`. */
export function walletFailure(thrown: unknown, otherwise: ErrorCode, refused: ErrorCode = 'wallet-rejected'): LikenessError {
  const inner = thrown instanceof Error && 'error' in thrown ? thrown.error : undefined;
  for (const ours of [thrown, inner]) if (ours instanceof LikenessError) return ours;
  const reason = thrown instanceof Error ? thrown.message.slice(0, 200) : 'unknown';
  const code = isBusy(thrown) ? 'wallet-busy' : declined(thrown) ? refused : otherwise;
  return new LikenessError(code, { reason }, { cause: thrown });
}
