import { readyToPay } from '../pages/payment.ts';
import { installPhantom, SOLANA_ADDRESS } from '../support/injected-wallets.ts';
import { expect, test } from '../support/visit.ts';

/**
 * The error catalogue's payment errors. Wallet errors: tests/screens/wallets.screen.test.ts;
 * passwords: tests/screens/forms.screen.test.ts; the router's error page: routes.spec.ts.
 */
test.describe('section 8: the error catalogue', () => {
  test("'Transaction failed' when the wallet breaks as it is to sign: nothing was sent, and it can be tried again", async ({
    page,
    sandbox,
  }) => {
    await sandbox.admin.faucet(SOLANA_ADDRESS, 5_000_000_000);
    await installPhantom(page);
    await page.goto('/payment?plan=basic');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Connect Phantom Wallet' }).click();
    const pay = main.getByRole('button', { name: 'Pay 1.2 SOL Now' });
    await expect(page.getByText('Total to pay')).toBeVisible();
    await pay.click();
    await expect(main.getByText('Transaction failed', { exact: true })).toBeVisible();
    await expect(pay).toBeEnabled();
  });

  test("'Payment failed' when the chain refuses the transaction beforehand, for no reason that has words", async ({
    page,
    sandbox,
  }) => {
    const pay = await readyToPay(page);
    // Pay reuses a quote that is less than half a minute old. A newly opened page has none.
    await page.route(
      (url) => url.href.startsWith(sandbox.rpcUrl),
      async (route) => {
        const asked = route.request().postDataJSON() as { id: unknown; method?: string } | null;
        if (asked?.method !== 'simulateTransaction') return route.fallback();
        const value = {
          err: { InstructionError: [2, 'InvalidInstructionData'] },
          logs: [],
          accounts: null,
          unitsConsumed: 0,
          returnData: null,
        };
        return route.fulfill({
          json: { jsonrpc: '2.0', id: asked.id, result: { context: { slot: 1 }, value } },
          headers: { 'access-control-allow-origin': '*' },
        });
      },
    );
    await page.reload();
    await pay.click();
    await expect(page.getByText('Payment failed', { exact: true })).toBeVisible();
    await expect(pay).toBeEnabled();
  });

  test("'Payment failed. Please try again.' when something of ours breaks", async ({ page }) => {
    const pay = await readyToPay(page);
    await page.evaluate(() => {
      navigator.locks.request = () => Promise.reject(new TypeError('broken'));
    });
    await pay.click();
    await expect(
      page.getByText('Payment failed. Please try again.', { exact: true }),
    ).toBeVisible();
    await expect(pay).toBeEnabled();
  });
});
