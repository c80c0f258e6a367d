import { expect, type Page } from '@playwright/test';

export const SEEDED_EMAIL = 'seeded@example.com';
/** Appended to the pixels of every seeded picture. */
export const SEEDED_MARKER = 'marker-in-a-picture';

/**
 * Writes a library directly into the guest's storage, because making one takes minutes. Call it on
 * the settings page. The library appears after a reload.
 */
export async function seedLibrary(page: Page, count: number): Promise<void> {
  // Saving the settings creates the database; by then the chain's genesis is known.
  await page.getByLabel('Email (optional)').fill(SEEDED_EMAIL);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.evaluate(
    async ({ many, marker }) => {
      const genesis = JSON.parse(
        localStorage.getItem('likeness.genesis.sandbox') ?? 'null',
      ) as string;
      const canvas = new OffscreenCanvas(256, 256);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('likeness');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('no database'));
      });
      for (let n = 0; n < many; n++) {
        context.fillStyle = `hsl(${n * 37} 60% 50%)`;
        context.fillRect(0, 0, 256, 256);
        const [png, webp] = await Promise.all([
          canvas.convertToBlob(),
          canvas.convertToBlob({ type: 'image/webp' }),
        ]);
        const full = new Blob([png, marker], { type: 'image/png' });
        const thumb = new Blob([webp, marker], { type: 'image/webp' });
        const uid = `seeded-${n}`;
        const scope = { profileId: 'guest', genesis };
        const avatar = {
          ...scope,
          id: 101 + n,
          uid,
          name: `Realistic ${n + 1}`,
          size: 1024,
          bytes: full.size,
          likeness: 0.95,
          softened: false,
          createdAt: 1_700_000_000_000 + n,
          downloads: 0,
          liked: false,
          batchId: 'seeded',
          recipe: { style: 'realistic', background: 'none', seed: n, options: {}, engine: 2 },
        };
        const row = (body: object) => ({
          key: uid,
          ...scope,
          createdAt: avatar.createdAt,
          revision: crypto.randomUUID(),
          body,
        });
        const transaction = database.transaction(['avatars', 'pictures', 'counters'], 'readwrite');
        transaction.objectStore('avatars').put(row(avatar));
        transaction.objectStore('pictures').put(row({ ...scope, uid, full, thumb }));
        transaction.objectStore('counters').put({ name: 'avatar', next: 101 + many });
        await new Promise((resolve, reject) => {
          transaction.oncomplete = resolve;
          transaction.onerror = () => reject(new Error('not written'));
        });
      }
      database.close();
    },
    { many: count, marker: SEEDED_MARKER },
  );
}
