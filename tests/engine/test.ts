import { expect, type Page, test as base } from '@playwright/test';

/** A page with the engine on `window.harness`; its errors fail the test. */
export const test = base.extend<{ enginePage: Page }>({
  enginePage: async ({ page }, provide) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(process.env['ENGINE_HARNESS'] ?? '');
    await page.waitForFunction(() => 'harness' in window);
    await provide(page);
    expect(errors).toEqual([]);
  },
});

export { expect };
