import type { Page } from '@playwright/test';

import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import type { EthereumMood, TestEthereum } from '../../support/test-ethereum.ts';
import { MintingPage } from '../pages/minting.ts';
import { weiOf } from '../support/evm-token.ts';
import { installSigningMetaMask } from '../support/injected-ethereum.ts';
import { storedMints } from '../support/stored-mints.ts';
import { expect, test } from '../support/visit.ts';

const MINT_COST = 10n ** 16n;

interface Scene {
  readonly page: Page;
  readonly sandbox: Sandbox;
  readonly wallet: TestEthereum;
  readonly minting: MintingPage;
}

interface Crash {
  /** The journal's state at the crash, and again after the restart. */
  readonly at: string;
  /** Files uploaded so far, over all mints of the scenario. */
  readonly uploads: number;
  readonly reach: (scene: Scene) => Promise<void> | void;
}

const latest = async (page: Page): Promise<string> => {
  const mint = (await storedMints(page)).at(-1);
  return mint
    ? `${mint.state.kind}${mint.state.kind === 'draft' && mint.media?.published ? ', published' : ''}`
    : 'none';
};
const begin =
  (id: number) =>
  async ({ minting }: Scene): Promise<void> => {
    await minting.open(`?avatar=${id}`);
    await minting.choosePolygon();
    await minting.connect('Connect MetaMask Wallet');
    await minting.askForMint();
  };
/** After a reload MetaMask is connected again, since nothing is asked automatically. */
const goOn = async ({ page, wallet }: Scene, mood: EthereumMood): Promise<void> => {
  wallet.mood = 'signs';
  await page.getByRole('main').getByRole('button', { name: 'Connect MetaMask Wallet' }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Go on' })).toBeVisible();
  wallet.mood = mood;
  await page.getByRole('main').getByRole('button', { name: 'Go on' }).click();
};

/** Two mints, one after the other. Each state is reached from where the previous crash left off. */
const CRASHES: readonly Crash[] = [
  {
    at: 'draft',
    uploads: 1,
    reach: async (scene) => {
      scene.sandbox.gateway.fault('forgets');
      await begin(1)(scene);
    },
  },
  {
    at: 'draft, published',
    uploads: 2,
    reach: async (scene) => {
      scene.sandbox.gateway.heal();
      await goOn(scene, 'declines');
      await expect(scene.page.getByText(/You cancelled in your wallet/)).toBeVisible();
    },
  },
  {
    at: 'awaiting-signature',
    uploads: 2,
    reach: (scene) => goOn(scene, 'waits'),
  },
  {
    at: 'finalized',
    uploads: 2,
    reach: ({ wallet, sandbox }) => {
      sandbox.polygon.rhythm(250);
      wallet.approve();
    },
  },
  {
    at: 'submitted',
    uploads: 4,
    reach: async (scene) => {
      scene.sandbox.polygon.rhythm(0);
      scene.wallet.mood = 'signs';
      await begin(3)(scene);
    },
  },
  { at: 'confirmed', uploads: 4, reach: ({ sandbox }) => sandbox.polygon.mine(1) },
  { at: 'finalized', uploads: 4, reach: ({ sandbox }) => sandbox.polygon.mine(3) },
];

test.afterEach(({ sandbox }) => {
  sandbox.gateway.heal();
  sandbox.polygon.rhythm(400);
});

/** Signed in with a Solana wallet, which is restored after a reload. MetaMask isn't. */
async function ready(page: Page, sandbox: Sandbox): Promise<Scene> {
  const minting = new MintingPage(page);
  const wallet = await installSigningMetaMask(page, sandbox.polygon.url);
  wallet.known.add(sandbox.polygon.chainId);
  wallet.chain = sandbox.polygon.chainId;
  await sandbox.polygon.fund(wallet.address, 10n ** 18n);
  await minting.open();
  await minting.connect();
  return { page, sandbox, wallet, minting };
}

test('a mint on Polygon whose page dies in any state is completed, paid once, and its files are sent once @long', async ({
  page,
  sandbox,
  problems,
}) => {
  problems.forgive(/404/);
  const scene = await ready(page, sandbox);
  const { polygon, gateway } = sandbox;
  const before = {
    paid: await weiOf(polygon.url, polygon.contract),
    uploads: gateway.counts.uploads,
  };
  for (const { at, uploads, reach } of CRASHES) {
    await test.step(at, async () => {
      await reach(scene);
      await expect.poll(() => latest(page)).toBe(at);
      await expect.poll(() => gateway.counts.uploads - before.uploads).toBe(uploads);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Mint Your Avatar NFT' })).toBeVisible();
      await expect.poll(() => latest(page)).toBe(at);
    });
  }
  await expect(page.getByRole('link', { name: 'View in Dashboard' })).toBeVisible();
  expect((await storedMints(page)).map(({ state }) => state.kind)).toEqual([
    'finalized',
    'finalized',
  ]);
  expect((await weiOf(polygon.url, polygon.contract)) - before.paid).toBe(2n * MINT_COST);
  // Each was asked for once, besides the declined one.
  expect(scene.wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(3);
});

test('an unanswered request on Polygon blocks minting on Solana, and is shown if it lands later @long', async ({
  page,
  sandbox,
}) => {
  sandbox.polygon.rhythm(0);
  await page.clock.install();
  const scene = await ready(page, sandbox);
  scene.wallet.mood = 'waits';
  await begin(1)(scene);
  await expect.poll(() => latest(page)).toBe('awaiting-signature');
  await page.reload();
  await expect(page.getByText(/^No answer yet/)).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByText(/We didn’t hear back from your wallet/)).toBeVisible();

  await page.goto('/nft-minting?avatar=1');
  await page.getByRole('radio', { name: /^Solana/ }).check();
  const notice = page.getByRole('status').filter({ hasText: 'may still be minted on Polygon' });
  await expect(notice.getByRole('button', { name: 'Mint on Solana instead' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Mint NFT' })).toBeDisabled();

  scene.wallet.approve();
  await expect.poll(() => scene.wallet.asked.at(-1)).toBe('eth_sendTransaction');
  await expect
    .poll(() => sandbox.polygon.ask('eth_getTransactionCount', [scene.wallet.address, 'pending']))
    .toBe('0x1');
  await sandbox.polygon.mine(4);
  await page.clock.fastForward(46_000);
  await expect(page.getByRole('radio', { name: /Already NFT/ }).first()).toBeDisabled();
  await expect(notice).toHaveCount(0);
  expect((await storedMints(page)).map(({ chain, state }) => `${chain} ${state.kind}`)).toEqual([
    'polygon finalized',
  ]);
});
