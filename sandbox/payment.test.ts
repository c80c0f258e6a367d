import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createChain } from '../renderer/chain/solana/index.ts';
import { fund } from '../renderer/chain/wallets/sandbox/faucet.ts';
import { keyFrom } from '../renderer/chain/wallets/sandbox/key.ts';
import { createSandboxWallet } from '../renderer/chain/wallets/sandbox/wallet.ts';
import { createOrder } from '../renderer/core/orders/create-order.ts';
import { PLANS } from '../renderer/core/plans.ts';
import { systemClock } from '../renderer/platform/clock.ts';
import { createRequests } from '../renderer/platform/requests.ts';
import { startSolana, type Solana } from './solana/start-solana.ts';

// Starts a process, which alone takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'likeness-payment-'));
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
let solana: Solana;

beforeAll(async () => {
  solana = await startSolana({ folder, port: 0, slotMs: 0 });
  await solana.admin.delays({ confirmedAfter: 0, finalizedAfter: 4 });
});
afterAll(async () => {
  await solana.stop();
  rmSync(folder, { recursive: true });
});

it('pays an order with the Sandbox Wallet, as the app does it, and only once it is finalized', async () => {
  const requests = createRequests();
  const rpc = [solana.rpcUrl];
  const chain = await createChain({
    rpc,
    network: 'sandbox',
    requests,
    clock: systemClock,
    random,
  });
  const key = keyFrom(random(32));
  const stored = new Map<string, string>();
  const trust = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  const wallet = createSandboxWallet({
    key,
    trust,
    approve: () => Promise.resolve(true),
    fund: (address) => fund(requests, rpc, address),
  });
  const [account] = (await wallet.features['standard:connect'].connect()).accounts;
  if (!account) throw new Error('no account');
  await solana.admin.advance(5);

  const plan = PLANS.basic;
  const order = createOrder({
    plan,
    treasury: solana.treasury,
    now: Date.now(),
    random,
    scope: { profileId: 'guest', genesis: await chain.genesis() },
    slot: await chain.slot(),
  });
  const before = await chain.balance(solana.treasury);
  await solana.admin.advance(1);
  const prepared = await chain.preparePayment(
    order,
    account.address,
    await chain.paymentCost(order, account.address),
  );
  const [output] = await wallet.features['solana:signTransaction'].signTransaction({
    account,
    transaction: prepared.transaction,
  });
  const signed = output?.signedTransaction ?? new Uint8Array();
  const { signature } = chain.checkSigned(order, account.address, signed);
  await chain.broadcast(signed);

  expect(await chain.status(signature)).toMatchObject({
    kind: 'seen',
    commitment: 'confirmed',
    failed: false,
  });
  expect(await chain.verify(order, signature, 'reference')).toEqual({ kind: 'not-yet' });
  await solana.admin.advance(4);
  expect(await chain.verify(order, signature, 'reference')).toMatchObject({
    kind: 'paid',
    proof: {
      signature,
      payer: account.address,
      treasury: solana.treasury,
      lamports: plan.price,
      fee: prepared.fee,
    },
  });
  expect(await chain.findByReference(order, () => Promise.resolve(false))).toMatchObject({
    signature,
  });
  expect((await chain.balance(solana.treasury)) - before).toBe(plan.price);
});
