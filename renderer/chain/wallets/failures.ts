import { LikenessError, type ErrorCode } from '../../core/errors.ts';

const DECLINED = /reject|declin|denied|cancel/i;
/**
 * When the wallet sends, nodes can reject too, and a sent transaction can be cancelled. Only the
 * user's own refusal proves that nothing was sent.
 */
const DECLINED_BY_USER =
  /\buser\b.{0,40}(reject|declin|denied|cancel)|(reject|declin|denied|cancel)\w* by (the )?user\b/i;
/** EIP-1193's code; Phantom uses it too. */
const USER_REJECTED = 4001;
/** The wallet already has an open request from this page. */
const ALREADY_OPEN = -32_002;

/** A wallet's error wraps another one, and either may be the user's refusal. */
function declined(thrown: unknown, words: RegExp): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, message, error } = thrown as { code?: unknown; message?: unknown; error?: unknown };
  return (
    code === USER_REJECTED ||
    (typeof message === 'string' && words.test(message)) ||
    declined(error, words)
  );
}

const isBusy = (thrown: unknown): boolean =>
  typeof thrown === 'object' &&
  thrown !== null &&
  ((thrown as { code?: unknown }).code === ALREADY_OPEN ||
    isBusy((thrown as { error?: unknown }).error));

/**
 * Maps a wallet's error to an error code: a refusal, a request that is already open, or
 * `otherwise`.
 */
export function walletFailure(
  thrown: unknown,
  otherwise: ErrorCode,
  refused: ErrorCode = 'wallet-rejected',
  words = DECLINED,
): LikenessError {
  const inner = thrown instanceof Error && 'error' in thrown ? thrown.error : undefined;
  for (const ours of [thrown, inner]) if (ours instanceof LikenessError) return ours;
  const reason = thrown instanceof Error ? thrown.message.slice(0, 200) : 'unknown';
  const code = isBusy(thrown) ? 'wallet-busy' : declined(thrown, words) ? refused : otherwise;
  return new LikenessError(code, { reason }, { cause: thrown });
}

/**
 * The same for a call in which the wallet sends: here 'wallet-rejected' guarantees that nothing was
 * sent.
 */
export const sendingFailure = (thrown: unknown): LikenessError =>
  walletFailure(thrown, 'transaction-failed', 'wallet-rejected', DECLINED_BY_USER);
