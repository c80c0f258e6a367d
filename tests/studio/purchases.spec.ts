import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createChain } from '../../renderer/chain/solana/index.ts';
import { fund } from '../../renderer/chain/wallets/sandbox/faucet.ts';
import { keyFrom } from '../../renderer/chain/wallets/sandbox/key.ts';
import { createSandboxWallet } from '../../renderer/chain/wallets/sandbox/wallet.ts';
import { createOrder } from '../../renderer/core/orders/create-order.ts';
import { writeReceipt } from '../../renderer/core/orders/receipt.ts';
import { PLANS, type Plan } from '../../renderer/core/plans.ts';
import { systemClock } from '../../renderer/platform/clock.ts';
import { createRequests } from '../../renderer/platform/requests.ts';
import { startSolana, type Solana } from '../../sandbox/solana/start-solana.ts';
import { openLikeness, person, type Likeness, type Run } from './likeness.ts';

let likeness: Likeness;
let solana: Solana;

beforeAll(async () => {
  likeness = await openLikeness();
  const folder = join(likeness.folder, 'chain');
  mkdirSync(folder);
  solana = await startSolana({ folder, port: 0, slotMs: 0 });
  await solana.admin.delays({ confirmedAfter: 0, finalizedAfter: 4 });
});
afterAll(async () => {
  await solana.stop();
  likeness.remove();
});

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/**
 * Buys a plan with the Sandbox Wallet, as the app does. Returns the payment's signature and the
 * path of the receipt.
 */
async function buy(plan: Plan): Promise<{ signature: string; receipt: string }> {
  const requests = createRequests();
  const rpc = [solana.rpcUrl];
  const chain = await createChain({
    rpc,
    network: 'sandbox',
    requests,
    clock: systemClock,
    random,
  });
  const wallet = createSandboxWallet({
    key: keyFrom(random(32)),
    trust: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    approve: () => Promise.resolve(true),
    fund: (address) => fund(requests, rpc, address),
  });
  const [account] = (await wallet.features['standard:connect'].connect()).accounts;
  if (!account) throw new Error('no account');
  await solana.admin.advance(5);
  const order = createOrder({
    plan,
    treasury: solana.treasury,
    now: Date.now(),
    random,
    scope: { profileId: 'guest', genesis: await chain.genesis() },
    slot: await chain.slot(),
  });
  await solana.admin.advance(1);
  const { transaction } = await chain.preparePayment(
    order,
    account.address,
    await chain.paymentCost(order, account.address),
  );
  const [output] = await wallet.features['solana:signTransaction'].signTransaction({
    account,
    transaction,
  });
  const signed = output?.signedTransaction ?? new Uint8Array();
  const { signature } = chain.checkSigned(order, account.address, signed);
  await chain.broadcast(signed);
  await solana.admin.advance(6);
  const verdict = await chain.verify(order, signature, 'reference');
  if (verdict.kind !== 'paid') throw new Error(`it is ${verdict.kind}`);
  const receipt = join(likeness.folder, `${order.id}.json`);
  const { proof } = verdict;
  writeFileSync(receipt, writeReceipt({ ...order, state: { kind: 'finalized', proof } }));
  return { signature, receipt };
}

const studio = (purchases: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: '',
  LIKENESS_STUDIO_DATA: join(likeness.folder, 'data'),
  LIKENESS_SOLANA_RPC: solana.rpcUrl,
  LIKENESS_TREASURY: solana.treasury,
  LIKENESS_PURCHASES: purchases,
});

/** Starts the service and ends it once it listens. */
async function serve(purchases: string): Promise<Run> {
  const serving = likeness.start(['serve', '--port', '0'], studio(purchases));
  const listens = serving.said(/Listening on/).then(
    () => serving.process.kill('SIGTERM'),
    () => false,
  );
  const ended = await serving.ended;
  await listens;
  return ended;
}

it('each picture counts against the purchase that was verified', async () => {
  const { receipt } = await buy(PLANS.pro);
  const rendered = await likeness.run(
    ['render', person('mara'), '--count', '2', '--size', '96', '--out', 'made'],
    studio(receipt),
  );
  expect(rendered.code, rendered.err).toBe(0);
  const { out } = await likeness.run(['status', '--json'], studio(''));
  expect(JSON.parse(out)).toMatchObject({ avatarsUsed: 2 });
});

it('the service starts with a Pro purchase on the chain alone, and goes on while the chain is away', async () => {
  const pro = await buy(PLANS.pro);
  const basic = await buy(PLANS.basic);
  await likeness.run(['token', 'add', 'test'], studio(''));
  const refused = await serve(`${basic.receipt},${basic.signature}`);
  expect(refused.code).toBe(5);
  expect(refused.err).toContain(`${basic.receipt}: This isn’t a Pro purchase.`);
  expect(refused.err).toContain('None of the purchases named in LIKENESS_PURCHASES');
  const started = await serve(`${basic.signature},${pro.signature}`);
  expect(started.code, started.err).toBe(0);

  await solana.kill();
  for (const named of [pro.receipt, pro.signature]) {
    const known = await serve(named);
    expect(known.code, known.err).toBe(0);
  }
  // A purchase that was never verified gets no grace period.
  expect((await serve(basic.signature)).code).toBe(5);
});
