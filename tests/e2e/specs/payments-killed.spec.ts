import type { BrowserContext, Page } from '@playwright/test';

import type { FaultRequest } from '../../../sandbox/solana/faults.ts';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { answerWallet, readyToPay, status } from '../pages/payment.ts';
import { balanceOf, BRISK } from '../support/chain.ts';
import { expect, test } from '../support/visit.ts';

const BASIC = 1_200_000_000;

/** Ends the page's process at once, without any cleanup; then opens the page again. */
async function killed(page: Page, context: BrowserContext): Promise<Page> {
  const url = page.url();
  await page.goto('chrome://crash').catch(() => undefined);
  await page.close();
  const opened = await context.newPage();
  await opened.goto(url);
  return opened;
}

interface Stage {
  readonly page: Page;
  readonly sandbox: Sandbox;
}
interface Case {
  /** As on the receipt. */
  readonly state: string;
  /** Brings the order into the state. */
  readonly reach: (stage: Stage) => Promise<void>;
  /** What the reopened page shows once the chain continues. */
  readonly then: (stage: Stage) => Promise<void>;
  readonly charged: 0 | 1;
}

const nothingPaid = async ({ page }: Stage): Promise<void> => {
  await expect(status(page)).toHaveText('Not paid yet');
  await expect(page.getByRole('button', { name: 'Pay 1.2 SOL Now' })).toBeEnabled();
};
const paid = async ({ page }: Stage): Promise<void> => {
  await expect(status(page)).toHaveText('Paid');
  await expect(page.getByText('Payment verified')).toBeVisible();
};

/** Approves the payment while the node has this fault. */
const approveDuring =
  (fault: FaultRequest) =>
  async ({ page, sandbox }: Stage): Promise<void> => {
    const button = await readyToPay(page);
    await sandbox.admin.fault(fault);
    await button.click();
    await answerWallet(page, 'Approve');
  };

const CASES: readonly Case[] = [
  {
    state: 'Waiting for your wallet',
    reach: async ({ page }) => (await readyToPay(page)).click(),
    then: nothingPaid,
    charged: 0,
  },
  {
    state: 'Sending',
    reach: approveDuring({ kind: 'unavailable', methods: ['sendTransaction'] }),
    then: paid,
    charged: 1,
  },
  {
    state: 'Sent, waiting for the network',
    reach: approveDuring({ kind: 'drop-send' }),
    then: paid,
    charged: 1,
  },
];

test.describe('the page is killed', () => {
  test.use({ brisk: true });

  for (const { state, reach, then, charged } of CASES) {
    test(`at '${state}': paid ${charged === 1 ? 'once' : 'not at all'}, and it says so`, async ({
      page,
      context,
      sandbox,
      problems,
    }) => {
      problems.forgive(/503|Page crashed/);
      const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
      await reach({ page, sandbox });
      await expect(status(page)).toHaveText(state);
      const opened = await killed(page, context);
      await sandbox.admin.heal();
      await sandbox.admin.rhythm(BRISK);
      await then({ page: opened, sandbox });
      await sandbox.admin.advance(200);
      expect((await balanceOf(sandbox.rpcUrl, sandbox.treasury)) - before).toBe(charged * BASIC);
    });
  }
});
