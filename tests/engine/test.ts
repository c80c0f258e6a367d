import { test as base, expect, type Browser, type Page } from '@playwright/test';

/** A page with the engine, and what it has logged as errors. */
interface Opened {
  readonly page: Page;
  readonly errors: string[];
}

const openPage = async (page: Page): Promise<Opened> => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(process.env['ENGINE_HARNESS'] ?? '');
  await page.waitForFunction(() => 'harness' in window);
  return { page, errors };
};

interface Fixtures {
  /** A page with the engine on `window.harness`; its errors fail the test, but for those that it `provokes`. */
  readonly enginePage: Page;
  readonly provokes: RegExp | undefined;
}

/** Each test has a page of its own, with a worker that has loaded and compiled nothing yet. */
export const test = base.extend<Fixtures>({
  provokes: [undefined, { option: true }],
  enginePage: async ({ page, provokes }, provide) => {
    const { errors } = await openPage(page);
    await provide(page);
    expect(errors.filter((error) => !provokes?.test(error))).toEqual([]);
  },
});

/** One page for all: for tests that look at photos and pictures and leave the engine as it is. */
export const sharedTest = base.extend<Pick<Fixtures, 'enginePage'>, { opened: Opened }>({
  opened: [
    async ({ browser }: { browser: Browser }, provide) => {
      const page = await browser.newPage();
      await provide(await openPage(page));
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
