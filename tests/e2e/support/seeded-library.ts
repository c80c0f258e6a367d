import type { Page } from '@playwright/test';

import type { StyleId } from '../../../renderer/core/styles.ts';

export const SEEDED_EMAIL = 'seeded@example.com';
/** Appended to the pixels of every drawn picture. */
export const SEEDED_MARKER = 'marker-in-a-picture';

export interface Seeding {
  /** The avatars' styles in turn. With several, every seventh avatar is liked. */
  readonly styles?: readonly StyleId[];
  /**
   * 'each' draws a picture for each avatar, 'one' the same for all. A number gives each this many
   * random bytes, which nothing compresses.
   */
  readonly pictures?: 'each' | 'one' | number;
  /** Avatars per batch; each batch has its row and its credits' entries. None are written without. */
  readonly inBatch?: number;
}

/**
 * Writes a library directly into the guest's storage, because making one takes minutes. Call it on
 * the settings page. The library appears after a reload.
 */
export async function seedLibrary(
  page: Page,
  count: number,
  { styles = ['realistic'], pictures = 'each', inBatch }: Seeding = {},
): Promise<void> {
  // Saving the settings creates the database; by then the chain's genesis is known.
  await page.getByLabel('Email (optional)').fill(SEEDED_EMAIL);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  await page.evaluate(
    async ({ count, styles, pictures, inBatch, marker }) => {
      const genesis = JSON.parse(
        localStorage.getItem('likeness.genesis.sandbox') ?? 'null',
      ) as string;
      const scope = { profileId: 'guest', genesis };
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('likeness');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('no database'));
      });

      const canvas = new OffscreenCanvas(256, 256);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      const drawn = async (n: number) => {
        context.fillStyle = `hsl(${n * 37} 60% 50%)`;
        context.fillRect(0, 0, 256, 256);
        const [png, webp] = await Promise.all([
          canvas.convertToBlob(),
          canvas.convertToBlob({ type: 'image/webp' }),
        ]);
        return {
          full: new Blob([png, marker], { type: 'image/png' }),
          thumb: new Blob([webp, marker], { type: 'image/webp' }),
        };
      };
      const noise = (bytes: number) => {
        const most = 65_536;
        const pieces = Array.from({ length: Math.ceil(bytes / most) }, () =>
          crypto.getRandomValues(new Uint8Array(most)),
        );
        return {
          full: new Blob(pieces, { type: 'image/png' }).slice(0, bytes, 'image/png'),
          thumb: new Blob([new Uint8Array(12_000)], { type: 'image/webp' }),
        };
      };
      const first = await drawn(0);
      const pictureOf = async (n: number) => {
        if (pictures === 'one') return first;
        return pictures === 'each' ? drawn(n) : noise(pictures);
      };

      const begun = 1_700_000_000_000;
      const group = inBatch ?? 1;
      for (let from = 0; from < count; from += group) {
        const id = inBatch === undefined ? 'seeded' : `batch-${from / group}`;
        const numbers = Array.from({ length: Math.min(group, count - from) }, (_, k) => from + k);
        const made = await Promise.all(numbers.map(pictureOf));
        const transaction = database.transaction(
          ['avatars', 'pictures', 'batches', 'ledger', 'counters'],
          'readwrite',
        );
        const put = (table: string, key: string, createdAt: number, body: object): void =>
          void transaction.objectStore(table).put({
            key,
            ...scope,
            createdAt,
            revision: crypto.randomUUID(),
            body: { ...scope, ...body },
          });
        const items = numbers.map((n, k) => {
          const uid = `seeded-${n}`;
          const style = styles[n % styles.length] ?? 'realistic';
          const name = `${style[0]?.toUpperCase() ?? ''}${style.slice(1)} ${n + 1}`;
          const recipe = { style, background: 'none', seed: n, options: {}, engine: 2 };
          const createdAt = begun + 10 * n + 5;
          put('avatars', uid, createdAt, {
            id: 101 + n,
            uid,
            name,
            size: 1024,
            bytes: made[k]?.full.size,
            likeness: 0.97 + (n % 30) / 1000,
            softened: false,
            createdAt,
            downloads: 0,
            liked: styles.length > 1 && n % 7 === 0,
            batchId: id,
            recipe,
          });
          put('pictures', uid, createdAt, { uid, ...made[k] });
          return { uid, avatarId: 101 + n, name, recipe, state: 'done' };
        });
        if (inBatch !== undefined) {
          const createdAt = begun + 10 * from;
          put('batches', id, createdAt, {
            id,
            draftId: `draft-${id}`,
            size: 1024,
            state: 'done',
            items,
            createdAt,
          });
          const entry = (kind: string, of: string, amount: number, at: number): void =>
            put('ledger', `${kind}:${of}`, at, {
              id: `${kind}:${of}`,
              kind,
              amount,
              cause: id,
              at,
            });
          entry('reserve', id, items.length, createdAt);
          for (const [k, { uid }] of items.entries())
            entry('consume', uid, 1, begun + 10 * (from + k) + 5);
        }
        transaction.objectStore('counters').put({ name: 'avatar', next: 101 + count });
        await new Promise((resolve, reject) => {
          transaction.oncomplete = resolve;
          transaction.onerror = () => reject(new Error('not written'));
        });
      }
      database.close();
    },
    { count, styles: [...styles], pictures, inBatch, marker: SEEDED_MARKER },
  );
}
