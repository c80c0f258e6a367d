import { expect } from '@playwright/test';

import { findings } from '../e2e/support/axe.ts';
import { balanceOf } from '../e2e/support/chain.ts';
import { languageOf, textsOn } from '../e2e/support/language.ts';
import { SOL } from '../e2e/support/payer.ts';
import { minutes } from '../support/timeouts.ts';
import { continueIn, opened, seen, test, waiting } from './beside-browser.ts';
import { invoke } from './fixtures.ts';

test.describe.configure({ timeout: minutes(3) });

test('Phantom in the user’s browser connects, declines, is caught swapping, and pays for a plan', async ({
  desktop,
  app,
  usersBrowser,
  sandbox,
}) => {
  await usersBrowser.installPhantom();
  await sandbox.solana.admin.faucet(usersBrowser.address, 5 * SOL);
  await desktop.open('/payment?plan=basic&priceSOL=1.2');
  const main = app.getByRole('main');
  await expect(main.getByRole('button', { name: 'Connect Phantom Wallet' })).toHaveCount(0);
  await main.getByRole('button', { name: 'Connect in your browser' }).click();
  const connecting = await opened(app, usersBrowser);
  await connecting.getByRole('button', { name: 'Continue in Phantom' }).click();
  await seen(connecting.getByRole('heading', { name: 'Connected' })).toBeFocused();
  await seen(
    app
      .getByRole('banner')
      .getByText(`${usersBrowser.address.slice(0, 4)}…${usersBrowser.address.slice(-4)}`),
  ).toBeVisible();

  const before = await balanceOf(sandbox.solana.rpcUrl, sandbox.solana.treasury);
  const pay = app.getByRole('button', { name: 'Pay 1.2 SOL Now' });
  for (const [mood, words, pageWords] of [
    ['declines', 'You declined in your wallet. You have not been charged.', 'You declined'],
    [
      'swaps',
      'The wallet returned a different transaction, so it was not sent. You have not been charged.',
      'Unexpected answer',
    ],
  ] as const) {
    usersBrowser.mood = mood;
    await seen(pay).toBeEnabled();
    await pay.click();
    await seen(waiting(app)).toBeVisible();
    const page = await opened(app, usersBrowser);
    await expect(page.getByText('1.2 SOL', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Continue in Phantom' }).click();
    await seen(page.getByRole('heading', { name: pageWords })).toBeVisible();
    await seen(app.getByText(words)).toBeVisible();
  }
  expect(await balanceOf(sandbox.solana.rpcUrl, sandbox.solana.treasury)).toBe(before);

  usersBrowser.mood = 'signs';
  await pay.click();
  await continueIn('Phantom', app, usersBrowser);
  await seen
    .poll(() => balanceOf(sandbox.solana.rpcUrl, sandbox.solana.treasury), { timeout: minutes(1) })
    .toBe(before + 1_200_000_000);
});

test('what MetaMask was asked to send may still go through: no cancel and no failure denies it', async ({
  app,
  usersBrowser,
  sandbox,
}) => {
  const metaMask = await usersBrowser.installMetaMask(sandbox.polygon.url);
  const to = metaMask.address;
  for (const [mood, heading, code] of [
    ['waits', 'Stopped', 'wallet-unanswered'],
    ['fails', 'MetaMask could not do that', 'transaction-failed'],
  ] as const) {
    metaMask.mood = mood;
    const ended = invoke(app, 'wallet.ask', {
      method: 'eth_sendTransaction',
      params: [{ from: to, to, value: '0x1' }],
    });
    await seen(waiting(app)).toBeVisible();
    const page = await opened(app, usersBrowser);
    await page.getByRole('button', { name: 'Continue in MetaMask' }).click();
    if (mood === 'waits') {
      await seen(waiting(app).getByText('MetaMask is asking you')).toBeVisible();
      await waiting(app).getByRole('button', { name: 'Cancel' }).click();
    }
    expect(await ended).toMatchObject({ ok: false, code });
    await seen(page.getByRole('heading', { name: heading })).toBeVisible();
    await seen(page.getByText('If you approved there, it may still go through')).toBeVisible();
  }
});

test('the page speaks the app’s language, from the right where that is written so', async ({
  desktop,
  app,
  usersBrowser,
}) => {
  const language = await languageOf('ar');
  const { t, path } = language;
  await usersBrowser.installPhantom();
  await desktop.open(path('/payment?plan=basic'));
  await app
    .getByRole('main')
    .getByRole('button', { name: t('Connect in your browser') })
    .click();
  const page = await opened(app, usersBrowser, language);
  const root = page.locator('html');
  const isArabic = async (title: string): Promise<void> => {
    await seen(page.getByRole('heading', { name: title })).toBeFocused();
    await expect(root).toHaveAttribute('lang', 'ar');
    await expect(root).toHaveAttribute('dir', 'rtl');
    expect(language.inEnglish(await textsOn(page))).toEqual([]);
  };
  await isArabic(t('Connect {name}', { name: 'Phantom' }));
  await expect(page.getByText(t('Network: Solana Sandbox (no real SOL)'))).toBeVisible();
  await page.reload(); // The address keeps the language, and the tab its session.
  await isArabic(t('Connect {name}', { name: 'Phantom' }));
  await page.getByRole('button', { name: t('Decline') }).click();
  await isArabic(t('You declined'));
  await seen(
    app
      .getByText(
        [
          t('You declined the connection in the wallet.'),
          t('Nothing was sent.'),
          t('Connect when you are ready.'),
        ].join(' '),
      )
      .first(),
  ).toBeVisible();
});

test('a missing wallet, a closed tab and a cancel each end with a message @long', async ({
  desktop,
  app,
  usersBrowser,
}) => {
  await desktop.open('/login');
  await app.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const connect = app
    .getByRole('dialog', { name: 'Connect Wallet' })
    .getByRole('button', { name: 'Connect in your browser' });
  await connect.click();
  const page = await opened(app, usersBrowser);
  await expect(page.getByRole('heading', { name: 'This browser has no Phantom' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get Phantom' })).toHaveAttribute(
    'href',
    'https://phantom.app/download',
  );
  await seen(waiting(app).getByText('Your browser has no Phantom.')).toBeVisible();
  expect(await findings(app)).toEqual([]);
  await page.reload(); // As after installing the wallet: the session continues.
  await expect(page.getByRole('heading', { name: 'This browser has no Phantom' })).toBeVisible();
  await page.close();
  await seen(
    app.getByText('The wallet page in your browser was closed before the wallet answered.').first(),
  ).toBeVisible();

  await connect.click();
  const second = await opened(app, usersBrowser);
  await waiting(app).getByRole('button', { name: 'Cancel' }).click();
  await expect(waiting(app)).toBeHidden();
  await seen(second.getByRole('heading', { name: 'Stopped' })).toBeVisible();
});
