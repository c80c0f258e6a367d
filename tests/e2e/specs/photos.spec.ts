import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { addPhotos } from '../pages/studio.ts';
import { expect, test } from '../support/visit.ts';

/**
 * Real photographs aren't part of the project. If there are any, they are in a folder beside it.
 */
const PHOTOS = join(import.meta.dirname, '../../../../shared/photos');
const MEGABYTE = 1024 * 1024;

const refused = [
  [
    'empty',
    { name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    'This file is empty. Choose another picture.',
  ],
  [
    'over 40 MB',
    { name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(40 * MEGABYTE + 1) },
    'This picture is over 40 MB. Save a smaller copy and choose that.',
  ],
  [
    'no picture',
    { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('hello, I am a letter') },
    'This file is not a picture we can read. Choose a PNG, JPG, WebP, AVIF or GIF.',
  ],
  [
    'an SVG',
    {
      name: 'me.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
    'SVG drawings can’t be used as a photo. Choose a PNG or JPG.',
  ],
  [
    'an HEIC',
    {
      name: 'me.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    },
    'HEIC pictures can’t be read here, only in Safari. Export the photo as JPG and choose that.',
  ],
] as const;

test.describe('section 5: upload', () => {
  test('each kind of unusable file gets its own message', async ({ page }) => {
    await page.goto('/customize');
    for (const [what, file, sentence] of refused) {
      await test.step(what, async () => {
        await addPhotos(page, { ...file });
        await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Upload photo' })).toBeEnabled();
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await expect(page.getByRole('alert')).toHaveCount(0);
      });
    }
  });

  test('a photo of a cat is refused by name, and another can be chosen', async ({ page }) => {
    const cat = join(PHOTOS, 'chelsea.png');
    test.skip(!existsSync(cat), 'chelsea.png is not here');
    await page.goto('/customize');
    await addPhotos(page, cat);
    await expect(page.getByRole('alert')).toContainText('We couldn’t find a face in this picture.');
    await expect(page.getByRole('button', { name: 'Choose another photo' })).toBeEnabled();
  });
});
