import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { LikenessError, type ErrorCode } from '../../renderer/core/errors.ts';
import { once } from '../../renderer/core/once.ts';
import type { Minting } from '../../renderer/ports/minting.ts';
import { MintGateway } from '../support/mint-simulation/gateway.ts';
import {
  button,
  expectCount,
  expectPath,
  expectTexts,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { paid } from '../support/screens/rows.ts';
import { PAYER } from '../support/scripted-chain.ts';

/** A device that can mint on Solana as far as the wallet, which then fails so. */
const mintable = ({
  quote,
  wallet = 'wallet-rejected',
}: { quote?: ErrorCode; wallet?: ErrorCode } = {}) => {
  const cost = { price: 100_000_000n, rent: 5_000_000n, fee: 10_000n, total: 105_010_000n };
  const port: Minting = {
    chain: 'solana',
    unit: 'SOL',
    decimals: 9,
    treasury: 'treasury',
    way: () => ({
      order: 'wallet-first',
      owner: PAYER,
      returnsByLink: false,
      prepare: () =>
        Promise.resolve({ ...cost, transaction: new Uint8Array(1), lastValidBlock: 150 }),
      ask: () => Promise.reject(new LikenessError(wallet)),
    }),
    quote: () =>
      quote === undefined ? Promise.resolve(cost) : Promise.reject(new LikenessError(quote)),
    mintStatus: () => Promise.resolve({ kind: 'unknown' }),
    explorerUrl: () => undefined,
  };
  const gateway = new MintGateway(
    () => 7,
    () => undefined,
  );
  return {
    ports: () => ({
      minting: { solana: once(() => Promise.resolve(port)) },
      media: () => Promise.resolve(gateway.port(() => Promise.resolve())),
    }),
  };
};

const connect = (): Promise<void> => button('Use Sandbox Wallet').click();
const receipt = () => page.getByRole('region', { name: 'What will be minted' });
const CONSENT = 'This makes the picture public, for good';

describe('the minting page', () => {
  test('keeps what is an NFT already from being chosen, and names two chains with their costs', async () => {
    await openApp('/nft-minting', mintable());
    await expect.element(main().getByRole('radio', { name: /Already NFT/ })).toBeDisabled();
    await expect.element(main().getByText('Already NFT', { exact: true })).toBeVisible();
    for (const chain of [/Solana.*0\.1 SOL/, /Polygon.*0\.01 MATIC/])
      await expectCount(main().getByRole('radio', { name: chain }), 1);
    await expectTexts(main().getByRole('list', { name: 'Steps' }).getByRole('listitem'), [
      /Select/,
      /Mint.*1-3 minutes/,
      /Success/,
    ]);
    await expect.element(button('Mint NFT')).toBeDisabled();
    await expect.element(main().getByRole('radio', { name: /^Polygon/ })).toBeDisabled();
  });

  test('shows what the wallet would pay, and asks whether the picture may become public', async () => {
    await openApp('/nft-minting', mintable());
    await connect();
    for (const line of [/Mint cost.*0\.1/, /Account deposit.*0\.005/, /Total.*0\.105/])
      await expect.poll(() => receipt().element().textContent.replace(/\s+/g, ' ')).toMatch(line);
    await button('Mint NFT').click();
    const consent = page.getByRole('dialog', { name: CONSENT });
    const agree = consent.getByRole('button', { name: /^Publish and mint for 0\.10501 SOL/ });
    await expect.element(agree).toBeDisabled();
    await expect
      .element(consent.getByText('If you decline in the wallet, nothing is published.'))
      .toBeVisible();
    expect(await findings()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expectCount(page.getByRole('dialog'), 0);
    await expect.element(button('Mint NFT')).toHaveFocus();
    await button('Mint NFT').click();
    await consent.getByRole('button', { name: 'Not now' }).click();
    await expectCount(page.getByRole('dialog'), 0);
  });

  test('tells a wallet with too little before it is asked', async () => {
    await openApp('/nft-minting', mintable({ quote: 'mint-insufficient-funds' }));
    await connect();
    await expect
      .element(main().getByText(/^This wallet doesn’t hold enough for the mint cost/))
      .toBeVisible();
    expect(await findings(['light'])).toEqual([]);
  });

  test('after a no in the wallet says that nothing was charged, and keeps the mint to try again', async () => {
    const app = await openApp('/nft-minting?avatar=3', mintable());
    await connect();
    await page.getByLabelText('Name', { exact: true }).fill('Facets, of one');
    await button('Mint NFT').click();
    const consent = page.getByRole('dialog', { name: CONSENT });
    await consent.getByLabelText('I understand that this can’t be undone').click();
    await consent.getByRole('button', { name: /^Publish and mint/ }).click();
    await expectPath(/^\/nft-minting\?series=/);
    await expect
      .element(main().getByText('You declined in the wallet. You have not been charged.'))
      .toBeVisible();
    await expect.element(button('Try again')).toBeEnabled();
    expect(await findings()).toEqual([]);
    await app.reopen();
    await expect.element(main().getByText('Not minted yet').first()).toBeVisible();
    await expect.element(button('Go on')).toBeEnabled();
  });

  test('chooses several at once, with a name for each', async () => {
    await openApp('/nft-minting?avatar=1', mintable());
    await connect();
    await button('Choose several').click();
    await page.getByRole('checkbox', { name: /^Badge/ }).click();
    await expectCount(page.getByLabelText(/^Name of /), 2);
    await expect
      .poll(() => receipt().element().textContent.replace(/\s+/g, ' '))
      .toMatch(/Mint cost, 2 avatars.*0\.2/);
    expect(await findings(['light'])).toEqual([]);
  });

  test('without an avatar of one’s own leads to making one', async () => {
    await openApp('/nft-minting', { rows: paid('basic').rows, ...mintable() });
    await expect.element(main().getByText('No avatar to mint yet')).toBeVisible();
    await expect
      .element(main().getByRole('link', { name: 'Create Avatar' }))
      .toHaveAttribute('href', '/customize');
    await expect.element(button('Mint NFT')).toBeDisabled();
  });
});
