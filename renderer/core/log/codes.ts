import { isErrorCode, LikenessError, type ErrorCode } from '../errors.ts';

/** What browsers, storage and Node call their failures. */
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

/** What a file system or a network calls them, as Node's `code` says it. */
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

/** What happened without anything being thrown: a start of the app, and how a process ended. */
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

type Told = (typeof NAMES)[number] | (typeof SYSTEM)[number] | (typeof EVENTS)[number];

/** All that an entry can say of a failure: an error of ours by its code, others by a listed name. */
export type LogCode = ErrorCode | Told | 'other';

const TOLD: ReadonlySet<unknown> = new Set<Told>([...NAMES, ...SYSTEM, ...EVENTS]);
const isEvent = (value: unknown): value is LogCode =>
  (EVENTS as readonly unknown[]).includes(value);

export const isLogCode = (value: unknown): value is LogCode =>
  value === 'other' || TOLD.has(value) || isErrorCode(value);

/** The code of any thrown value, or of an event's own word; whatever isn't listed is 'other'. */
export function logCode(thrown: unknown): LogCode {
  if (thrown instanceof LikenessError) return thrown.code;
  if (!(thrown instanceof Error)) return isEvent(thrown) ? thrown : 'other';
  const { code } = thrown as { code?: unknown };
  if ((SYSTEM as readonly unknown[]).includes(code)) return code as LogCode;
  return TOLD.has(thrown.name) && !isEvent(thrown.name) ? (thrown.name as LogCode) : 'other';
}
