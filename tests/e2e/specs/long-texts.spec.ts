import type { Page } from '@playwright/test';

import { pseudo } from '../../support/pseudo.ts';
import { ROUTES } from '../../support/routes.ts';
import { minutes } from '../../support/timeouts.ts';
import { addPhotos, rendered } from '../pages/avatar-creator.ts';
import { cutTexts } from '../support/cut-texts.ts';
import { pseudoPath, speakPseudo, untranslatedTexts } from '../support/pseudo-language.ts';
import { seedLibrary } from '../support/seeded-library.ts';
import { SEEDED_ORDER, seedPlan } from '../support/seeded-plan.ts';
import { expect, test } from '../support/visit.ts';

/** What doesn't fit on the open screen, and what isn't translated. */
async function read(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect.soft(await cutTexts(page), screen).toEqual([]);
  expect.soft(await untranslatedTexts(page), screen).toEqual([]);
}

const button = (page: Page, english: string) =>
  page.getByRole('button', { name: pseudo(english), exact: true });

test.describe('a language with 40 % longer texts, on a narrow phone', { tag: '@long' }, () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('fits every route of a first visit', async ({ page, context }) => {
    test.setTimeout(minutes(4)); // Twenty screens, each loaded anew.
    await speakPseudo(context);
    for (const { path } of ROUTES)
      await test.step(path, async () => {
        await page.goto(pseudoPath(path));
        await read(page, path);
      });
    await test.step('sign up', async () => {
      await page.goto(pseudoPath('/login'));
      await page.getByRole('radio', { name: pseudo('Sign Up') }).check();
      await page.getByRole('radio', { name: pseudo('Email') }).check();
      await read(page, 'sign up');
    });
  });

  test('fits every screen that needs a photo, a plan, avatars or a wallet', async ({
    page,
    context,
  }) => {
    test.setTimeout(minutes(6)); // Twenty screens, and the real engine for three.
    await page.goto('/dashboard?tab=settings');
    await seedLibrary(page, 3);
    await seedPlan(page, 'pro');
    await page.goto('/payment?plan=creator');
    await page.getByRole('main').getByRole('button', { name: 'Get more credits' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await page.getByRole('button', { name: 'Bring it along' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto('/customize');
    await addPhotos(page, 'resources/people/amara.webp');
    await rendered(page);
    await speakPseudo(context);
    const open = (path: string) => page.goto(pseudoPath(path));

    await test.step('shell', async () => {
      await open('/about');
      await button(page, 'Menu').click();
      await read(page, 'menu');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await read(page, 'help');
    });
    await test.step('avatar creator', async () => {
      await open('/customize');
      await expect(page.getByRole('slider').first()).toBeVisible();
      await read(page, 'avatar creator');
      await button(page, 'Generate avatars').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await read(page, 'generating');
    });
    await test.step('dashboard', async () => {
      await open('/dashboard');
      await expect(page.getByRole('link', { name: /Realistic 3/ }).first()).toBeVisible();
      await read(page, 'avatars');
      await button(page, 'Select').click();
      await page.getByRole('checkbox', { name: 'Realistic 1', exact: true }).check();
      await read(page, 'selection');
    });
    await test.step('settings', async () => {
      await open('/dashboard?tab=settings');
      for (const name of ['Save a backup…', 'Restore from a backup…', 'Erase everything']) {
        await button(page, name).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await read(page, name);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
    });
    await test.step('avatar', async () => {
      await open('/avatar/101');
      await read(page, 'avatar');
      await button(page, 'Ready-made sizes').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await read(page, 'sizes');
      for (const make of ['banner', 'intro']) {
        await open(`/avatar/101?make=${make}`);
        await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
        await read(page, make);
      }
    });
    await test.step('money', async () => {
      await open('/payment?plan=creator');
      await expect(page.getByText(pseudo('Total to pay'))).toBeVisible();
      await read(page, 'payment');
      await open(`/payment-confirmation?order=${SEEDED_ORDER}`);
      await read(page, 'confirmation');
      await open('/bulk');
      await read(page, 'bulk');
    });
    await test.step('minting', async () => {
      await open('/nft-minting?avatar=101');
      await expect(button(page, 'Mint NFT')).toBeEnabled();
      await read(page, 'minting');
      await button(page, 'Mint NFT').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await read(page, 'consent');
    });
  });
});
