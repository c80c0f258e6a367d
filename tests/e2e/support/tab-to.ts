import type { Locator, Page } from '@playwright/test';

import { expect } from './fixtures.ts';

/** More tab stops than any page has before its content ends. */
const MOST_STOPS = 80;

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${String(target)}`);
}

/** Goes to a button or a link with Tab, and presses it with Enter. */
export async function pressByKeys(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
