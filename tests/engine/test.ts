import { expect, type Page, test as base } from '@playwright/test';

/** A page with the engine on `window.harness`; its errors fail the test, but for those that it `provokes`. */
export const test = base.extend<{ enginePage: Page; provokes: RegExp | undefined }>({
  provokes: [undefined, { option: true }],
  enginePage: async ({ page, provokes }, provide) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(process.env['ENGINE_HARNESS'] ?? '');
    await page.waitForFunction(() => 'harness' in window);
    await provide(page);
    expect(errors.filter((error) => !provokes?.test(error))).toEqual([]);
  },
});

export { expect };
