import { test as base, expect, type Browser, type Page } from '@playwright/test';

import { minutes } from '../support/patience.ts';
import { startHarness } from './harness.ts';

/** A page with the engine, and what it has logged as errors. */
interface Opened {
  readonly page: Page;
  readonly errors: string[];
}

const openPage = async (page: Page, url: string): Promise<Opened> => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  await page.waitForFunction(() => 'harness' in window);
  return { page, errors };
};

interface Fixtures {
  /** A page with the engine on `window.harness`; its errors fail the test, but for those that it `provokes`. */
  readonly enginePage: Page;
  readonly provokes: RegExp | undefined;
}

/** The address of the page with the engine, built once for all. */
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

/** Each test has a page of its own, with a worker that has loaded and compiled nothing yet. */
export const test = withHarness.extend<Fixtures>({
  provokes: [undefined, { option: true }],
  enginePage: async ({ page, provokes, harness }, provide) => {
    const { errors } = await openPage(page, harness);
    await provide(page);
    expect(errors.filter((error) => !provokes?.test(error))).toEqual([]);
  },
});

/** One warm page for all: for tests that look at photos and pictures and leave the engine as it is. */
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
