import { expect, type Page } from '@playwright/test';

import type { HostDriver } from '../e2e/drivers/desktop-host.ts';
import { balanceOf } from '../e2e/support/chain.ts';
import { SOL } from '../e2e/support/payer.ts';
import { FakePhantom, type PhantomAnswer } from '../support/fake-phantom.ts';
import { minutes } from '../support/timeouts.ts';
import { seen, test } from './beside-browser.ts';

test.describe.configure({ timeout: minutes(3) });

const PRICE = 1_200_000_000;
/** How Windows and Linux start a program for a link. */
const startedFor = (link: string): string[] => [
  '/usr/bin/likeness',
  '--allow-file-access-from-files',
  link,
];

/** The links that main has opened since. The Phantom app answers the next one. */
async function answered(
  { host }: HostDriver,
  phantom: FakePhantom,
  answer: PhantomAnswer = 'approve',
): Promise<string> {
  const { openedLinks } = host.systemUi;
  await seen.poll(() => openedLinks.length).toBeGreaterThan(0);
  const link = openedLinks.shift() ?? '';
  expect(link).toMatch(/^https:\/\/phantom\.app\/ul\/v1\//);
  expect(new URL(link).searchParams.get('redirect_link')).toMatch(
    /^likeness:\/\/wallet-return\/[1-9A-HJ-NP-Za-km-z]{16,32}$/,
  );
  return phantom.open(link, answer);
}

const connectByLink = (app: Page) =>
  app.getByRole('main').getByRole('button', { name: 'Connect Phantom by link' });
const payButton = (app: Page) => app.getByRole('button', { name: 'Pay 1.2 SOL Now' });

test('the app leaves to Phantom by its link and comes back by likeness://, connected and paid', async ({
  desktop,
  app,
  sandbox: { solana },
}) => {
  const { host } = desktop;
  const phantom = new FakePhantom(new Uint8Array(32).fill(21));
  await solana.admin.faucet(phantom.address, 5 * SOL);
  const before = await balanceOf(solana.rpcUrl, solana.treasury);
  await desktop.open('/payment?plan=basic&priceSOL=1.2');
  await connectByLink(app).click();
  await seen(app.getByText('Continue in Phantom')).toBeVisible();
  // As macOS opens a link. Other apps may open links too: a guessed one changes nothing and uses
  // nothing up.
  host.openWith(
    'open-url',
    'likeness://wallet-return/4g1bN2QmhU1CPNdHD3yaZA?errorCode=4001&errorMessage=no',
  );
  await seen(app.getByText('This answer belongs to no open request of ours')).toBeVisible();
  host.openWith('open-url', await answered(desktop, phantom));
  await seen(app).toHaveURL(/\/payment\?plan=basic/);
  await seen(app.getByRole('main').getByTitle(phantom.address)).toBeVisible();

  for (const [answer, words] of [
    [{ errorCode: '4001' }, 'You declined in your wallet. You have not been charged.'],
    ['approve', 'Payment verified'],
  ] as const) {
    await seen(payButton(app)).toBeEnabled();
    await payButton(app).click();
    host.window.focused = false;
    host.startAgain(...startedFor(await answered(desktop, phantom, answer)));
    expect(host.window.focused).toBe(true);
    await seen(app.getByRole('main').getByText(words)).toBeVisible();
    if (answer !== 'approve')
      await app.getByRole('link', { name: 'Go back and try again' }).click();
  }
  expect((await balanceOf(solana.rpcUrl, solana.treasury)) - before).toBe(PRICE);
  expect(phantom.asked).toEqual(['connect', 'signTransaction', 'signTransaction']);
});

test('an app that was quit in the meantime is started by the link, and sign-in and payment continue @long', async ({
  desktop,
  app,
  sandbox: { solana },
  launch,
}) => {
  const phantom = new FakePhantom(new Uint8Array(32).fill(22));
  await solana.admin.faucet(phantom.address, 5 * SOL);
  const before = await balanceOf(solana.rpcUrl, solana.treasury);
  await desktop.open('/login');
  await connectByLink(app).click();
  const connected = await answered(desktop, phantom);
  const second = await launch([connected]);
  await seen(second.page).toHaveURL(/\/dashboard$/);

  await second.open('/payment?plan=basic&priceSOL=1.2');
  await payButton(second.page).click();
  const signed = await answered(second, phantom);
  const third = await launch([signed]);
  await seen(third.page.getByRole('main').getByText('Payment verified')).toBeVisible();
  await seen.poll(() => balanceOf(solana.rpcUrl, solana.treasury)).toBe(before + PRICE);
});
