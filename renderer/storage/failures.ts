import { LikenessError, type ErrorCode } from '../core/errors.ts';

const UNAVAILABLE = new Set([
  'MissingAPIError',
  'OpenFailedError',
  'InvalidStateError',
  'SecurityError',
  'UnknownError',
  'NotFoundError',
  'DatabaseClosedError',
  'VersionError',
]);

/**
 * The names of an error and of all errors that it wraps: Dexie hides a full disk inside an abort.
 */
export function* names(thrown: unknown): Generator<string> {
  let error = thrown;
  for (let depth = 0; depth < 5 && error instanceof Error; depth++) {
    yield error.name;
    // The first row of a bulk write that failed.
    if ('failures' in error && Array.isArray(error.failures))
      error = (error.failures as readonly unknown[])[0];
    else error = 'inner' in error ? error.inner : error.cause;
  }
}

function codeOf(thrown: unknown): ErrorCode | undefined {
  for (const name of names(thrown)) {
    if (name === 'QuotaExceededError') return 'storage-full';
    if (UNAVAILABLE.has(name)) return 'storage-unavailable';
  }
  return undefined;
}

/** Runs a database operation. Known browser errors become coded errors; others pass unchanged. */
export async function coded<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof LikenessError) throw thrown;
    const code = codeOf(thrown);
    if (code)
      throw new LikenessError(code, { cause: [...names(thrown)].join(' < ') }, { cause: thrown });
    throw thrown;
  }
}

/** @throws LikenessError 'engine-aborted' */
export const stopIfAsked = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw new LikenessError('engine-aborted');
};
