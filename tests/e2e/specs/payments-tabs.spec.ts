import { answerWallet, pay, readyToPay, status } from '../pages/payment.ts';
import { balanceOf, BRISK } from '../support/chain.ts';
import { expect, test } from '../support/visit.ts';

const BASIC = 1_200_000_000;

test.describe('two tabs', () => {
  test.use({ brisk: true });

  test('share the order and its credits, and ask for one signature only', async ({
    page,
    context,
    sandbox,
  }) => {
    const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
    const first = await readyToPay(page);
    const other = await context.newPage();
    const second = await readyToPay(other);
    await first.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(status(other)).toHaveText('Waiting for your wallet');
    await expect(other.getByRole('button', { name: 'Waiting for your wallet…' })).toBeVisible();
    await expect(second).toBeHidden();
    await answerWallet(page, 'Approve');
    await expect(status(page)).toHaveText('Paid');
    await expect(status(other)).toHaveText('Paid');
    await other.goto('/dashboard');
    await expect(other.getByText('1,000', { exact: true })).toBeVisible();
    await sandbox.admin.advance(200);
    expect((await balanceOf(sandbox.rpcUrl, sandbox.treasury)) - before).toBe(BASIC);
  });

  test('when one closes, the other takes over its payment', async ({ page, context, sandbox }) => {
    const button = await readyToPay(page);
    const other = await context.newPage();
    await readyToPay(other);
    await sandbox.admin.rhythm(0);
    await button.click();
    await answerWallet(page, 'Approve');
    await expect(status(other)).toHaveText('Sent, waiting for the network');
    await page.close();
    await sandbox.admin.rhythm(BRISK);
    await expect(status(other)).toHaveText('Paid');
  });

  test('follow each other’s sign-in and sign-out, without a reload', async ({ page, context }) => {
    await page.goto('/payment?plan=basic');
    await page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }).waitFor();
    const other = await context.newPage();
    await other.goto('/payment?plan=basic');
    await other.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    for (const tab of [other, page])
      await expect(tab.getByRole('button', { name: 'Pay 1.2 SOL Now' })).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
    for (const tab of [page, other]) {
      await expect(
        tab.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }),
      ).toBeVisible();
      await expect(
        tab.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }),
      ).toBeVisible();
    }
    await pay(other);
    await expect(status(page)).toHaveText('Paid');
  });

  test('the older one says so when a newer version upgrades the library @long', async ({
    page,
    context,
  }) => {
    await pay(page);
    await expect(status(page)).toHaveText('Paid');
    const newer = await context.newPage();
    await newer.goto('/about');
    await newer.evaluate(() => void indexedDB.open('likeness', 10_000));
    await expect(
      page.getByText(
        'Likeness was updated in another tab. Nothing was lost. Reload this page to continue.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  });
});

test('an older one that blocks the library is named, and this one continues once it is closed @long', async ({
  page,
  context,
  problems,
}) => {
  problems.forgive(/404/); // A page without the app: the browser requests its default icon.
  await page.goto('/icon.svg');
  await page.evaluate(
    () =>
      new Promise<void>((opened) => {
        const opening = indexedDB.open('likeness', 1);
        opening.onsuccess = () => {
          Object.assign(window, { held: opening.result });
          opened();
        };
      }),
  );
  const newer = await context.newPage();
  await newer.goto('/pricing');
  const bar = newer.getByText(
    'An older version of Likeness is open in another tab and blocks your library. Nothing was lost. Close that tab to continue here.',
  );
  await expect(bar).toBeVisible();
  await page.close();
  await expect(bar).toBeHidden();
  await newer.goto('/dashboard?tab=settings');
  await newer.getByLabel('Email (optional)').fill('ada@example.com');
  await newer.getByRole('button', { name: 'Save Settings' }).click();
  await expect(newer.getByText('Settings saved.')).toBeVisible();
});

test.describe('before Pay', () => {
  const served = (build: string, priceBook: number): string =>
    JSON.stringify({ build, priceBook, version: '99.0.0' });

  test('a newer app is announced once; nothing reloads automatically', async ({ page }) => {
    await page.route('**/version.json', (route) =>
      route.fulfill({ contentType: 'application/json', body: served('newer', 1) }),
    );
    const button = await readyToPay(page);
    await expect(page.getByText('A newer version of Likeness is here')).toBeVisible();
    await button.click();
    await answerWallet(page, 'Decline');
    await expect(
      page.getByText('You declined in your wallet. You have not been charged.'),
    ).toBeVisible();
  });

  test('old prices aren’t paid @long', async ({ page }) => {
    const button = await readyToPay(page);
    await expect(page.getByText('Our prices have changed')).toBeHidden();
    await page.route('**/version.json', (route) =>
      route.fulfill({ contentType: 'application/json', body: served('newer', 2) }),
    );
    await button.click();
    await expect(page.getByText('Our prices have changed')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(status(page)).toHaveText('Not paid yet');
  });
});
