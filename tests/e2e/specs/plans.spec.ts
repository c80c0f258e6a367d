import type { Locator } from '@playwright/test';

import { expect, test } from '../support/visit.ts';

/** Section 9's table, with what follows from it. */
const PLANS = [
  {
    name: 'Basic',
    price: '1.2',
    original: '2.8',
    avatars: '1,000',
    discount: 57,
    savings: '1.6',
    more: '+1 more feature',
    features: [
      'high resolution export',
      'basic customization',
      'email support',
      'commercial license',
    ],
  },
  {
    name: 'Creator',
    price: '3.5',
    original: '7.2',
    avatars: '5,300',
    discount: 51,
    savings: '3.7',
    more: '+3 more features',
    features: [
      '260 animated NFT',
      'premium customization',
      'priority support',
      'commercial license',
      'NFT minting guide',
      'video format export',
    ],
  },
  {
    name: 'Pro',
    price: '6.9',
    original: '12.5',
    avatars: '11,200',
    discount: 45,
    savings: '5.6',
    more: '+4 more features',
    features: [
      'custom banner designs',
      'video intro creation',
      'premium animations',
      'white-label licensing',
      'priority support',
      'API access',
      'bulk processing',
    ],
  },
];

/** An amount's integer and fraction stand in columns: what is read is one string. */
const line = (label: string, amount: string): RegExp =>
  new RegExp(`^${label}\\s*${amount.replace('.', '\\.')}\\s*SOL$`);
const summaryLine = (summary: Locator, label: string, amount: string): Locator =>
  summary.locator('div').filter({ hasText: line(label, amount) });

test.describe('section 9: plans', () => {
  for (const { name, price, original, avatars, discount, savings, more, features } of PLANS) {
    test(`${name} costs ${price} instead of ${original} SOL on both pages`, async ({ page }) => {
      await page.goto('/pricing');
      const card = page.getByRole('article', { name });
      await expect(card.getByText(`${price} SOL`, { exact: true })).toBeVisible();
      await expect(card.getByText(`${original} SOL`)).toBeVisible();
      await expect(card.getByText(`Save ${discount}%`)).toBeVisible();
      await expect(card.getByText(`${avatars} AI avatars`)).toBeVisible();
      for (const feature of features)
        await expect(card.getByRole('listitem').filter({ hasText: feature })).toHaveCount(1);
      await expect(card.getByText('Most popular')).toHaveCount(name === 'Creator' ? 1 : 0);
      await card.getByRole('link').click();
      await expect(page).toHaveURL(`/payment?plan=${name.toLowerCase()}&priceSOL=${price}`);

      const summary = page.getByRole('region', { name: 'Order summary' });
      await expect(summary.getByText(name, { exact: true })).toBeVisible();
      await expect(summary.getByText(`${avatars} AI avatars`)).toBeVisible();
      for (const [at, feature] of features.entries())
        await expect(summary.getByText(feature)).toHaveCount(at < 3 ? 1 : 0);
      await expect(summary.getByText(more, { exact: true })).toBeVisible();
      await expect(summaryLine(summary, 'Original', original)).toBeVisible();
      await expect(summaryLine(summary, `Discount ${discount}%`, `−${savings}`)).toBeVisible();
      await expect(summaryLine(summary, 'Total', price)).toBeVisible();
      await expect(summaryLine(summary, 'network fee, about', '0.01')).toBeVisible();
    });
  }
});

test.describe('section 5: the plan query', () => {
  for (const [query, name] of [
    ['plan=BASIC', 'Basic'],
    ['plan=Pro&priceSOL=0.01', 'Pro'],
    ['plan=gold', 'Creator'],
    ['', 'Creator'],
  ] as const) {
    test(`'${query}' is ${name}, at the table's price`, async ({ page }) => {
      await page.goto(`/payment?${query}`);
      const summary = page.getByRole('region', { name: 'Order summary' });
      await expect(summary.getByText(name, { exact: true })).toBeVisible();
      const plan = PLANS.find((known) => known.name === name);
      await expect(summaryLine(summary, 'Total', plan?.price ?? '')).toBeVisible();
    });
  }
});

