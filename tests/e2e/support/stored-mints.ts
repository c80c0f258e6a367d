import type { Page } from '@playwright/test';

import type { Mint } from '../../../renderer/core/mints/mint.ts';

/** The guest's mint journal from storage, oldest first. */
export const storedMints = (page: Page): Promise<readonly Mint[]> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('the database does not answer'));
      });
    // Opening a database that doesn't exist would create it, empty.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'likeness')) return [];
    const database = await settled(indexedDB.open('likeness'));
    if (!database.objectStoreNames.contains('mints')) throw new Error('a database without mints');
    const rows = (await settled(database.transaction('mints').objectStore('mints').getAll())) as {
      body: Mint;
    }[];
    database.close();
    return rows.map(({ body }) => body).sort((a, b) => a.id.localeCompare(b.id));
  });
