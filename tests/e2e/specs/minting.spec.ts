import { ed25519 } from '@noble/curves/ed25519.js';
import type { Page } from '@playwright/test';
import { z } from 'zod';

import { encodeBase58 } from '../../../renderer/core/base58.ts';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { MintingPage } from '../pages/minting.ts';
import { answerWallet } from '../pages/payment.ts';
import { balanceOf } from '../support/chain.ts';
import { tokenOf } from '../support/token.ts';
import { expect, test } from '../support/visit.ts';

/**
 * Phantom as its extension injects it, with its own key and real signatures. Resolves with its
 * address.
 */
async function installSigningPhantom(page: Page): Promise<string> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const publicKey = ed25519.getPublicKey(secret);
  const address = encodeBase58(publicKey);
  await page.exposeFunction('signForPhantom', (message: number[]) => [
    ...ed25519.sign(Uint8Array.from(message), secret),
  ]);
  await page.addInitScript(
    ({ text, bytes }) => {
      interface Signable {
        readonly message: { serialize(): Uint8Array };
        readonly signatures: Uint8Array[];
      }
      const { signForPhantom } = window as unknown as {
        signForPhantom: (message: number[]) => Promise<number[]>;
      };
      const key = { toString: () => text, toBytes: () => Uint8Array.from(bytes) };
      Object.assign(window, {
        phantom: {
          solana: {
            isPhantom: true,
            connect: () => Promise.resolve({ publicKey: key }),
            disconnect: () => Promise.resolve(),
            on: () => undefined,
            off: () => undefined,
            signTransaction: async (transaction: Signable) => {
              // The owner is the first signer; the mint's own signature stays empty.
              transaction.signatures[0] = Uint8Array.from(
                await signForPhantom([...transaction.message.serialize()]),
              );
              return transaction;
            },
          },
        },
      });
    },
    { text: address, bytes: [...publicKey] },
  );
  return address;
}

const MINT_COST = 100_000_000;
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/** The minting page for avatars, with the wallet connected and the treasury's balance. */
async function ready(page: Page, sandbox: Sandbox, query: string) {
  const treasury = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
  const minting = new MintingPage(page);
  await minting.open(query);
  await minting.connect();
  return { minting, treasury };
}

test.afterEach(async ({ sandbox }) => {
  sandbox.gateway.heal();
  await sandbox.admin.heal();
  await sandbox.admin.rhythm(400);
});

