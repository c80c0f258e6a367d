import { readFileSync } from 'node:fs';

import { minutes } from '../../support/timeouts.ts';
import { addPhotos, rendered } from '../pages/studio.ts';
import { expect, test } from '../support/visit.ts';

const PHOTO = 'resources/people/amara.webp';

test.describe('after one visit to the studio', () => {
  test.use({ begins: 'paid', serviceWorkers: 'allow' });

  test('without a network a new photo becomes twelve avatars, and they are saved', async ({
    page,
    context,
    problems,
  }) => {
    test.setTimeout(minutes(5)); // Loads the app twice and the engine once, then makes twelve pictures.
    await page.goto('/customize');
    // The worker controls the page and has stored every file of the build.
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

    await context.setOffline(true);
    problems.forgive(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    expect(await page.evaluate(() => fetch('/version.json').then(String, () => 'no network'))).toBe(
      'no network',
    );
    await page.reload();
    // The shell from the worker's cache, not the server's page for this address.
    await expect(page.locator('#root:not([data-page])')).toBeAttached();
    await expect(page.getByText('Pictures still develop here')).toBeVisible();

    await addPhotos(page, PHOTO);
    await rendered(page);
    await page.getByRole('button', { name: 'Generate avatars' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByLabel('How many', { exact: false }).fill('12');
    await dialog.getByRole('button', { name: 'Generate 12 avatars' }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByText('Ready', { exact: true })).toHaveCount(12, {
      timeout: minutes(2),
    });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Download/ })
        .first()
        .click(),
    ]);
    expect(await file.failure()).toBeNull();
    expect(file.suggestedFilename()).toMatch(/^\w+_avatar\.jpg$/);

    // At another address, the pictures are there.
    await page.goto('/dashboard');
    await expect(page.getByText('Ready', { exact: true })).toHaveCount(12);
  });
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a photo that another app shares opens in the studio, and never reaches the server', async ({
    page,
    context,
  }) => {
    await page.goto('/customize');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const posted: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.serviceWorker()) posted.push(request.url());
    });
    // The same request as the system's share sheet makes, by the manifest's share target.
    await page.evaluate(
      (photo) => {
        const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], 'shared.webp', { type: 'image/webp' }));
        const input = Object.assign(document.createElement('input'), {
          type: 'file',
          name: 'photo',
          files: files.files,
        });
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          enctype: 'multipart/form-data',
          action: '/share-photo',
        });
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      readFileSync(PHOTO, 'base64'),
    );
    await expect(page).toHaveURL(/\/customize/);
    await rendered(page);
    expect(posted).toEqual([]);
  });
});
