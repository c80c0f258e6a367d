import type { Locator, Page } from '@playwright/test';

import { pay } from '../pages/payment.ts';
import { expect, test } from '../support/visit.ts';

const shares = (page: Page): Locator =>
  page.getByRole('main').locator('dt', { hasText: 'Shares' }).locator('+ dd');

test.describe('section 2: dashboard', () => {
  test(
    'three figures, two tabs and a card for each sample',
    { tag: '@smoke' },
    async ({ page }) => {
      await page.goto('/dashboard');
      const main = page.getByRole('main');
      await expect(main.getByRole('tab', { name: 'My Avatars (6)' })).toBeVisible();
      const figures = main.locator('dl').first();
      for (const label of ['completed avatars', 'remaining credits', 'total downloads'])
        await expect(figures.getByText(label)).toBeVisible();
      await expect(figures.getByText('2,847', { exact: true })).toBeVisible();
      await expect(main.getByText('Ready', { exact: true })).toHaveCount(5);
      await expect(main.getByText('Processing', { exact: true })).toHaveCount(1);
      await expect(main.getByRole('link', { name: 'Create New Avatar' }).first()).toHaveAttribute(
        'href',
        '/customize',
      );
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        main
          .getByRole('button', { name: /^Download/ })
          .first()
          .click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^\w+_avatar\.jpg$/);
      await main.getByRole('link', { name: /^View/ }).first().click();
      await expect(page).toHaveURL('/avatar/1');
    },
  );

  test(
    'own frames stand on the sheet, though a busy page learns late that they came into view',
    { tag: '@smoke' },
    async ({ page }) => {
      // As a browser does that was too busy to tell of the first moment by itself.
      await page.addInitScript(() => {
        const Native = IntersectionObserver;
        window.IntersectionObserver = class extends Native {
          constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
            super((entries, observer) => {
              const before = entries.map(({ boundingClientRect, target }) => ({
                isIntersecting: false,
                boundingClientRect,
                target,
              }));
              tell([...before, ...entries] as IntersectionObserverEntry[], observer);
            }, options);
          }
        };
      });
      await pay(page, 'basic');
      await expect(page.getByRole('link', { name: 'Continue to Confirmation' })).toBeVisible();
      await page.goto('/dashboard');
      await expect(page.getByText('1,000 credits are ready')).toBeVisible();
      await expect(
        page.getByRole('list', { name: 'Your avatars' }).getByText('Unexposed'),
      ).toBeVisible();
    },
  );

  test('settings keep an optional email, and say what is private', async ({ page }) => {
    await page.goto('/dashboard?tab=settings');
    const panel = page.getByRole('tabpanel', { name: 'Settings' });
    await expect(panel.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
    await expect(panel.getByText('Your photo never leaves this device.')).toBeVisible();
    const email = panel.getByLabel('Email (optional)');
    await email.fill('nobody');
    await panel.getByRole('button', { name: 'Save Settings' }).click();
    await expect(
      panel.getByText('This isn’t a complete email address, like name@example.com.'),
    ).toBeVisible();
    await email.fill('ada@example.com');
    await panel.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await page.reload();
    await expect(email).toHaveValue('ada@example.com');
    await page.goto('/contact');
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  });
});

test('section 4: a processing avatar counts down 15 to 20 seconds, then is Ready', async ({
  page,
}) => {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1_000);
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  const left = main.getByText(/ready in \d+ s/);
  await expect(left).toBeVisible();
  const seconds = Number(/ready in (\d+) s/.exec(await left.innerText())?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(15);
  expect(seconds).toBeLessThanOrEqual(20);
  await page.clock.runFor(5_000);
  await expect
    .poll(async () => Number(/ready in (\d+) s/.exec(await left.innerText())?.[1]))
    .toBeLessThanOrEqual(seconds - 4);
  await page.clock.runFor(16_000);
  await expect(main.getByText('Ready', { exact: true })).toHaveCount(6);
  await expect(main.getByText('Processing', { exact: true })).toHaveCount(0);
});

