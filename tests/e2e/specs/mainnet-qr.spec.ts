import type { Locator, Page } from '@playwright/test';
import jsQR from 'jsqr';
import { z } from 'zod';

import { serveApp } from '../../../sandbox/serve-app.ts';
import { buildMainnet, MAINNET } from '../../support/build-mainnet.ts';
import { minutes } from '../../support/timeouts.ts';
import { status } from '../pages/payment.ts';
import { stranger } from '../support/payer.ts';
import { expect, test } from '../support/visit.ts';

const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** What a phone's camera reads from the screen. */
async function scan(page: Page, code: Locator): Promise<URL> {
  const picture = (await code.screenshot()).toString('base64');
  const { data, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no 2d context');
    context.drawImage(bitmap, 0, 0);
    return {
      data: [...context.getImageData(0, 0, bitmap.width, bitmap.height).data],
      width: bitmap.width,
      height: bitmap.height,
    };
  }, picture);
  return new URL(jsQR(Uint8ClampedArray.from(data), width, height)?.data ?? '');
}

test.describe('Solana Pay', () => {
  test.use({ brisk: true });

  test('on mainnet the QR code requests exactly this payment, in both themes, and paying it completes the order', async ({
    page,
    sandbox,
  }) => {
    test.setTimeout(minutes(2)); // The app may have to be built first.
    const { treasury, rpc } = MAINNET;
    const app = await serveApp({ root: await buildMainnet(), port: 0, addresses: rpc });
    // The sandbox's chain under mainnet's name: nothing leaves this machine.
    await page.route(/^https:\/\/rpc\.(one|other)\.example\//, async (route) => {
      const body = route.request().postData() ?? '{}';
      const { id, method } = z
        .object({ id: z.unknown(), method: z.string() })
        .parse(JSON.parse(body));
      const answer: unknown =
        method === 'getGenesisHash'
          ? { jsonrpc: '2.0', id, result: GENESIS }
          : await (
              await fetch(sandbox.rpcUrl, {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body,
              })
            ).json();
      await route.fulfill({ json: answer, headers: { 'access-control-allow-origin': '*' } });
    });
    try {
      await page.goto(`${app.appUrl}/payment?plan=creator`);
      await expect(page.getByText('Network: Solana Mainnet').first()).toBeVisible();
      const code = page.getByRole('img', { name: 'QR code of this payment' });
      const reference = page
        .getByRole('region', { name: 'Order summary' })
        .locator('[title]')
        .first();
      await expect(reference).toHaveAttribute('title', /^\w{32,44}$/);
      await expect(code.locator('path')).toHaveAttribute('d', /^M/);
      const key = (await reference.getAttribute('title')) ?? '';
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        const link = await scan(page, code);
        await expect(page.getByText('Open in a wallet app')).toHaveAttribute('href', link.href);
        expect(link.protocol + link.pathname).toBe(`solana:${treasury}`);
        const { memo, ...asked } = Object.fromEntries(link.searchParams);
        expect(memo).toMatch(/^LK-[0-9A-Z]{20}$/);
        expect(asked).toEqual({
          amount: '3.5',
          reference: key,
          label: 'Likeness',
          message: `Order ${memo ?? ''}`,
        });
      }
      const {
        amount,
        reference: named = '',
        memo = '',
      } = Object.fromEntries((await scan(page, code)).searchParams);
      await (
        await stranger(sandbox)
      )({ to: treasury, lamports: Number(amount) * 1e9, reference: named, memo });
      await expect(status(page)).toHaveText('Paid');
      await expect(code).toHaveCount(0);
    } finally {
      await app.stop();
    }
  });

  test('off mainnet there is neither a QR code nor a wallet link', async ({ page }) => {
    await page.goto('/payment?plan=creator');
    await expect(page.getByRole('group', { name: 'Exact amount' })).toContainText(/3\.5\d+ SOL/);
    await expect(page.getByRole('heading', { name: 'Pay with your phone' })).toHaveCount(0);
    await expect(page.getByRole('img', { name: /QR/ })).toHaveCount(0);
    expect(await page.content()).not.toMatch(/solana:[1-9A-HJ-NP-Za-km-z]/);
  });
});
