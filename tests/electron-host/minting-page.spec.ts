import { expect } from '@playwright/test';

import { MintingPage } from '../e2e/pages/minting.ts';
import { balanceOf } from '../e2e/support/chain.ts';
import { askContract, weiOf } from '../e2e/support/evm-token.ts';
import { SOL } from '../e2e/support/payer.ts';
import { tokenOf } from '../e2e/support/token.ts';
import { minutes } from '../support/timeouts.ts';
import { continueIn, opened, seen, test, waiting } from './beside-browser.ts';

test.describe.configure({ timeout: minutes(4) });

const CONNECT = 'Connect in your browser';

test('the desktop app mints with the wallets of the user’s browser, on Solana and on Polygon', async ({
  desktop,
  app,
  usersBrowser,
  sandbox,
}) => {
  await usersBrowser.installPhantom();
  const metaMask = await usersBrowser.installMetaMask(sandbox.polygon.url);
  metaMask.known.add(sandbox.polygon.chainId);
  await sandbox.solana.admin.faucet(usersBrowser.address, 5 * SOL);
  await sandbox.polygon.fund(metaMask.address, 10n ** 18n);
  const minting = new MintingPage(app);
  const wallet = app.getByRole('complementary', { name: 'Preview' }).getByText(/^Wallet/);
  const shows = (heading: string) =>
    usersBrowser.page?.getByRole('heading', { name: heading }).isVisible();

  await test.step('Phantom signs, and signs in', async () => {
    const treasury = await balanceOf(sandbox.solana.rpcUrl, sandbox.solana.treasury);
    await desktop.open('/nft-minting?avatar=5');
    await app.getByRole('main').getByRole('button', { name: CONNECT }).click();
    await continueIn('Phantom', app, usersBrowser);
    await seen(wallet).toBeVisible();
    await minting.askForMint();
    await seen(waiting(app)).toBeVisible();
    await continueIn('Phantom', app, usersBrowser);
    await seen(minting.success).toBeVisible({ timeout: minutes(1.5) });
    const token = await tokenOf(sandbox.solana.rpcUrl, await minting.value('Address'));
    expect([
      token.supply,
      token.hasMintAuthority,
      await token.heldBy(usersBrowser.address),
    ]).toEqual(['1', false, 1n]);
    expect(await balanceOf(sandbox.solana.rpcUrl, sandbox.solana.treasury)).toBe(
      treasury + 100_000_000,
    );
  });

  await test.step('MetaMask beside it changes its network and mints; who is signed in stays', async () => {
    const paidIn = await weiOf(sandbox.polygon.url, sandbox.polygon.contract);
    await app.getByRole('button', { name: 'Mint Another NFT' }).click();
    await minting.choosePolygon();
    await app.getByRole('main').getByRole('button', { name: CONNECT }).click();
    await seen(waiting(app)).toBeVisible();
    await continueIn('MetaMask', app, usersBrowser);
    await seen(wallet).toBeVisible();
    await minting.askForMint();
    // The chain is asked for first, without the user. Which page then shows the question depends on
    // the machine's speed.
    await seen.poll(() => shows('Change the network')).toBe(true);
    await continueIn('MetaMask', app, usersBrowser);
    // Meanwhile the files are published; the transaction may appear in the same page or a new one.
    await seen.poll(() => shows('Approve the transaction')).toBe(true);
    const page = await opened(app, usersBrowser);
    await expect(page.getByText('0.01 POL', { exact: true })).toBeVisible();
    await expect(page.getByText('Network: Polygon Sandbox (no real POL)')).toBeVisible();
    await page.getByRole('button', { name: 'Continue in MetaMask' }).click();
    await seen(minting.success).toBeVisible({ timeout: minutes(1.5) });
    const owner = await askContract(sandbox.polygon.url, sandbox.polygon.contract, 'ownerOf', [
      BigInt(await minting.value('Token')),
    ]);
    expect(String(owner).toLowerCase()).toBe(metaMask.address);
    expect(await weiOf(sandbox.polygon.url, sandbox.polygon.contract)).toBe(paidIn + 10n ** 16n);
    expect(metaMask.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
    await expect(
      app
        .getByRole('banner')
        .getByText(`${usersBrowser.address.slice(0, 4)}…${usersBrowser.address.slice(-4)}`),
    ).toBeVisible();
  });
});