test.describe('section 2: avatar', () => {
  test('shows the picture, its details, tags, rights and statistics', async ({ page }) => {
    await page.goto('/avatar/1');
    const main = page.getByRole('main');
    await expect(main.getByRole('img', { name: /avatar/ })).toBeVisible();
    await expect(main.locator('dt')).toHaveText([
      'Style',
      'Background',
      'Resolution',
      'Format',
      'File size',
      'Created',
      'Downloads',
      'Likes',
      'Shares',
      'Rating',
    ]);
    await expect(main.locator('dd').filter({ hasText: /^(1024 × 1024|PNG)$/ })).toHaveCount(2);
    await expect(main.getByText('4.9', { exact: true })).toBeVisible();
    for (const right of ['Commercial use', 'Social media', 'Professional profiles', 'Marketing'])
      await expect(main.getByText(right, { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    await expect(main.getByRole('link', { name: 'Mint as NFT' })).toHaveAttribute(
      'href',
      /^\/nft-minting/,
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: 'Download HD' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^\w+_avatar_hd\.png$/);
  });

  test('section 4: like adds 1 and takes it back', async ({ page }) => {
    await page.goto('/avatar/1');
    const likes = page.getByRole('main').locator('dt', { hasText: 'Likes' }).locator('+ dd');
    const before = Number(await likes.innerText());
    const like = page.getByRole('button', { name: 'Like', exact: true });
    await like.click();
    await expect(likes).toHaveText(String(before + 1));
    await expect(page.getByRole('button', { name: 'Liked' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('button', { name: 'Liked' }).click();
    await expect(likes).toHaveText(String(before));
  });

  test('section 7: without a share sheet the link is copied, in the page and not by an alert', async ({
    page,
    sandbox,
  }) => {
    let alerted = false;
    page.on('dialog', (dialog) => {
      alerted = true;
      void dialog.dismiss();
    });
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    await page.goto('/avatar/3');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('Link copied to clipboard!', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${sandbox.appUrl}/avatar/3`,
    );
    expect(alerted).toBe(false);
    await expect(shares(page)).toHaveText('1');
    await page.goto('/dashboard');
    await expect(page.getByText('Artistic, 88 downloads, 1 share', { exact: true })).toBeVisible();
  });

  test('section 7: a share sheet that takes files gets the picture itself', async ({ page }) => {
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(Navigator.prototype, 'canShare', { value: () => true });
      Object.defineProperty(Navigator.prototype, 'share', {
        value: ({ files }: ShareData) => {
          shared.push(...(files ?? []).map(({ name, type }) => `${name} ${type}`));
          return Promise.resolve();
        },
      });
    });
    await page.goto('/avatar/3');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
      .toEqual([expect.stringMatching(/^\w+_avatar_hd\.png image\/png$/)]);
    await expect(shares(page)).toHaveText('1');
    await page.reload();
    await expect(shares(page)).toHaveText('1');
  });
});

test.describe('section 2: minting, as far as it goes', () => {
  test('what is an NFT already cannot be chosen, and two chains have their costs', async ({
    page,
  }) => {
    await page.goto('/nft-minting');
    const main = page.getByRole('main');
    await expect(main.getByRole('radio', { name: /Already NFT/ })).toBeDisabled();
    await expect(main.getByText('Already NFT', { exact: true })).toBeVisible();
    for (const chain of [/Solana.*0\.1 SOL/, /Polygon.*0\.01 MATIC/])
      await expect(main.getByRole('radio', { name: chain })).toHaveCount(1);
    await expect(main.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
      /Select/,
      /Mint.*1-3 minutes/,
      /Success/,
    ]);
    await expect(main.getByRole('button', { name: 'Mint NFT' })).toBeDisabled();
  });
});
