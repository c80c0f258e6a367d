import type { Page } from '@playwright/test';

import { hold } from '../support/hold.ts';
import { expect, test } from '../support/visit.ts';

test.use({ begins: 'empty' });

/** Part of what is resumed: its name in the address of a script. */
const RESUMED = /\/assets\/payments-/;

/** Home in a browser without anything stored, at rest: its clock stands still. */
async function visit(page: Page): Promise<() => boolean> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/');
  await expect
    .poll(async () => {
      // The browser's idle time, which comes from the clock too.
      await page.clock.runFor(100);
      return asked.some((url) => /\/assets\/resume-/.test(url));
    })
    .toBe(true);
  await page.waitForLoadState('networkidle');
  const resumed = (): boolean => asked.some((url) => RESUMED.test(url));
  expect(resumed()).toBe(false);
  return resumed;
}

test('a first visit loads what resumes the app at the first press', async ({ page }) => {
  const resumed = await visit(page);
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift');
      await page.clock.runFor(1);
      return resumed();
    })
    .toBe(true);
});

test('or when the page has settled', async ({ page }) => {
  const resumed = await visit(page);
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return resumed();
    })
    .toBe(true);
});

test('a link that is pressed while the app starts is followed', async ({ page }) => {
  const started = page.waitForRequest(/\/assets\/resume-/);
  const release = await hold(page, /\/assets\/index-.*\.js$/);
  // An address with a query: what was rendered is replaced.
  await page.goto('/?from=a-friend', { waitUntil: 'commit' });
  const link = page.getByRole('main').getByRole('link', { name: 'Start Creating' }).first();
  await link.hover();
  await page.mouse.down();
  release();
  await started;
  await page.mouse.up();
  await expect(page).toHaveURL('/customize');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
});
