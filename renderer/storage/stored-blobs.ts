import { names } from './failures.ts';
import { keptAs } from './storage-check.ts';

/**
 * WebKit's private windows refuse Blobs in their database but accept bytes. There pictures are kept
 * as bytes; remains of them are in memory only and disappear with the window.
 */
let asBytes = false;

export interface StoredBlob {
  readonly $bytes: ArrayBuffer;
  readonly type: string;
}
const isStoredBlob = (value: unknown): value is StoredBlob =>
  typeof value === 'object' && value !== null && '$bytes' in value;

const each = async (value: unknown, change: (one: unknown) => unknown): Promise<unknown> => {
  const changed = await change(value);
  if (changed !== value || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return changed;
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, one]) => [name, await change(one)] as const)),
  );
};

/**
 * A row in the form that this browser's database accepts: unchanged, or with its Blobs as bytes.
 */
export const storable = (row: unknown): Promise<unknown> =>
  asBytes
    ? each(row, async (one) =>
        one instanceof Blob
          ? ({ $bytes: await one.arrayBuffer(), type: one.type } satisfies StoredBlob)
          : one,
      )
    : Promise.resolve(row);

/** The row again, from either form. */
export const restored = (stored: unknown): unknown => {
  const back = (one: unknown): unknown =>
    isStoredBlob(one) ? new Blob([one.$bytes], { type: one.type }) : one;
  if (isStoredBlob(stored)) return back(stored);
  if (
    typeof stored !== 'object' ||
    stored === null ||
    !Object.values(stored).some((one) => isStoredBlob(one))
  )
    return stored;
  return Object.fromEntries(Object.entries(stored).map(([name, one]) => [name, back(one)]));
};

/** Recognises the errors of browsers that can't store a value, even when wrapped by Dexie. */
const isRefusal = (failure: unknown): boolean =>
  [...names(failure)].some((name) => name === 'UnknownError' || name === 'DataCloneError');

/** Runs `work`. If it fails because Blobs are refused, runs it again with bytes. */
export async function withoutBlobs<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (asBytes || !isRefusal(failure) || (await keptAs()) !== 'bytes') throw failure;
    asBytes = true;
    return work();
  }
}
