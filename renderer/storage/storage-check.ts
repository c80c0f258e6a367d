import { note, noted } from '../core/log/log.ts';
import type { StorageReport } from '../ports/storage-check.ts';

const STORE = 'pictures';
const BYTES = 64 * 1024;

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });
}

function opened(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
  return settled(request);
}

function put(database: IDBDatabase, key: string, value: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    transaction.objectStore(STORE).put(value, key);
  });
}

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** The form in which this browser's database can keep a picture. */
export async function keptAs(): Promise<'blobs' | 'bytes' | 'nothing'> {
  const name = `likeness.check.${crypto.randomUUID()}`;
  const picture = crypto.getRandomValues(new Uint8Array(BYTES));
  const held: IDBDatabase[] = [];
  const open = async (): Promise<IDBDatabase> => {
    const database = await opened(name);
    held.push(database);
    return database;
  };
  try {
    const database = await open();
    // A photo's key is stored beside it.
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
    ]);
    const keeps = async (what: string, body: Blob | ArrayBuffer): Promise<boolean> => {
      try {
        await put(database, what, { key, body });
        const again = await open();
        const row = (await settled(again.transaction(STORE).objectStore(STORE).get(what))) as {
          readonly key: CryptoKey;
          readonly body: Blob | ArrayBuffer;
        };
        const bytes = row.body instanceof Blob ? await row.body.arrayBuffer() : row.body;
        return (
          row.key.algorithm.name === key.algorithm.name && same(new Uint8Array(bytes), picture)
        );
      } catch {
        return false; // This is the question: the database refuses it.
      }
    };
    if (await keeps('blob', new Blob([picture], { type: 'image/png' }))) return 'blobs';
    return (await keeps('bytes', picture.buffer)) ? 'bytes' : 'nothing';
  } catch (thrown) {
    note('self-test.storage', thrown);
    return 'nothing';
  } finally {
    for (const database of held) database.close();
    if (held.length > 0)
      await settled(indexedDB.deleteDatabase(name)).catch(noted('self-test.storage'));
  }
}

/**
 * Private windows of Firefox and Safari refuse an origin's private files. Chromium's can't be
 * recognised.
 */
async function refusesFiles(storage: Partial<StorageManager> | undefined): Promise<boolean> {
  try {
    await storage?.getDirectory?.();
    return false;
  } catch {
    return true; // This is the question: they are refused.
  }
}

/** @param storage the browser's storage manager; omitted where windows are never private */
export const createStorageCheck =
  (storage?: Partial<StorageManager>) => async (): Promise<StorageReport> => {
    const as = await keptAs();
    return { keeps: as !== 'nothing', fleeting: as !== 'blobs' || (await refusesFiles(storage)) };
  };
