import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { PLANS } from '../../renderer/core/plans.ts';
import { listen, stopServer } from '../../sandbox/listen.ts';
import { createHttp } from '../../sandbox/solana/http.ts';
import { localNode } from '../support/sandbox-node.ts';
import { openShop } from '../support/shop.ts';
import { openLikeness, person, type Likeness, type Run } from './likeness.ts';

const local = localNode();
const rpc = createHttp(local.node);
let rpcUrl: string;
let likeness: Likeness;

beforeAll(async () => {
  likeness = await openLikeness();
  rpcUrl = `http://127.0.0.1:${String(await listen(rpc, 0))}`;
});
afterAll(async () => {
  await stopServer(rpc);
  local.remove();
  likeness.remove();
});

const studio = (purchases: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: '',
  LIKENESS_STUDIO_DATA: join(likeness.folder, 'data'),
  LIKENESS_SOLANA_RPC: rpcUrl,
  LIKENESS_TREASURY: local.treasury,
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
  const { receipt } = openShop(local, likeness.folder).buy();
  const rendered = await likeness.run(
    ['render', person('mara'), '--count', '2', '--size', '96', '--out', 'made'],
    studio(receipt),
  );
  expect(rendered.code, rendered.err).toBe(0);
  const { out } = await likeness.run(['status', '--json'], studio(''));
  expect(JSON.parse(out)).toMatchObject({ avatarsUsed: 2 });
});

it('the service starts with a Pro purchase on the chain alone, and goes on while the chain is away', async () => {
  const { buy } = openShop(local, likeness.folder);
  const pro = buy();
  const basic = buy({ plan: PLANS.basic });
  await likeness.run(['token', 'add', 'test'], studio(''));
  const refused = await serve(`${basic.receipt},${basic.signature}`);
  expect(refused.code).toBe(5);
  expect(refused.err).toContain(`${basic.receipt}: This isn’t a Pro purchase.`);
  expect(refused.err).toContain('None of the purchases named in LIKENESS_PURCHASES');
  const started = await serve(`${basic.signature},${pro.signature}`);
  expect(started.code, started.err).toBe(0);

  await stopServer(rpc);
  for (const named of [pro.receipt, pro.signature]) {
    const known = await serve(named);
    expect(known.code, known.err).toBe(0);
  }
  // A purchase that was never verified gets no grace period.
  expect((await serve(basic.signature)).code).toBe(5);
});
