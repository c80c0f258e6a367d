import AxeBuilder from '@axe-core/playwright';

import { PUBLIC_PAGES } from '../../../renderer/content/pages.ts';
import { directionOf, LOCALES } from '../../../renderer/i18n/locales.ts';
import { cutTexts } from '../support/cut-texts.ts';
import { expect, test } from '../support/visit.ts';

test.describe('languages', () => {
  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });
    test('each public page shows in each language', async ({ page }) => {
      for (const locale of LOCALES.filter((one) => one !== 'en')) {
        await page.goto(`/${locale}/pricing`);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.locator('html')).toHaveAttribute('dir', directionOf(locale));
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
          'Pay once, keep them all',
        );
      }
    });
  });

  test('a chosen language stays: in links, after a reload, and where none is named', async ({
    page,
  }) => {
    await page.goto('/pricing');
    await page
      .getByRole('contentinfo')
      .getByRole('combobox', { name: 'Language' })
      .selectOption('fr');
    await expect(page).toHaveURL(/\/fr\/pricing$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    const french = await page.getByRole('heading', { level: 1 }).textContent();
    expect(french).not.toBe('Pay once, keep them all');
    await page.getByRole('contentinfo').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/fr\/\w/);
    await page.goto('/pricing');
    await expect(page).toHaveURL(/\/fr\/pricing$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(french ?? '');

    // Arrow keys walk through the list without loading each page.
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loaded.push(request.url());
    });
    const list = page.getByRole('contentinfo').getByRole('combobox');
    await list.press('ArrowDown');
    await list.press('ArrowDown');
    const chosen = await list.inputValue();
    await list.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', chosen);
    expect(chosen).not.toBe('fr');
    expect(loaded).toHaveLength(1);

    await page.goto('/dashboard?lang=en');
    await expect(page).toHaveURL(/[^r]\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Dashboard');
    await page.goto('/fr//elsewhere?lang=en');
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/elsewhere$/);
    await page.goto('/pricing?lang=xx');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto('/fr');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });

  test.describe('a browser that asks for Arabic', () => {
    test.use({ locale: 'ar-EG' });
    test('gets it, from the right, and accessibly', async ({ page }) => {
      await page.goto('/');
      await expect(page).toHaveURL(/\/ar$/);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      for (const path of [
        ...['', '/explore', '/pricing', '/customize', '/login', '/contact', '/trust-security'],
        ...['/dashboard', '/dashboard?tab=settings', '/avatar/3', '/payment', '/nft-minting'],
      ])
        await test.step(path, async () => {
          await page.goto(`/ar${path}`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => [id, nodes.length])).toEqual([]);
        });
    });
  });

  test(
    'every public page fits a narrow phone in every language',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      for (const locale of LOCALES)
        for (const { path } of PUBLIC_PAGES) {
          const address = locale === 'en' ? path : `/${locale}${path === '/' ? '' : path}`;
          await test.step(address, async () => {
            await page.goto(address);
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
            expect.soft(await cutTexts(page), address).toEqual([]);
          });
        }
    },
  );
});
