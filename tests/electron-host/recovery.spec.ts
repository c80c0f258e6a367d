import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';

import { minutes } from '../support/timeouts.ts';
import { invoke, saveByMain, test } from './fixtures.ts';

const PAGE_SENTENCE = 'The window stopped working and was opened again. Nothing was lost';
const GPU_SENTENCE = 'The graphics process stopped and was started again.';

test('a page whose process dies is restored at its route with its data, and says so', async ({
  desktop,
}) => {
  await desktop.open('/customize');
  await expect(desktop.page.getByRole('alert').filter({ hasText: PAGE_SENTENCE })).toHaveCount(0);
  await desktop.page.evaluate(() => localStorage.setItem('kept', 'yes'));
  await desktop.crash();
  await expect(desktop.page).toHaveURL(/\/customize$/);
  expect(await desktop.page.evaluate(() => localStorage.getItem('kept'))).toBe('yes');
  const notice = desktop.page.getByRole('alert').filter({ hasText: PAGE_SENTENCE });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await desktop.reload();
  await expect(desktop.page.getByRole('banner')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a page that dies while saving several reports which files exist', async ({ desktop }) => {
  const { shownFiles } = desktop.host.systemUi;
  const { page } = desktop;
  const fill = async (on: Page) => {
    const made = await invoke(on, 'downloads.newFolder', { name: 'Likeness avatars' });
    const { id, place } = (made as { value: { id: string; place: string } }).value;
    for (const name of ['a.png', 'b.png']) await saveByMain(on, name, 'abc', id);
    return { id, place };
  };
  const { id, place } = await fill(page);
  // The page dies in the middle of the third.
  await invoke(page, 'files.begin', { name: 'c.png', folder: id });
  expect(await readdir(place)).toHaveLength(3);
  await desktop.crash();
  // Each crash is followed by a new page.
  const notice = () =>
    desktop.page.getByRole('alert').filter({ hasText: 'Only 2 files were saved.' });
  await notice().getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => shownFiles).toEqual([place]);
  await expect.poll(async () => (await readdir(place)).sort()).toEqual(['a.png', 'b.png']);

  // A folder that was complete isn't reported.
  const full = await fill(desktop.page);
  await invoke(desktop.page, 'downloads.closeFolder', { id: full.id });
  await desktop.crash();
  await expect(desktop.page.getByRole('alert').filter({ hasText: PAGE_SENTENCE })).toBeVisible();
  await expect(notice()).toHaveCount(0);

  // Nor is one that its page was filling when the user reloaded it.
  await fill(desktop.page);
  await desktop.reload();
  await desktop.crash();
  await expect(desktop.page.getByRole('alert').filter({ hasText: PAGE_SENTENCE })).toBeVisible();
  await expect(notice()).toHaveCount(0);
});

test('a window that closes in the middle of a save leaves no unfinished file', async ({
  desktop,
  page,
}) => {
  const folder = desktop.host.app.getPath('downloads');
  await invoke(page, 'files.begin', { name: 'a.png' });
  expect(await readdir(folder)).toHaveLength(1);
  desktop.host.window.close();
  await expect.poll(() => readdir(folder)).toEqual([]);
});

test('a page that keeps dying is reloaded three times, then the user decides @long', async ({
  desktop,
}) => {
  const { systemUi, app } = desktop.host;
  for (let crash = 1; crash <= 3; crash++) await desktop.crash();
  expect(systemUi.questions).toHaveLength(0);
  await desktop.page.goto('chrome://crash').catch(() => undefined);
  await expect
    .poll(() => systemUi.questions.map(({ message, buttons }) => [message, buttons]))
    .toEqual([['Likeness stopped several times in a row.', ['Try again', 'Quit']]]);

  const { window } = desktop.host;
  const reopened = new Promise((resolve) => window.once('host-reopened', resolve));
  systemUi.questions[0]?.answer('Try again');
  await reopened;
  await expect(desktop.page.getByRole('alert').filter({ hasText: PAGE_SENTENCE })).toBeVisible();

  for (let crash = 1; crash <= 3; crash++) await desktop.crash();
  await desktop.page.goto('chrome://crash').catch(() => undefined);
  await expect.poll(() => systemUi.questions.length).toBe(2);
  systemUi.questions[1]?.answer('Quit');
  expect(await app.ended).toBe(0);
});

test('the user is asked about a page that hangs: it may wait, recover, or be reloaded @long', async ({
  desktop,
}) => {
  const { systemUi, window } = desktop.host;
  await desktop.open('/customize');
  const before = desktop.page;
  // Electron's event while the page doesn't answer; it may fire more than once.
  const hang = (): void => {
    window.emit('unresponsive');
    window.emit('unresponsive');
  };
  hang();
  expect(systemUi.questions.map(({ message, buttons }) => [message, buttons])).toEqual([
    ['Likeness is not responding.', ['Wait', 'Reload']],
  ]);
  systemUi.questions[0]?.answer('Wait');
  const questionsAfterHang = (): number => {
    window.emit('unresponsive');
    return systemUi.questions.length;
  };
  await expect.poll(questionsAfterHang).toBe(2);
  window.emit('responsive');
  await expect.poll(questionsAfterHang).toBe(3);
  expect(desktop.page).toBe(before);

  const reopened = new Promise((resolve) => window.once('host-reopened', resolve));
  systemUi.questions[2]?.answer('Reload');
  await reopened;
  await expect(desktop.page).toHaveURL(/\/customize$/);
  await expect(desktop.page.getByRole('alert').filter({ hasText: PAGE_SENTENCE })).toBeVisible();
});

test('a crash of the GPU process is reported, and pictures are still made @long', async ({
  desktop,
  page,
}) => {
  test.setTimeout(minutes(3));
  desktop.host.startAgain('/usr/bin/likeness', resolve('resources/people/amara.webp'));
  await expect(page.getByRole('img', { name: 'You in the style Realistic' })).toBeVisible({
    timeout: minutes(1),
  });

  const session = await desktop.context.newCDPSession(page);
  await session.send('Browser.crashGpuProcess');
  desktop.host.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 });
  await expect(page.getByRole('alert').filter({ hasText: GPU_SENTENCE })).toBeVisible();
  await page.getByRole('group', { name: 'Style' }).getByRole('radio', { name: 'Creative' }).check();
  await expect(page.getByRole('img', { name: 'You in the style Creative' })).toBeVisible({
    timeout: minutes(1),
  });

  // Helpers that end normally, or that aren't the GPU's, aren't reported.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  desktop.host.app.emit(
    'child-process-gone',
    {},
    { type: 'Utility', reason: 'crashed', exitCode: 1 },
  );
  desktop.host.app.emit(
    'child-process-gone',
    {},
    { type: 'GPU', reason: 'clean-exit', exitCode: 0 },
  );
  desktop.host.startAgain('/usr/bin/likeness', 'likeness://dashboard');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('alert').filter({ hasText: GPU_SENTENCE })).toHaveCount(0);
});
