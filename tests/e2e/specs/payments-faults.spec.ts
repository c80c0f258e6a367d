import type { FaultRequest } from '../../../sandbox/solana/faults.ts';
import { minutes } from '../../support/timeouts.ts';
import { answerWallet, readyToPay, status } from '../pages/payment.ts';
import { balanceOf, BRISK } from '../support/chain.ts';
import { expect, test } from '../support/visit.ts';

const BASIC = 1_200_000_000;
const BUSY = 'The Solana network is busy. Nothing was lost.';
/** Without a word on what was charged: the payment is on its way. */
const AWAY = 'The Solana network can’t be reached. We keep trying.';

interface Case {
  readonly name: string;
  /** Switched on before Pay, and off when the text has appeared. */
  readonly fault: FaultRequest;
  /** The text that the page shows meanwhile; omitted if the user shouldn't notice anything. */
  readonly words?: string;
  /** Part of `test:full`; the others are for the long run. */
  readonly full?: true;
}

const CASES: readonly Case[] = [
  {
    name: '429 with Retry-After',
    fault: { kind: 'rate-limit', retryAfterSeconds: 1, methods: ['getSignatureStatuses'] },
    words: BUSY,
  },
  {
    name: '503',
    fault: { kind: 'unavailable', methods: ['getSignatureStatuses'] },
    words: AWAY,
    full: true,
  },
  {
    name: 'an answer that never comes',
    fault: { kind: 'time-out', methods: ['sendTransaction'], times: 1 },
  },
  {
    name: 'an answer lost after the transaction was taken',
    fault: { kind: 'lost-answer', methods: ['sendTransaction'], times: 2 },
    full: true,
  },
  { name: 'a transaction that is dropped', fault: { kind: 'drop-send', times: 2 } },
  { name: 'a transaction that comes late', fault: { kind: 'late-send', slots: 30 } },
  {
    name: 'a node that lags behind',
    fault: {
      kind: 'lag',
      slots: 25,
      methods: ['getSignatureStatuses', 'getTransaction', 'getSignaturesForAddress'],
    },
  },
];

test.describe('a fault of the network', () => {
  test.use({ brisk: true });

  for (const { name, fault, words, full } of CASES) {
    const tag = full ? [] : '@long';
    test(`${name}: paid once, in plain words`, { tag }, async ({ page, sandbox, problems }) => {
      problems.forgive(/429|503|ERR_EMPTY_RESPONSE|ERR_CONNECTION|CORS|Failed to load resource/);
      const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
      const pay = await readyToPay(page);
      // A request times out after 20 s. At the default rhythm a transaction lives for only 18.
      if (fault.kind === 'time-out') await sandbox.admin.rhythm(400);
      await sandbox.admin.fault(fault);
      await pay.click();
      await answerWallet(page, 'Approve');
      if (words !== undefined) {
        await expect(page.getByText(words, { exact: false }).first()).toBeVisible();
        await expect(page.getByText('We keep trying.', { exact: false }).first()).toBeVisible();
        await sandbox.admin.heal();
      }
      await expect(page.getByText('Payment verified')).toBeVisible({ timeout: minutes(1) });
      await expect(status(page)).toHaveText('Paid');
      await sandbox.admin.heal();
      await sandbox.admin.advance(200);
      expect((await balanceOf(sandbox.rpcUrl, sandbox.treasury)) - before).toBe(BASIC);
    });
  }

  test('a fork that drops a confirmed payment: it waits again, is sent again, and is paid once', async ({
    page,
    sandbox,
  }) => {
    await sandbox.admin.delays({ confirmedAfter: 1, finalizedAfter: 32 });
    const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
    const pay = await readyToPay(page);
    await sandbox.admin.rhythm(0);
    await sandbox.admin.advance(40);
    const { processed } = await sandbox.admin.state();
    await pay.click();
    await answerWallet(page, 'Approve');
    await expect(status(page)).toHaveText('Sent, waiting for the network');
    await sandbox.admin.advance(2);
    await expect(status(page)).toHaveText('Confirmed, not final yet');
    await sandbox.admin.fault({ kind: 'drop-send' });
    await sandbox.admin.fork(processed - 1);
    await expect(status(page)).toHaveText('Sent, waiting for the network');
    await sandbox.admin.heal();
    await sandbox.admin.rhythm(BRISK);
    await expect(page.getByText('Payment verified')).toBeVisible();
    await sandbox.admin.advance(200);
    expect((await balanceOf(sandbox.rpcUrl, sandbox.treasury)) - before).toBe(BASIC);
  });

  test('no network at all when Pay is pressed: nothing was sent, and it says so', async ({
    page,
    sandbox,
    problems,
  }) => {
    problems.forgive(/503|Failed to load resource/);
    const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
    const pay = await readyToPay(page);
    await sandbox.admin.fault({ kind: 'unavailable' });
    await pay.click();
    await expect(
      page
        .getByText(
          'The Solana network can’t be reached. You have not been charged. Check your connection and try again.',
        )
        .first(),
    ).toBeVisible();
    await sandbox.admin.heal();
    await expect(status(page)).toHaveText('Not paid yet');
    expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(before);
  });
});
