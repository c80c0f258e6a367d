import type { JSHandle, Page } from '@playwright/test';

/**
 * Everything this origin stores, as text: IndexedDB with its Blobs and bytes, caches, local and
 * session storage.
 */
export const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    const latin = (bytes: Uint8Array): string =>
      Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    const look = async (value: unknown): Promise<void> => {
      if (value instanceof Blob) parts.push(latin(new Uint8Array(await value.arrayBuffer())));
      else if (value instanceof ArrayBuffer) parts.push(latin(new Uint8Array(value)));
      else if (ArrayBuffer.isView(value))
        parts.push(latin(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)));
      else if (typeof value === 'object' && value !== null)
        for (const inner of Object.values(value)) await look(inner);
      else parts.push(String(value));
    };
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await ask(indexedDB.open(name ?? ''));
      for (const table of database.objectStoreNames) {
        const rows = database.transaction(table).objectStore(table);
        for (const found of await Promise.all([ask(rows.getAll()), ask(rows.getAllKeys())]))
          await look(found);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        parts.push(request.url);
        await look(await (await cache.match(request))?.blob());
      }
    }
    const text = parts.join('\n');
    // Base64 is decoded and searched as well.
    const inside = (text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((word) => {
      try {
        return atob(word);
      } catch {
        return '';
      }
    });
    return [text, ...inside].join('\n').toLowerCase();
  });

type Row = Readonly<Record<string, unknown>>;

/**
 * What the tables' rows hold, read in one transaction. They stay in the page, as Blobs have to; an
 * account's are encrypted.
 */
export const rowsIn = (
  page: Page,
  ...tables: string[]
): Promise<JSHandle<readonly (readonly Row[])[]>> =>
  page.evaluateHandle(async (tables) => {
    // Opening the database would make it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'likeness')) return [];
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const database = await ask(indexedDB.open('likeness'));
    const reading = database.transaction(tables);
    const rows = await Promise.all(
      tables.map((table) => ask<unknown[]>(reading.objectStore(table).getAll())),
    );
    database.close();
    return rows.map((found) => (found as { readonly body: Row }[]).map(({ body }) => body));
  }, tables);

/** What the database and the caches hold of any photo. */
export async function photosStored(page: Page) {
  const rows = await rowsIn(page, 'photos', 'photoKeys', 'drafts');
  const [photos = 0, keys = 0, drafts = 0] = await rows.evaluate((all) =>
    all.map(({ length }) => length),
  );
  return {
    photos,
    keys,
    drafts,
    caches: await page.evaluate(async () => (await caches.keys()).length),
  };
}

export const NO_PHOTOS = { photos: 0, keys: 0, drafts: 0, caches: 0 };
