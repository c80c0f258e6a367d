import { readFile } from 'node:fs/promises';
import { answerWallet, connectSandboxWallet } from '../pages/payment.ts';
import { StudioPage } from '../pages/studio.ts';
import { balanceOf } from '../support/chain.ts';
import { expect, test } from '../support/fixtures.ts';
import { compare } from '../support/pictures.ts';
import { watchTraffic } from '../support/traffic.ts';

const PHOTO = 'resources/people/amara.webp';
const BASIC_LAMPORTS = 1_200_000_000;
/** A visit's own requests, addresses and transactions; the smallest draft is several times that. */
const UPLOAD_CAP = 256 * 1024;

test('photo, preview, payment, twelve avatars, download: nothing lost on the way, and no photo leaves', async ({ app, sandbox }) => {
  const traffic = await watchTraffic(app.context);
  const { page } = app;
  const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);

  await app.open('/');
  await page.getByRole('main').getByRole('link', { name: 'Start Creating' }).first().click();
  const studio = new StudioPage(app);
  await studio.upload(PHOTO);
  await expect(studio.developed).toBeVisible();
  await studio.choose('Style', 'Artistic');
  await studio.choose('Background', 'Gradient');
  await page.getByRole('button', { name: 'Regenerate Preview' }).click();

  await test.step('the draft survives a reload', async () => {
    await app.reload();
    await expect(studio.developed).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Artistic' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Gradient' })).toBeChecked();
  });

  await page.getByRole('link', { name: 'Proceed to Secure Payment' }).first().click();
  await page.getByRole('main').locator('a[href^="/payment?plan=basic"]').click();
  await expect(page).toHaveURL(/\/payment\?plan=basic&priceSOL=1\.2$/);
  await expect(page.getByText('Network: Solana Sandbox (no real SOL)').first()).toBeVisible();

  await connectSandboxWallet(page);
  await page.getByRole('button', { name: 'Pay 1.2 SOL Now' }).click();

  await test.step('a declined payment charges nothing and can be tried again', async () => {
    await answerWallet(page, 'Decline');
    await expect(page.getByText('You have not been charged', { exact: false }).first()).toBeVisible();
    expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(before);
  });

  await page.getByRole('button', { name: 'Pay 1.2 SOL Now' }).click();
  await answerWallet(page, 'Approve');
  await expect(page.getByText(/verifying on blockchain|Payment verified/).first()).toBeVisible();

  await test.step('a crash in the middle of paying loses nothing', async () => {
    await app.crash();
    await app.page.getByRole('link', { name: 'Continue to Confirmation' }).click();
    await expect(app.page).toHaveURL(/\/payment-confirmation\?order=LK-/);
  });
});
