import { LikenessError, type ErrorCode } from '../../core/errors.ts';

const DECLINED = /reject|declin|denied|cancel/i;
/** Nodes reject too, and what was sent can be cancelled: of a call that sends, only the user's own no says that nothing was. */
const DECLINED_BY_USER =
  /\buser\b.{0,40}(reject|declin|denied|cancel)|(reject|declin|denied|cancel)\w* by (the )?user\b/i;
/** EIP-1193's code, which Phantom uses too. */
const USER_REJECTED = 4001;
/** A request of this page is open in the wallet already. */
const ALREADY_OPEN = -32_002;

/** A wallet's error wraps the one it got; the user's refusal may be in either. */
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

/** What a wallet threw, in the catalogue's words: a refusal, a request that is open already, or else `otherwise`. */
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

/** The same of a call by which the wallet sends: 'wallet-rejected' means for sure that nothing was sent. */
export const sendingFailure = (thrown: unknown): LikenessError =>
  walletFailure(thrown, 'transaction-failed', 'wallet-rejected', DECLINED_BY_USER);
