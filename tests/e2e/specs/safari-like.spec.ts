import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

import { minutes } from '../../support/timeouts.ts';
import { webDriver, type WebDriver } from '../drivers/web.ts';
import { AvatarCreatorPage, rendered } from '../pages/avatar-creator.ts';
import { chooseBackup, saveBackup } from '../pages/backup.ts';
import { payFromAvatarCreator } from '../pages/payment.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { rowsIn } from '../support/stored.ts';
import { LIKE_SAFARI, takeAway, type Missing } from '../support/taken-away.ts';

const PHOTO = 'resources/people/amara.webp';
const PASSPHRASE = 'violet anchor drizzle';
const SAFARI = ['the WebP encoder', 'what is Chromium’s alone'] as const;

interface Fixtures {
  /** Opens a browser without these features. */
  readonly without: (...missing: readonly Missing[]) => Promise<WebDriver>;
}
const test = base.extend<Fixtures>({
  without: async ({ sandbox: { appUrl } }, provide) => {
    const opened: WebDriver[] = [];
    await provide(async (...missing) => {
      const prepare = takeAway(...missing);
      const driver = await webDriver({
        appUrl,
        context: { ...LIKE_SAFARI, baseURL: appUrl },
        prepare,
      });
      opened.push(driver);
      return driver;
    });
    for (const driver of opened) await driver.close();
  },
});

/** The types of all thumbnails in the page's database. */
const thumbTypes = async (page: Page): Promise<readonly string[]> =>
  (await rowsIn(page, 'pictures')).evaluate(([pictures = []]) =>
    pictures.map(({ thumb }) => (thumb as Blob).type),
  );

async function makeTwelve(app: WebDriver): Promise<void> {
  await app.open('/');
  await app.page.getByRole('main').getByRole('link', { name: 'Start Creating' }).first().click();
  const creator = new AvatarCreatorPage(app);
  await creator.upload(PHOTO);
  await creator.choose('Style', 'Modern');
  await creator.choose('Background', 'Gradient');
  await rendered(app.page);
  await payFromAvatarCreator(app.page);
  await expect(app.page.getByRole('tab', { name: 'My Avatars (12)' })).toBeVisible({
    timeout: minutes(4),
  });
  await expect(app.page.getByText('Ready', { exact: true })).toHaveCount(12);
  await expect(app.page.getByText('could not be made')).toHaveCount(0);
}

test('without a WebP encoder, paid avatars are made, kept, saved, backed up and restored @long', async ({
  without,
}, info) => {
  test.setTimeout(minutes(8)); // Twelve avatars, and a second browser that restores them.
  const app = await without(...SAFARI);
  const { page } = app;
  await makeTwelve(app);
  expect(await thumbTypes(page)).toEqual(Array<string>(12).fill('image/jpeg'));

  const plain = await app.savedFile(() =>
    page.getByRole('button', { name: 'Download Modern 1', exact: true }).click(),
  );
  expect(plain.name).toBe('Modern_1_avatar.jpg');
  expect(plain.bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
  await page.getByRole('link', { name: /^View/ }).first().click();
  const formats = page.getByRole('group', { name: 'File format' }).getByRole('radio');
  await expect(formats).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'WebP' })).toHaveCount(0);
  const hd = await app.savedFile(() => page.getByRole('button', { name: 'Download HD' }).click());
  expect(hd.name).toMatch(/_avatar_hd\.png$/);

  await app.open('/dashboard?tab=settings');
  await expect(page.getByRole('option', { name: 'WebP' })).toHaveCount(0);
  const { bytes } = await saveBackup(app, PASSPHRASE);
  const path = info.outputPath('library.likeness');
  await writeFile(path, bytes);

  const second = await without(...SAFARI);
  await second.open('/dashboard?tab=settings');
  await chooseBackup(second.page, path, PASSPHRASE);
  await second.page.getByRole('button', { name: 'Restore 12 avatars' }).click();
  await expect(second.page.getByRole('tab', { name: 'My Avatars (12)' })).toBeVisible();
  expect(await thumbTypes(second.page)).toEqual(Array<string>(12).fill('image/jpeg'));
});

/**
 * One missing engine feature and one missing storage feature. The engine's tests cover the parts,
 * the screens' tests the texts.
 */
const REFUSALS: readonly (readonly [missing: Missing, sentence: string])[] = [
  ['WebGL 2', 'It can’t draw avatars: WebGL 2 is missing'],
  ['pictures in the database', 'It doesn’t keep pictures for this site'],
];

for (const [missing, sentence] of REFUSALS)
  test(`without ${missing}, paying isn’t offered in any way, and the page says why`, async ({
    without,
  }) => {
    const app = await without(...SAFARI, missing);
    const { page } = app;
    await app.open('/payment?plan=basic');
    const refusal = page.getByRole('alert').filter({ hasText: 'so you can’t pay here' });
    await expect(refusal).toContainText(sentence);
    await expect(refusal).toContainText('Nothing was charged.');
    await expect(page.getByText('Network: Solana Sandbox (no real SOL)').first()).toBeVisible();
    for (const method of [
      'Pay with a wallet on this device',
      'Pay with your phone',
      'Send it yourself',
    ])
      await expect(page.getByRole('heading', { name: method })).toHaveCount(0);
    await expect(
      page.getByRole('main').getByRole('button', { name: /Pay|Wallet|Manually/ }),
    ).toHaveCount(0);
    // Checked again at each visit: the user may have switched it on.
    await page.reload();
    await expect(refusal).toContainText(sentence);
    await refusal.getByRole('button', { name: 'Check again' }).click();
    await expect(refusal).toContainText(sentence);
  });

test('a private window that refuses Blobs is reported before payment, and still delivers @long', async ({
  without,
}) => {
  test.setTimeout(minutes(4)); // Twelve avatars.
  const app = await without(...SAFARI, 'Blobs in the database');
  await app.open('/payment?plan=basic');
  await expect(app.page.getByText('This looks like a private window')).toBeVisible();
  await makeTwelve(app);
  await app.reload();
  await expect(app.page.getByText('Ready', { exact: true })).toHaveCount(12);
  // The thumbnails are read from the database again.
  const first = app.page.getByRole('list', { name: 'Your avatars' }).locator('img').first();
  await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(384);
});
