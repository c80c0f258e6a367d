import { readyToPay } from '../pages/payment.ts';
import { expect, test } from '../support/visit.ts';

/**
 * The error catalogue. Other payment errors: tests/screens/plans.screen.test.ts; wallet errors:
 * wallets.screen.test.ts; passwords: forms.screen.test.ts; the router's error page: routes.spec.ts.
 */
test("section 8: the error catalogue: 'Payment failed' when the chain refuses the transaction beforehand, for no reason that has words", async ({
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