test.describe('section 4: the payment page', () => {
  test('paying asks for a connected wallet first, then names the amount and the address', async ({
    page,
  }) => {
    await page.goto('/payment?plan=pro&priceSOL=6.9');
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: 'Connect Phantom Wallet' })).toBeVisible();
    await expect(main.getByRole('link', { name: /Get Phantom/ })).toBeVisible();
    await expect(main.getByRole('button', { name: /^Pay / })).toHaveCount(0);
    await main.getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await expect(main.getByRole('button', { name: 'Pay 6.9 SOL Now' })).toBeVisible();
    await expect(main.getByText(/^from .{4}….{4}$/)).toBeVisible();
  });

  test('the address is fixed, and its copy confirmation resets after 2 seconds', async ({
    page,
    sandbox,
  }) => {
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.goto('/payment?plan=basic');
    const address = page.getByRole('group', { name: 'Address' });
    await expect(address.getByText(sandbox.treasury)).toBeVisible();
    // From here time passes only as the test lets it.
    await page.clock.pauseAt(now + 3_600_000);
    await address.getByRole('button').click();
    await expect(address.getByRole('button')).toContainText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sandbox.treasury);
    await page.clock.runFor(1_500);
    await expect(address.getByRole('button')).toContainText('Copied');
    await page.clock.runFor(1_000);
    await expect(address.getByRole('button')).not.toContainText('Copied');
  });

  test("'I've Sent the Payment Manually' leads to the confirmation, whose countdown runs from 15 minutes to 0", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/payment?plan=basic');
    const main = page.getByRole('main');
    await expect(main.getByText('Network: Solana Sandbox (no real SOL)').first()).toBeVisible();
    await expect(page.getByRole('group', { name: 'Exact amount' })).toContainText(
      /1\.2\d{1,8} SOL/,
    );
    await expect(main.getByRole('link', { name: 'Back to Pricing' })).toHaveAttribute(
      'href',
      '/pricing',
    );
    await main.getByRole('button', { name: "I've Sent the Payment Manually" }).click();
    await expect(main.getByText(/verifying on blockchain/)).toBeVisible();
    await expect(main.getByRole('link', { name: 'Back to Pricing' })).toHaveCount(0);
    await main.getByRole('link', { name: 'Continue to Confirmation' }).click();

    await expect(page).toHaveURL(/\/payment-confirmation\?order=LK-/);
    await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeVisible();
    await expect(main.getByText('1-3 minutes')).toBeVisible();
    await expect(main.getByRole('listitem').getByRole('heading')).toHaveText([
      'Verify payment',
      'AI processing',
      'Quality check & rendering',
      'Delivery to dashboard',
    ]);
    for (const path of ['/dashboard', '/customize', '/contact'])
      await expect(main.locator(`a[href="${path}"]`)).toBeVisible();
    const bar = main.getByRole('progressbar', { name: 'Until delivery' });
    await expect(main.getByText('15 minutes left at most')).toBeVisible();
    await expect(bar).toHaveAttribute('value', '10');
    await page.clock.fastForward('01:00');
    await expect(main.getByText('14 minutes left at most')).toBeVisible();
    await expect(bar).toHaveAttribute('value', '10');
    await page.clock.fastForward('09:00');
    await expect(main.getByText('5 minutes left at most')).toBeVisible();
    await expect(bar).toHaveAttribute('value', '60');
    await page.clock.fastForward('20:00');
    await expect(main.getByText('0 minutes left at most')).toBeVisible();
    await expect(bar).toHaveAttribute('value', '90');
    await expect(main.getByText(/Nothing is lost/)).toBeVisible();
  });
});
