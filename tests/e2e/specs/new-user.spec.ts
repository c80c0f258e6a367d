import type { Locator, Page } from '@playwright/test';

import { minutes } from '../../support/timeouts.ts';
import { expect, test } from '../support/visit.ts';

/** Most presses from Home to the first avatar on the disk, and to the whole set. */
const FIRST_MOST = 12;
const SET_MOST = 20;

/** More tab stops than any page has before its content ends. */
const MOST_STOPS = 80;

const PHONE = { width: 390, height: 844 };
type Press = (target: Locator) => Promise<void>;

/** Goes to a button or a link with Tab, and presses it with Enter. */
async function pressByKeys(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement))
      return page.keyboard.press('Enter');
  }
  throw new Error(`Tab never came to ${String(target)}`);
}

/** Ways to press a button or a link. Moving to it isn't counted: a mouse moves as well. */
const INPUTS: Record<string, (page: Page) => Press> = {
  'a mouse': () => (target) => target.click(),
  keys: (page) => (target) => pressByKeys(page, target),
  'a finger on a phone': () => (target) => target.tap(),
};

for (const [input, by] of Object.entries(INPUTS)) {
  test.describe(`docs/new-user.md, with ${input}`, () => {
    test.use({
      begins: 'empty',
      ...(input === 'a finger on a phone' && { viewport: PHONE, hasTouch: true, isMobile: true }),
    });

    test(`the first avatar takes ${String(FIRST_MOST)} presses at most, the set ${String(SET_MOST)} @long`, async ({
      page,
    }) => {
      test.setTimeout(minutes(3));
      const presses: string[] = [];
      const press = async (target: Locator): Promise<void> => {
        await expect(target).toBeEnabled();
        presses.push((await target.textContent()) ?? '');
        await by(page)(target);
      };
      const main = page.getByRole('main');
      const saved = async (button: Locator): Promise<string> => {
        const download = page.waitForEvent('download');
        await press(button);
        return (await download).suggestedFilename();
      };
      await page.goto('/');

      await press(main.getByRole('link', { name: 'Start Creating' }).first());
      await press(main.getByRole('button', { name: 'Try with amara' }));
      await expect(page.getByRole('slider', { name: 'Photo and avatar' })).toBeVisible();
      await press(main.getByRole('link', { name: 'Proceed to Secure Payment' }).last());
      await press(main.getByRole('link', { name: 'Choose Basic' }));
      await press(main.getByRole('button', { name: 'Use Sandbox Wallet' }));
      await press(main.getByRole('button', { name: 'Pay 1.2 SOL Now' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }));
      await press(main.getByRole('link', { name: 'Continue to Confirmation' }));
      await press(main.getByRole('link', { name: 'Go to Dashboard' }));
      await expect(page.getByRole('tab', { name: 'My Avatars (12)' })).toBeVisible();
      expect(await saved(main.getByRole('button', { name: /^Download / }).first())).toMatch(
        /_avatar\.jpg$/,
      );
      expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(FIRST_MOST);

      await press(main.getByRole('button', { name: 'Select', exact: true }));
      await press(main.getByRole('button', { name: 'Choose all 12' }));
      expect(await saved(main.getByRole('button', { name: 'Save 12 avatars' }))).toBe(
        'Likeness avatars.zip',
      );
      expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(SET_MOST);
    });
  });
}
