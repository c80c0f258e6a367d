import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { minutes } from '../../support/timeouts.ts';
import { webDriver, type WebDriver } from '../drivers/web.ts';
import { AvatarCreatorPage } from '../pages/avatar-creator.ts';
import { pay, toConfirmation } from '../pages/payment.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { leakDetector, type LeakDetector } from '../support/leak-detector.ts';
import { NO_PHOTOS, photosStored } from '../support/stored.ts';
import type { Traffic } from '../support/traffic.ts';

const DAY = 24 * 3_600_000;

/** A browser whose profile can be searched, and a photo that no file of the app contains. */
const test = base.extend<{ driver: WebDriver; photo: string }>({
  driver: async ({ sandbox, traffic }, provide) => {
    const opened = await webDriver({
      appUrl: sandbox.appUrl,
      context: { baseURL: sandbox.appUrl },
      prepare: traffic.attach,
    });
    await provide(opened);
    await opened.close();
  },
  photo: async ({ driver }, provide) => {
    await driver.open('/about');
    // Mirrored and re-encoded, because the browser's cache may hold the app's own pictures.
    const base64 = await driver.page.evaluate(
      async (source) => {
        const bitmap = await createImageBitmap(await (await fetch(source)).blob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d');
        context?.scale(-1, 1);
        context?.drawImage(bitmap, -bitmap.width, 0);
        const bytes = new Uint8Array(
          await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.93 })).arrayBuffer(),
        );
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      },
      `data:image/webp;base64,${(await readFile('resources/people/finn.webp')).toString('base64')}`,
    );
    const path = join(tmpdir(), `likeness-photo-${String(process.pid)}.jpg`);
    await writeFile(path, Buffer.from(base64, 'base64'));
    await provide(path);
    await rm(path);
  },
});

/** The profile's files that contain a piece of the photo, as picked or as stored. */
async function filesHolding(detector: LeakDetector, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const where = detector.find(await readFile(path).catch(() => Buffer.alloc(0)));
    if (where !== undefined) found.push(`${where} in ${path.slice(folder.length)}`);
  }
  return found;
}

/** Without the header, which the app's own JPEGs and PNGs share. */
const pixelsOf = (file: Buffer): Buffer => file.subarray(1_024);

/** Finds the photo as it was picked and as it was stored. */
const detectorOf = async (photo: string, { sealed }: Traffic): Promise<LeakDetector> =>
  leakDetector([await readFile(photo), ...sealed].map(pixelsOf).filter(({ length }) => length > 0));

/** Restarts the browser; no file of its profile holds the photo. */
const expectNowhere = (detector: LeakDetector, driver: WebDriver): Promise<void> =>
  driver.restart(async (profile) => expect(await filesHolding(detector, profile)).toEqual([]));

async function upload(driver: WebDriver, photo: string): Promise<void> {
  await driver.open('/customize');
  const creator = new AvatarCreatorPage(driver);
  await creator.upload(photo);
  await expect(creator.loupe).toBeVisible();
}

test.describe('section 1: the photo is deleted', () => {
  test(
    'no file of the browser holds it, neither while it waits nor once it is cleared; one written on purpose is found',
    { tag: '@smoke' },
    async ({ driver, photo, traffic }) => {
      await upload(driver, photo);
      expect(traffic.sealed.length).toBeGreaterThan(0);
      const detector = await detectorOf(photo, traffic);
      expect(await photosStored(driver.page)).toMatchObject({ photos: 1, keys: 1, drafts: 1 });

      await expectNowhere(detector, driver);
      await driver.open('/customize');
      await driver.page.getByRole('button', { name: 'Clear photo' }).click();
      await expect(driver.page.getByRole('button', { name: 'Choose photos' })).toBeVisible();
      await expect.poll(() => photosStored(driver.page)).toEqual(NO_PHOTOS);
      await expectNowhere(detector, driver);

      await driver.open('/about');
      await driver.page.evaluate(
        async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          await new Promise<void>((resolve) => {
            const opening = indexedDB.open('seeded');
            opening.onupgradeneeded = () => opening.result.createObjectStore('photos');
            opening.onsuccess = () => {
              const writing = opening.result.transaction('photos', 'readwrite');
              writing.objectStore('photos').put(new Blob([bytes]), 1);
              writing.oncomplete = () => {
                opening.result.close();
                resolve();
              };
            };
          });
        },
        (await readFile(photo)).toString('base64'),
      );
      await driver.restart(async (profile) =>
        expect((await filesHolding(detector, profile)).length).toBeGreaterThan(0),
      );
    },
  );

  test('when its avatars are made: what stays on this device are the avatars @long', async ({
    driver,
    photo,
    traffic,
  }) => {
    test.setTimeout(minutes(4));
    await pay(driver.page);
    await toConfirmation(driver.page);
    await expect(driver.page.getByRole('heading', { level: 1 })).toHaveText(
      'Paid. One photo to go.',
      { timeout: minutes(1) },
    );
    await upload(driver, photo);
    const detector = await detectorOf(photo, traffic);
    await driver.page.getByRole('button', { name: 'Generate avatars' }).click();
    const dialog = driver.page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByLabel('How many').fill('1');
    await dialog.getByRole('button', { name: 'Generate 1 avatar', exact: true }).click();
    await expect(driver.page.getByRole('tab', { name: 'My Avatars (1)' })).toBeVisible({
      timeout: minutes(2),
    });
    await expect
      .poll(() => photosStored(driver.page), { timeout: minutes(0.5) })
      .toEqual(NO_PHOTOS);
    await expectNowhere(detector, driver);
  });

  test('on ‘Delete photo now’ in the settings, which then has nothing more to delete', async ({
    driver,
    photo,
  }) => {
    await upload(driver, photo);
    await driver.open('/dashboard?tab=settings');
    const now = driver.page.getByRole('button', { name: 'Delete photo now' });
    await now.click();
    await expect(driver.page.getByText('Deleted, and the keys destroyed.')).toBeVisible();
    await expect(now).toBeHidden();
    await expect.poll(() => photosStored(driver.page)).toEqual(NO_PHOTOS);
    await driver.open('/customize');
    await expect(driver.page.getByRole('button', { name: 'Choose photos' })).toBeVisible();
  });

  test('after 24 hours, also when the app was closed meanwhile', async ({ driver, photo }) => {
    await upload(driver, photo);
    await driver.restart(() => Promise.resolve());
    await driver.context.clock.install({ time: Date.now() + DAY - 60_000 });
    await driver.open('/about');
    await expect
      .poll(() => photosStored(driver.page))
      .toMatchObject({ photos: 1, keys: 1, drafts: 1 });
    await driver.context.clock.fastForward(120_000);
    await driver.page.reload();
    await expect.poll(() => photosStored(driver.page)).toEqual(NO_PHOTOS);
  });
});
