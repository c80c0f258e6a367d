import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as web3 from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { openConnections } from '../../renderer/chain/solana/connections.ts';
import { readBuildConfig } from '../../renderer/core/build-config.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { PLANS } from '../../renderer/core/plans.ts';
import { systemClock } from '../../renderer/platform/clock.ts';
import type { Requests } from '../../renderer/ports/requests.ts';
import { prepareRefund } from '../../scripts/refund-transaction.ts';
import { sharedFolder } from '../../tests/support/folders.ts';
import { localNode } from '../../tests/support/sandbox-node.ts';
import { openShop, type Bought } from '../../tests/support/shop.ts';
import { openDatabase, type Database } from './database.ts';
import { openPurchases, type Purchases } from './purchases.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** The sandbox's runtime: payments here are on a chain, and the product's verifier checks them. */
const local = localNode();
const config = readBuildConfig({ LIKENESS_NETWORK: 'sandbox' }, '0');
const { avatars } = PLANS.pro;

const folder = sharedFolder();
const { buy, payer, receiptOf } = openShop(local, folder);
let db: Database;
let isAway = false;
const requests: Requests = {
  ...local.requests,
  json: (request) => {
    if (isAway) throw new LikenessError('network-unreachable');
    return local.requests.json(request);
  },
};
/** From now on no RPC answers, and nobody waits between two tries. */
function leave(): void {
  isAway = true;
  vi.spyOn(systemClock, 'wait').mockResolvedValue();
}
function comeBack(): void {
  isAway = false;
  vi.restoreAllMocks();
}
const said: string[] = [];
let opened: Purchases[] = [];

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', '');
  db = await openDatabase(join(folder, 'data'));
  vi.stubEnv('LIKENESS_SOLANA_RPC', 'http://one');
  vi.stubEnv('LIKENESS_TREASURY', local.treasury);
});
afterEach(async () => {
  for (const purchases of opened) purchases.stop();
  opened = [];
  said.length = 0;
  comeBack();
  vi.useRealTimers();
  await db.query('delete from likeness.purchases');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await db.close();
  local.remove();
});

async function open(...named: readonly string[]): Promise<Purchases> {
  vi.stubEnv('LIKENESS_PURCHASES', named.join(','));
  const purchases = await openPurchases(db, config, (text) => said.push(text), requests);
  opened.push(purchases);
  return purchases;
}
const covered = async (...named: readonly string[]): Promise<number | undefined> =>
  (await open(...named)).allowance();
const NONE = /None of the purchases/;

async function refund({ order, signature }: Bought): Promise<void> {
  const connections = openConnections(web3, ['http://one'], {
    requests,
    clock: systemClock,
    chance: () => 0,
  });
  const request = {
    order: order.id,
    payment: signature,
    reference: order.reference,
    to: payer.address,
  };
  const { transaction } = await prepareRefund(connections, local.treasury, request);
  transaction.sign([local.node.chain.identity.treasury]);
  await connections.any((connection) => connection.sendRawTransaction(transaction.serialize()));
  local.node.advance(40);
}

it('counts Pro purchases on the chain by receipt or by signature, several together, each payment once', async () => {
  const one = buy();
  const two = buy();
  expect(await covered(one.receipt)).toBe(avatars);
  expect(await covered(two.signature)).toBe(avatars);
  expect(await covered(one.receipt, two.signature)).toBe(2 * avatars);
  expect(said).toEqual([]);
  expect(await covered(one.receipt, one.signature, one.signature)).toBe(avatars);
  expect(said.join()).toContain('The same payment again');
  // A folder of receipts, which includes the other purchase's.
  expect(await covered(folder)).toBe(2 * avatars);
});

it('refuses what is no Pro purchase on the chain', async () => {
  const basic = buy({ plan: PLANS.basic });
  await expect(open(basic.receipt)).rejects.toThrow(NONE);
  await expect(open(basic.signature)).rejects.toThrow(NONE);
  expect(said).toEqual([
    `${basic.receipt}: This isn’t a Pro purchase.`,
    `${basic.signature}: This isn’t a Pro purchase.`,
  ]);
  said.length = 0;

  // Someone else got the money; the receipt says otherwise.
  const stranger = web3.Keypair.generate().publicKey.toBase58();
  const elsewhere = buy({ to: stranger });
  await expect(open(elsewhere.receipt)).rejects.toThrow(NONE);
  await expect(open(elsewhere.signature)).rejects.toThrow(NONE);
  expect(said[0]).toContain('doesn’t match anything we sold');
  expect(said[1]).toContain('isn’t a wallet’s payment');
  said.length = 0;

  // A Basic payment disguised as Pro, and the payment of another order.
  const real = buy();
  const pro = { ...basic.order, plan: 'pro', price: PLANS.pro.price, credits: avatars } as const;
  await expect(open(receiptOf(pro, basic.signature))).rejects.toThrow(NONE);
  const other = receiptOf({ ...real.order, id: basic.order.id }, real.signature);
  await expect(open(other)).rejects.toThrow(NONE);
  expect(said).toHaveLength(2);
  said.length = 0;

  // More than the wallet has: the transaction lands as failed.
  const failed = buy({ more: 10n ** 15n });
  await expect(open(failed.receipt)).rejects.toThrow(NONE);
  await expect(open(failed.signature)).rejects.toThrow(NONE);
  expect(said).toHaveLength(2);
  said.length = 0;

  // A receipt of a sandbox that was reset, a file that is no receipt, and a missing file.
  const reset = receiptOf({ ...real.order, genesis: 'another' }, real.signature);
  await expect(open(reset)).rejects.toThrow(NONE);
  writeFileSync(join(folder, 'nonsense.json'), 'nonsense');
  await expect(open(join(folder, 'nonsense.json'))).rejects.toThrow(NONE);
  await expect(open(join(folder, 'nowhere.json'))).rejects.toThrow(/There is no receipt at/);
  // A valid purchase counts beside an invalid one.
  expect(await covered(basic.signature, real.signature)).toBe(avatars);
});

it('a refund takes its avatars away, by the next day’s look too, also while the chain is away later', async () => {
  const kept = buy();
  const back = buy();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const purchases = await open(kept.receipt, back.signature);
  expect(purchases.allowance()).toBe(2 * avatars);
  await refund(back);
  expect(purchases.allowance()).toBe(2 * avatars);
  vi.advanceTimersByTime(24 * 60 * 60 * 1_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(purchases.allowance()).toBe(avatars), { timeout: 20_000 });
  expect(said.join()).toContain('refunded');
  leave();
  await expect(open(back.signature)).rejects.toMatchObject({ reason: 'missing' });
});

it('counts for a week while no RPC answers, and no longer', async () => {
  const one = buy();
  const two = buy();
  leave();
  await expect(open(one.receipt)).rejects.toMatchObject({ reason: 'missing' });
  comeBack();
  expect(await covered(one.receipt, two.signature)).toBe(2 * avatars);
  leave();
  expect(await covered(one.receipt, two.signature)).toBe(2 * avatars);
  await db.query(
    `update likeness.purchases set verified_at = now() - interval '8 days' where signature = $1`,
    [two.signature],
  );
  expect(await covered(one.receipt, two.signature)).toBe(avatars);
});

it('needs none on a sandbox, and says what it needs elsewhere', async () => {
  vi.stubEnv('LIKENESS_PURCHASES', '');
  const free = await openPurchases(db, config, () => undefined, requests);
  expect(free.allowance()).toBeUndefined();
  await expect(
    openPurchases(db, { ...config, network: 'devnet' }, () => undefined, requests),
  ).rejects.toThrow(/LIKENESS_PURCHASES/);
});
