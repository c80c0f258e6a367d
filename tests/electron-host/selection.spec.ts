import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, type Page } from '@playwright/test';

import { SEEDED_MARKER, seedLibrary } from '../e2e/support/seeded-library.ts';
import { seen, test } from './beside-browser.ts';

const NAMES = [
  'Realistic_1_avatar_hd.png',
  'Realistic_2_avatar_hd.png',
  'Realistic_3_avatar_hd.png',
];
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

test.beforeEach(async ({ desktop, app }) => {
  await desktop.open('/dashboard?tab=settings');
  await seedLibrary(app, 3);
  await desktop.open('/dashboard');
  await app.getByRole('button', { name: 'Select', exact: true }).click();
  await bar(app).getByRole('button', { name: 'Choose all 3' }).click();
});

test('several avatars go into a new folder, which is shown; a failed save reports which files exist', async ({
  desktop: { host },
  app,
  folders,
}) => {
  await bar(app).getByRole('button', { name: 'Save 3 avatars' }).click();
  await seen(bar(app).getByText('3 avatars saved.')).toBeVisible();
  const first = join(folders.downloads, 'Likeness avatars');
  expect((await readdir(first)).sort()).toEqual(NAMES);
  await bar(app).getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => host.systemUi.shownFiles).toEqual([first]);

  // The second picture is gone: the others are saved.
  await app.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('likeness');
        opening.onsuccess = () => {
          const change = opening.result.transaction('pictures', 'readwrite');
          const pictures = change.objectStore('pictures');
          pictures.delete('seeded-1');
          // The third is damaged, which shows once it has to become a JPEG.
          const reading = pictures.get('seeded-2');
          reading.onsuccess = () => {
            const row = reading.result as { body: object };
            const full = new Blob(['no picture'], { type: 'image/png' });
            pictures.put({ ...row, body: { ...row.body, full } });
          };
          change.oncomplete = resolve;
          change.onerror = reject;
        };
      }),
  );
  await bar(app).getByRole('button', { name: 'Save 3 avatars' }).click();
  await seen(bar(app).getByText('2 avatars saved.')).toBeVisible();
  await expect(bar(app).getByText('1 picture of an avatar can’t be read here')).toBeVisible();
  const second = join(folders.downloads, 'Likeness avatars (2)');
  expect((await readdir(second)).sort()).toEqual([NAMES[0], NAMES[2]]);

  await bar(app).getByRole('radio', { name: 'JPEG' }).click();
  await bar(app).getByRole('button', { name: 'Save 3 avatars' }).click();
  await seen(bar(app).getByText('1 of 3 avatars saved.')).toBeVisible();
  const third = join(folders.downloads, 'Likeness avatars (3)');
  expect(await readdir(third)).toEqual(['Realistic_1_avatar_hd.jpg']);
  await bar(app).getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => host.systemUi.shownFiles).toEqual([first, third]);

  // No file could be saved, so no folder is left behind.
  await app.getByRole('checkbox', { name: 'Realistic 1' }).uncheck();
  await bar(app).getByRole('button', { name: 'Save 2 avatars' }).click();
  await seen(bar(app).getByText('Nothing was saved.')).toBeVisible();
  expect(await readdir(folders.downloads)).toHaveLength(3);
});

test('dragging a selected avatar takes the whole selection; dragging another takes only that one', async ({
  desktop: { host },
  app,
}) => {
  const { drags } = host.window.contents;
  await expect(
    bar(app).getByText('Or drag one of them into another program: all 3 go along.'),
  ).toBeVisible();
  const drag = async (name: string): Promise<void> => {
    const before = drags.length;
    const box = app.getByRole('checkbox', { name });
    await box.scrollIntoViewIfNeeded();
    const { x, y, width } = (await box.locator('..').boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await app.mouse.move(x + width / 2, y + 20);
    await app.mouse.down();
    await app.mouse.move(x + width / 2 + 40, y + 60, { steps: 5 });
    await seen.poll(() => drags.length).toBe(before + 1);
    // Released outside the frame, as over another program.
    await app.mouse.move(2, 2);
    await app.mouse.up();
  };
  await drag('Realistic 2');
  expect(drags[0]?.files?.map((file) => basename(file)).sort()).toEqual(NAMES);
  for (const file of drags[0]?.files ?? [])
    expect((await readFile(file)).toString('latin1').endsWith(SEEDED_MARKER)).toBe(true);
  // A drag selects nothing.
  await expect(bar(app).getByText('3 chosen')).toBeVisible();
  await app.getByRole('checkbox', { name: 'Realistic 3' }).uncheck();
  await drag('Realistic 3');
  expect(drags[1]?.files?.map((file) => basename(file))).toEqual([NAMES[2]]);
});
