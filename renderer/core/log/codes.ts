import { isErrorCode, LikenessError, type ErrorCode } from '../errors.ts';

/** Error names of browsers, storage and Node. */
const NAMES = [
  'AggregateError',
  'ConstraintError',
  'DataCloneError',
  'DataError',
  'DatabaseClosedError',
  'EncodingError',
  'Error',
  'EvalError',
  'InvalidAccessError',
  'InvalidCharacterError',
  'InvalidStateError',
  'MissingAPIError',
  'NetworkError',
  'NoModificationAllowedError',
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'NotSupportedError',
  'OpenFailedError',
  'OperationError',
  'PrematureCommitError',
  'QuotaExceededError',
  'RangeError',
  'ReadOnlyError',
  'ReferenceError',
  'SchemaError',
  'SecurityError',
  'SyntaxError',
  'TimeoutError',
  'TransactionInactiveError',
  'TypeError',
  'UnknownError',
  'UpgradeError',
  'URIError',
  'VersionError',
  'WalletError',
  'ZodError',
] as const;

/** Error codes of file systems and networks, as in Node's `code`. */
const SYSTEM = [
  'EACCES',
  'EADDRINUSE',
  'EBUSY',
  'ECONNREFUSED',
  'ECONNRESET',
  'EEXIST',
  'EIO',
  'EISDIR',
  'EMFILE',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'ENOTEMPTY',
  'ENOTFOUND',
  'EPERM',
  'EROFS',
  'ETIMEDOUT',
] as const;

/** Events without a thrown error: a start of the app, and how a process ended. */
const EVENTS = [
  'started',
  'abnormal-exit',
  'crashed',
  'integrity-failure',
  'killed',
  'launch-failed',
  'memory-eviction',
  'oom',
] as const;

type Logged = (typeof NAMES)[number] | (typeof SYSTEM)[number] | (typeof EVENTS)[number];

/** Everything an entry can say of a failure: the code of one of our errors, or a listed name. */
export type LogCode = ErrorCode | Logged | 'other';

const LOGGED: ReadonlySet<unknown> = new Set<Logged>([...NAMES, ...SYSTEM, ...EVENTS]);
const isEvent = (value: unknown): value is LogCode =>
  (EVENTS as readonly unknown[]).includes(value);

export const isLogCode = (value: unknown): value is LogCode =>
  value === 'other' || LOGGED.has(value) || isErrorCode(value);

/** The code of any thrown value or event name; whatever isn't listed is 'other'. */
export function logCode(thrown: unknown): LogCode {
  if (thrown instanceof LikenessError) return thrown.code;
  if (!(thrown instanceof Error)) return isEvent(thrown) ? thrown : 'other';
  const { code } = thrown as { code?: unknown };
  if ((SYSTEM as readonly unknown[]).includes(code)) return code as LogCode;
  return LOGGED.has(thrown.name) && !isEvent(thrown.name) ? (thrown.name as LogCode) : 'other';
}
