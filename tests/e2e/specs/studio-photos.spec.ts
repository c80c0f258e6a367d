import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

import { minutes } from '../../support/patience.ts';
import { pay, status } from '../pages/payment.ts';
import { addPhotos, developed } from '../pages/studio.ts';
import { expect, test } from '../support/visit.ts';

const AMARA = 'resources/people/amara.webp';
const NOT_A_PICTURE = {
  name: 'letter.png',
  mimeType: 'image/png',
  buffer: Buffer.from('hello, I am a letter'),
};

test('several photos at once become several drafts, each with its own choices; one is cleared, the rest stay', async ({
  page,
}) => {
  await page.goto('/customize');
  await addPhotos(page, [AMARA, 'resources/people/kenji.webp']);
  const photos = page.getByRole('group', { name: 'Photos' }).getByRole('radio');
  await expect(photos).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'amara.webp' })).toBeChecked();
  await page.getByRole('group', { name: 'Style' }).getByRole('radio', { name: 'Artistic' }).check();
  await developed(page);

  await page.getByRole('radio', { name: 'amara.webp' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'kenji.webp' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Realistic' })).toBeChecked();
  await developed(page);

  await addPhotos(page, NOT_A_PICTURE, 'Add photos');
  await expect(page.getByRole('alert')).toContainText('This file is not a picture we can read.');
  await expect(photos).toHaveCount(2);
  await page.getByRole('button', { name: 'Dismiss' }).click();

  await page.reload();
  await expect(page.getByRole('radio', { name: 'kenji.webp' })).toBeChecked();
  await page.getByRole('radio', { name: 'kenji.webp' }).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('radio', { name: 'Artistic' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'Photos' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear photo' }).click();
  await expect(page.getByRole('button', { name: 'Upload photo' })).toBeVisible();
});

test('photos that are pasted or dropped on Home are taken, all of them', async ({ page }) => {
  const give = (target: Locator, type: 'paste' | 'drop'): Promise<void> =>
    target.evaluate(async (element, kind) => {
      const canvas = new OffscreenCanvas(64, 64);
      canvas.getContext('2d');
      const blob = await canvas.convertToBlob();
      const data = new DataTransfer();
      for (const name of ['one.png', 'two.png'])
        data.items.add(new File([blob], name, { type: 'image/png' }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...init, clipboardData: data })
          : new DragEvent(kind, { ...init, dataTransfer: data }),
      );
    }, type);
  await page.goto('/customize');
  await expect(page.getByRole('button', { name: 'Upload photo' })).toBeVisible();
  await give(page.locator('body'), 'paste');
  await expect(page.getByRole('alert')).toContainText('2 photos can’t be used');
  await expect(page.getByRole('alert')).toContainText('two.png: This picture is too small.');
  await page.goto('/');
  await give(page.getByText('Drop your photo here'), 'drop');
  await expect(page).toHaveURL('/customize');
  await expect(page.getByRole('alert')).toContainText('2 photos can’t be used');
});

/** The project's people are drawn at 1024; twice as large the face has the pixels for 2048. On /customize without a photo. */
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

test('before a payment the size is asked for where the photo has the detail, and remembered', async ({
  page,
}) => {
  await page.goto('/customize');
  const large = await twiceAsLarge(page);
  await addPhotos(page, [
    { name: 'large.jpg', mimeType: 'image/jpeg', buffer: large },
    { name: 'small.webp', mimeType: 'image/webp', buffer: await readFile(AMARA) },
  ]);
  const choice = page
    .getByRole('complementary', { name: 'Choices' })
    .getByRole('radio', { name: '2048 × 2048' });
  await expect(choice).not.toBeChecked({ timeout: minutes(1) });
  await choice.check();
  await page.getByRole('radio', { name: 'small.webp' }).check();
  await developed(page);
  await expect(choice).toHaveCount(0);
  await page.getByRole('radio', { name: 'large.jpg' }).check();
  await page.reload();
  await expect(choice).toBeChecked({ timeout: minutes(1) });
});

test('both photos become avatars in one go, at 2048 where the photo has the detail', async ({
  page,
}) => {
  test.setTimeout(minutes(3));
  await pay(page, 'basic');
  await expect(status(page)).toContainText('Paid');
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
    await expect(page.getByRole('img', { name: /avatar/ })).toHaveJSProperty('naturalWidth', edge);
  }
});
