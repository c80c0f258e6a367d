import { test as base, expect, type Browser, type Page } from '@playwright/test';

import { minutes } from '../support/timeouts.ts';
import { startHarness } from './harness.ts';

/** A page with the engine, and the errors it has logged. */
interface Opened {
  readonly page: Page;
  readonly errors: string[];
}

const openPage = async (page: Page, url: string): Promise<Opened> => {
  const errors: string[] = [];
  page.on('console', (message) => {
    // A warning is the driver's, but for LiteRT's of a GPU device, which it isn't to ask for.
    if (message.type() === 'error' || message.text().includes('WebGPU'))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  await page.waitForFunction(() => 'harness' in window);
  return { page, errors };
};

interface Fixtures {
  /**
   * A page with the engine on `window.harness`; its errors, except those it `provokes`, fail the
   * test.
   */
  readonly enginePage: Page;
  readonly provokes: RegExp | undefined;
}

/** Provides the URL of the page with the engine, which is built once for all tests. */
const withHarness = base.extend<object, { harness: string }>({
  harness: [
    async ({}, provide) => {
      const harness = await startHarness();
      await provide(harness.url);
      await harness.close();
    },
    { scope: 'worker', timeout: minutes(2) },
  ],
});

/** Gives each test a page of its own, with a worker that hasn't loaded or compiled anything yet. */
export const test = withHarness.extend<Fixtures>({
  provokes: [undefined, { option: true }],
  enginePage: async ({ page, provokes, harness }, provide) => {
    const { errors } = await openPage(page, harness);
    await provide(page);
    expect(errors.filter((error) => !provokes?.test(error))).toEqual([]);
  },
});

/** Shares one warm page; for tests that only analyse and render and don't change the engine. */
export const sharedTest = withHarness.extend<Pick<Fixtures, 'enginePage'>, { opened: Opened }>({
  opened: [
    async ({ browser, harness }: { browser: Browser; harness: string }, provide) => {
      const page = await browser.newPage();
      await provide(await openPage(page, harness));
      await page.close();
    },
    { scope: 'worker' },
  ],
  enginePage: async ({ opened: { page, errors } }, provide) => {
    await provide(page);
    expect(errors.splice(0)).toEqual([]);
  },
});

export { expect };
