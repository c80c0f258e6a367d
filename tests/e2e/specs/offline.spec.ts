import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';

import { listen } from '../../../sandbox/listen.ts';
import { minutes } from '../../support/timeouts.ts';
import { addPhotos, rendered } from '../pages/avatar-creator.ts';
import { photosStored } from '../support/stored.ts';
import { expect, savedBy, test } from '../support/visit.ts';

const PHOTO = 'resources/people/amara.webp';

test.describe('after one visit to the Avatar Creator', () => {
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
    const file = await savedBy(page.getByRole('button', { name: /^Download/ }).first());
    expect(await file.failure()).toBeNull();
    expect(file.suggestedFilename()).toMatch(/^\w+_avatar\.jpg$/);

    // At another address, the pictures are there.
    await page.goto('/dashboard');
    await expect(page.getByText('Ready', { exact: true })).toHaveCount(12);
  });
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Posts a photo to the share target, as the system's share sheet does by the manifest. */
  const share = (page: Page, app = ''): Promise<void> =>
    page.evaluate(
      ([photo, address]) => {
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
          action: `${address}/share-photo`,
        });
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      [readFileSync(PHOTO, 'base64'), app] as const,
    );
  const question = (page: Page) => page.getByRole('dialog', { name: 'Did you just share' });
  const withWorker = async (page: Page): Promise<void> => {
    await page.goto('/customize');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  };

  test('a photo that another app shares opens in the Avatar Creator once the user says so, and never reaches the server', async ({
    page,
    context,
  }) => {
    await withWorker(page);
    const posted: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.serviceWorker()) posted.push(request.url());
    });
    // The page that opens for it goes on to the chosen language.
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await share(page);
    await expect(page.getByRole('dialog').getByRole('img', { name: 'shared.webp' })).toBeVisible();
    await page.goto('/customize?lang=en');

    await share(page);
    await expect(question(page).getByRole('img', { name: 'shared.webp' })).toBeVisible();
    await question(page).getByRole('button', { name: 'Don’t open' }).click();
    await expect(question(page)).toBeHidden();
    expect(await photosStored(page)).toMatchObject({ photos: 0, keys: 0, drafts: 0 });

    await share(page);
    await question(page).getByRole('button', { name: 'Open the photo' }).click();
    await expect(page).toHaveURL(/\/customize/);
    await rendered(page);
    expect(await photosStored(page)).toMatchObject({ photos: 1, keys: 1, drafts: 1 });
    expect(posted).toEqual([]);
  });

  test('another site brings no photo in; one that hides its origin only makes the app ask', async ({
    page,
  }) => {
    await withWorker(page);
    const app = new URL(page.url()).origin;
    const other = createServer((request, response) => {
      if (request.url === '/hidden') response.setHeader('referrer-policy', 'no-referrer');
      response.setHeader('content-type', 'text/html').end('<title>Another site</title>');
    });
    const site = `http://localhost:${String(await listen(other, 0))}`;
    try {
      await page.goto(site);
      await share(page, app);
      await expect(page).toHaveURL(`${app}/`);
      await expect(page.getByRole('banner')).toBeVisible();
      await page.goto('/customize?shared');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      expect(await photosStored(page)).toMatchObject({ photos: 0, keys: 0, drafts: 0 });

      await page.goto(`${site}/hidden`);
      await share(page, app);
      await expect(question(page).getByText('or a website did')).toBeVisible();
      expect(await photosStored(page)).toMatchObject({ photos: 0, keys: 0, drafts: 0 });
    } finally {
      other.close();
    }
  });
});
