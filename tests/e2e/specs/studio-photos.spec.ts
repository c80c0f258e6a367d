import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

import { minutes } from '../../support/timeouts.ts';
import { addPhotos } from '../pages/studio.ts';
import { expect, test } from '../support/visit.ts';

const AMARA = 'resources/people/amara.webp';
/**
 * The project's people are drawn at 1024 px; at twice that, the face has enough pixels for 2048.
 * Call it on /customize without a photo.
 */
async function twiceAsLarge(page: Page): Promise<Buffer> {
  await expect(page.getByRole('button', { name: 'Try with amara' })).toBeVisible();
  const hex = await page.evaluate(async () => {
    const image = new Image();
    image.src =
      document.querySelector<HTMLImageElement>('button[aria-label="Try with amara"] img')?.src ??
      '';
    await image.decode();
    const canvas = new OffscreenCanvas(2048, 2048);
    canvas.getContext('2d')?.drawImage(image, 0, 0, 2048, 2048);
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer(),
    );
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  });
  return Buffer.from(hex, 'hex');
}

test.describe('with credits', () => {
  test.use({ begins: 'paid' });

  test('both photos become avatars in one go, at 2048 where the photo has the detail @long', async ({
    page,
  }) => {
    test.setTimeout(minutes(3));
    await page.goto('/customize');
    const large = await twiceAsLarge(page);
    await addPhotos(page, [
      { name: 'large.jpg', mimeType: 'image/jpeg', buffer: large },
      { name: 'small.webp', mimeType: 'image/webp', buffer: await readFile(AMARA) },
    ]);
    await page.getByRole('button', { name: 'Generate avatars' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByRole('radio', { name: 'Both photos' }).check();
    await dialog.getByLabel('How many of each').fill('1');
    await dialog.getByRole('radio', { name: '2048 × 2048' }).check();
    await dialog.getByRole('button', { name: 'Generate 2 avatars' }).click();
    await expect(page.getByText('Ready', { exact: true })).toHaveCount(2, { timeout: minutes(2) });
    for (const [id, edge] of [
      [101, 2048],
      [102, 1024],
    ]) {
      await page.goto(`/avatar/${String(id)}`);
      await expect(
        page.getByRole('main').locator('dt', { hasText: 'Resolution' }).locator('+ dd'),
      ).toHaveText(`${String(edge)} × ${String(edge)}`);
      await expect(page.getByRole('img', { name: /avatar/ })).toHaveJSProperty(
        'naturalWidth',
        edge,
      );
    }
  });
});
