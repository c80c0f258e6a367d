import { createChain } from '../../renderer/chain/solana/index.ts';
import { once } from '../../renderer/core/once.ts';
import { PLANS } from '../../renderer/core/plans.ts';
import { systemClock } from '../../renderer/platform/clock.ts';
import { createPayments } from '../../renderer/state/payments/service.ts';
import { LocalPayer } from '../support/local-payer.ts';
import { LockTable } from '../support/memory-locks.ts';
import { emptyStorage, memoryStore } from '../support/memory-store.ts';
import { localNode } from '../support/sandbox-node.ts';
import { settle, VirtualClock } from '../support/virtual-clock.ts';
import { median, tableOf } from './figures.ts';
import { withBrowser } from './with-browser.ts';

const PAYMENTS = 7;
const PURCHASES = 1_000;
/** Event loop turns that an answer may take from the node to its receiver. */
const TURNS_OF_AN_ANSWER = 20;
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/**
 * Milliseconds from a payment's finalizing slot to 'Payment verified' on the screen, for several
 * payments; sorted.
 */
async function verified(): Promise<number[]> {
  const times: number[] = [];
  await withBrowser(async (browser, sandbox) => {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    for (let turn = 0; turn < PAYMENTS; turn += 1) {
      await sandbox.admin.rhythm(60);
      if (turn === 0) await page.goto(`${sandbox.appUrl}/payment?plan=basic`);
      else await page.getByRole('button', { name: 'Buy Basic again' }).click();
      const pay = page.getByRole('button', { name: 'Pay 1.2 SOL Now' });
      if (turn === 0)
        await page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
      await page.getByText('Total to pay').waitFor();
      await pay.click();
      await page.getByRole('dialog').waitFor();
      await sandbox.admin.rhythm(0);
      await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByText('Sent, waiting for the network').waitFor();
      await sandbox.admin.advance(2);
      await page.getByText('Confirmed, not final yet').waitFor();
      const seen = page
        .getByText('Payment verified')
        .waitFor()
        .then(() => Date.now());
      await sandbox.admin.advance(10);
      const final = Date.now();
      times.push((await seen) - final);
    }
  });
  return times.sort((a, b) => a - b);
}

/** The product's payments from a local node, on an empty device. */
function paymentsOf(local: ReturnType<typeof localNode>, payer: LocalPayer, clock = systemClock) {
  const chain = once(() =>
    createChain({
      rpc: ['http://one'],
      network: 'sandbox',
      requests: local.requests,
      clock,
      random,
    }),
  );
  return createPayments({
    store: memoryStore(emptyStorage()),
    chain,
    wallets: payer.wallets(),
    treasury: local.treasury,
    clock,
    random,
    locks: new LockTable().forTab(Symbol('tab')),
  });
}

/**
 * RPC calls in the first three minutes of waiting for a payment that got lost, by a virtual clock.
 */
async function callsWhileWaiting(): Promise<number[]> {
  const local = localNode();
  const payer = new LocalPayer(local, 100);
  const time = new VirtualClock();
  const payments = paymentsOf(local, payer, time.clock);
  const order = await payments.startOrder({
    plan: PLANS.basic,
    scope: { profileId: 'guest', genesis: local.genesis },
  });
  local.node.faults.add({ kind: 'drop-send' });
  await payments.pay(order.id);
  const minutes: number[] = [];
  for (let minute = 0; minute < 3; minute += 1) {
    local.asked.length = 0;
    // In short steps, as each answer has to arrive before the clock moves on.
    for (let step = 0; step < 600; step += 1) {
      await time.pass(100);
      for (let turn = 0; turn < TURNS_OF_AN_ANSWER; turn += 1) await settle();
    }
    minutes.push(local.asked.length);
  }
  local.remove();
  return minutes;
}

/**
 * Seconds and RPC calls to restore a wallet's purchases on an empty device, from a local node
 * without a network.
 */
async function restore(): Promise<{ seconds: number; calls: number; found: number }> {
  const local = localNode();
  const payer = new LocalPayer(local, 100_000);
  const scope = { profileId: 'guest', genesis: local.genesis };
  for (let n = 0; n < PURCHASES; n += 1) {
    payer.land(payer.payment(local.order()));
  }
  local.node.advance(40);
  const payments = paymentsOf(local, payer);
  local.asked.length = 0;
  const began = performance.now();
  const { found } = await payments.restore({
    payer: payer.address,
    scope,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const seconds = (performance.now() - began) / 1_000;
  const calls = local.asked.length;
  local.remove();
  return { seconds, calls, found: found.length };
}

/**
 * Measures how soon a payment is verified, the RPC calls while waiting, and restoring purchases.
 */
export async function benchPayments(): Promise<string> {
  const times = await verified();
  const [first = 0, second = 0, third = 0] = await callsWhileWaiting();
  const { seconds, calls, found } = await restore();
  return tableOf('## Payments', '| | |', [
    `| finalized → verified on the screen, median of ${String(times.length)} (aim: under 1,500 ms) | ${median(times).toFixed(0)} ms (${times.map((ms) => ms.toFixed(0)).join(', ')}) |`,
    `| RPC calls while waiting, first minute (aim: 90) | ${String(first)} |`,
    `| RPC calls while waiting, second and third minute (aim: 12) | ${String(second)}, ${String(third)} |`,
    `| restore of ${String(found)} purchases | ${seconds.toFixed(1)} s, ${String(calls)} RPC calls |`,
  ]);
}