test('an avatar becomes an NFT: the chain and the gateway hold exactly what was shown', async ({
  page,
  sandbox,
}) => {
  const minting = new MintingPage(page);
  const treasury = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
  const { items } = sandbox.gateway.counts;
  await minting.open('?avatar=5');
  await expect(page.getByRole('button', { name: 'Mint NFT' })).toBeDisabled();
  await minting.connect();
  await page.getByLabel('Name', { exact: true }).fill('Badge, of one');
  await page.getByLabel('Description').fill('Few tones, one line.');
  await page.getByLabel(/^Background/).uncheck();
  const receipt = page.getByRole('region', { name: 'What will be minted' });
  for (const line of [
    /Mint cost.*0\.1/,
    /Account deposit.*0\.005/,
    /Network fee.*0\.00001/,
    /Total.*0\.105/,
  ])
    await expect(
      receipt.getByText(line).or(receipt.locator('div', { hasText: line }).last()),
    ).toBeVisible();
  await minting.askForMint();
  expect(sandbox.gateway.counts.items).toBe(items);
  await answerWallet(page, 'Approve');
  await expect(minting.success).toBeVisible();

  const [address, picture, metadata] = [
    await minting.value('Address'),
    await minting.value('Picture'),
    await minting.value('Metadata'),
  ];
  const owner = z
    .object({ address: z.string() })
    .parse(
      JSON.parse((await page.evaluate(() => localStorage.getItem('walletState'))) ?? ''),
    ).address;
  const token = await tokenOf(sandbox.rpcUrl, address);
  expect(token).toMatchObject({
    program: TOKEN_2022,
    supply: '1',
    decimals: 0,
    hasMintAuthority: false,
    hasFreezeAuthority: false,
  });
  expect(token.text).toContain('Badge, of one');
  expect(token.text).toContain(metadata);
  expect(await token.heldBy(owner)).toBe(1n);
  expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(treasury + MINT_COST);

  const written: unknown = await (await fetch(metadata)).json();
  expect(written).toEqual({
    name: 'Badge, of one',
    symbol: 'LIKENESS',
    description: 'Few tones, one line.',
    image: picture,
    attributes: [{ trait_type: 'Style', value: 'Minimalist' }],
    properties: { files: [{ uri: picture, type: 'image/webp' }], category: 'image' },
  });
  const file = Buffer.from(await (await fetch(picture)).arrayBuffer());
  expect(file.length).toBeLessThanOrEqual(107_520);
  expect(file.subarray(0, 4).toString() + file.subarray(8, 12).toString()).toBe('RIFFWEBP');
  for (const chunk of ['EXIF', 'XMP ', 'ICCP']) expect(file.includes(chunk), chunk).toBe(false);
  const size = await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(
      await (await fetch(`data:image/webp;base64,${base64}`)).blob(),
    );
    return [bitmap.width, bitmap.height];
  }, file.toString('base64'));
  expect(size).toEqual([1024, 1024]);

  await page.getByRole('button', { name: 'Mint Another NFT' }).click();
  await expect(page.getByRole('radio', { name: /^Badge.*Already NFT/ })).toBeDisabled();
  await expect(page.getByRole('radio', { name: /^Studio portrait/ })).toBeChecked();

  // A finished avatar was published, and no byte of the photo: the ledger counts them separately.
  const shown = file.length.toLocaleString('en');
  await expect(page.getByRole('button', { name: /SSL Secured/ })).toContainText('0 photo bytes');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Trust & Security' }).click();
  await expect(
    page.getByRole('status', { name: 'Photo bytes sent: 0', exact: true }),
  ).toBeVisible();
  await expect(
    page
      .getByRole('row', { name: /Publishing an NFT/ })
      .getByRole('cell', { name: shown, exact: true })
      .first(),
  ).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('radio', { name: 'NFTs (1)' }).check();
  await expect(page.getByRole('list', { name: 'Sample avatars' }).getByRole('listitem')).toHaveText(
    [/Badge.*NFT/s],
  );
  await page.goto('/avatar/5');
  await expect(page.getByRole('region', { name: 'Certificate of Badge, of one' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mint as NFT' })).toBeHidden();
});

test('Phantom as it injects itself: too little SOL and another chain are named before it is asked, then it mints', async ({
  page,
  sandbox,
}) => {
  const owner = await installSigningPhantom(page);
  await sandbox.admin.faucet(owner, 50_000_000);
  const minting = new MintingPage(page);
  await minting.open('?avatar=1');
  await page.getByRole('main').getByRole('button', { name: 'Connect Phantom Wallet' }).click();
  await expect(page.getByText(/doesn’t hold enough for the mint cost/)).toBeVisible();
  await sandbox.admin.faucet(owner, 1_000_000_000);
  await expect.poll(() => balanceOf(sandbox.rpcUrl, owner)).toBe(1_050_000_000);

  // From here on the RPC claims to be another chain.
  let elsewhere = true;
  await page.route(`${sandbox.rpcUrl}/**`, async (route) => {
    const body = route.request().postData() ?? '';
    if (!elsewhere || !body.includes('getGenesisHash')) return route.fallback();
    const { id } = z.object({ id: z.unknown() }).parse(JSON.parse(body));
    return route.fulfill({
      json: { jsonrpc: '2.0', id, result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' },
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await minting.askForMint();
  await expect(page.getByText(/is on another network. Nothing was sent/).first()).toBeVisible();
  elsewhere = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(minting.success).toBeVisible();
  const token = await tokenOf(sandbox.rpcUrl, await minting.value('Address'));
  expect(await token.heldBy(owner)).toBe(1n);
});

test('several are minted one after the other; stopping leaves the rest as they were @long', async ({
  page,
  sandbox,
}) => {
  const { minting, treasury } = await ready(page, sandbox, '?avatar=1');
  await page.getByRole('button', { name: 'Choose several' }).click();
  await page.getByRole('checkbox', { name: /^Badge/ }).check();
  await page.getByRole('checkbox', { name: /^Facets/ }).check();
  await minting.askForMint();
  await answerWallet(page, 'Approve');
  const overview = page.getByRole('region', { name: /of 3 minted/ });
  await expect(overview).toContainText('1 of 3 minted');
  await answerWallet(page, 'Decline');
  await expect(overview.getByRole('listitem')).toHaveText([
    /Minted/,
    /Not minted yet/,
    /Not minted yet/,
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await answerWallet(page, 'Approve');
  await expect(overview).toContainText('2 of 3 minted');
  await answerWallet(page, 'Approve');
  await expect(page.getByRole('region', { name: /^Certificate of/ })).toHaveCount(3);
  expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(treasury + 3 * MINT_COST);
});
