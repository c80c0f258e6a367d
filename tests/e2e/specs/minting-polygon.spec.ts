import { MintingPage } from '../pages/minting.ts';
import { answerWallet } from '../pages/payment.ts';
import { askContract, callData, weiOf } from '../support/evm-token.ts';
import { installSigningMetaMask } from '../support/injected-ethereum.ts';
import { expect, test } from '../support/visit.ts';

const MINT_COST = 10n ** 16n;

test.afterEach(({ sandbox }) => {
  sandbox.gateway.heal();
  sandbox.polygon.heal();
  sandbox.polygon.rhythm(400);
});

test('an avatar becomes an ERC-721 token with exactly what was shown, and the user stays signed in', async ({
  page,
  sandbox,
}) => {
  const { url, contract, treasury } = sandbox.polygon;
  sandbox.polygon.rhythm(400);
  const sent: Buffer[] = [];
  page.on('request', (request) => {
    const body = request.url().startsWith(sandbox.gateway.url) ? request.postDataBuffer() : null;
    if (body) sent.push(body);
  });
  const minting = new MintingPage(page);
  await minting.open('?avatar=5');
  await minting.connect();
  const signedIn = await page.evaluate(() => localStorage.getItem('walletState'));
  await minting.choosePolygon();
  await expect(page.getByText('Network: Polygon Sandbox (no real POL)').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mint NFT' })).toBeDisabled();
  await minting.connect('Use Sandbox MetaMask');
  await page.getByLabel('Name', { exact: true }).fill('Badge, of one');
  const receipt = page.getByRole('region', { name: 'What will be minted' });
  await expect(receipt.getByText('Network fee, at most')).toBeVisible();
  const paidIn = await weiOf(url, contract);
  await minting.askForMint();
  await expect(
    page.getByRole('dialog').getByText('Approve a call that pays 0.01 POL?'),
  ).toBeVisible();
  await answerWallet(page, 'Approve');
  await expect(minting.success).toBeVisible();

  expect(await page.evaluate(() => localStorage.getItem('walletState'))).toBe(signedIn);
  expect((await minting.value('Contract')).toLowerCase()).toBe(contract.toLowerCase());
  const id = BigInt(await minting.value('Token'));
  const [picture, metadata] = [await minting.value('Picture'), await minting.value('Metadata')];
  const owner = await page
    .getByText('Owner at minting')
    .locator('..')
    .locator('[title]')
    .getAttribute('title');
  expect(String(await askContract(url, contract, 'ownerOf', [id])).toLowerCase()).toBe(owner);
  expect(await askContract(url, contract, 'tokenURI', [id])).toBe(metadata);
  expect(await weiOf(url, contract)).toBe(paidIn + MINT_COST);
  expect(await (await fetch(metadata)).json()).toMatchObject({
    name: 'Badge, of one',
    image: picture,
    attributes: [{ trait_type: 'Style', value: 'Minimalist' }, { trait_type: 'Background' }],
  });
  const file = Buffer.from(await (await fetch(picture)).arrayBuffer());
  expect(file.length).toBeGreaterThan(1_000);
  // The file that the gateway serves is the end of the item that the page sent.
  expect(sent.some((item) => item.subarray(-file.length).equals(file))).toBe(true);

  await sandbox.polygon.fund(sandbox.polygon.owner, 10n ** 18n);
  await sandbox.polygon.ask('anvil_impersonateAccount', [sandbox.polygon.owner]);
  const before = await weiOf(url, treasury);
  await sandbox.polygon.ask('eth_sendTransaction', [
    { from: sandbox.polygon.owner, to: contract, data: callData('withdraw') },
  ]);
  await sandbox.polygon.mine(1);
  expect([await weiOf(url, contract), (await weiOf(url, treasury)) - before]).toEqual([
    0n,
    paidIn + MINT_COST,
  ]);

  await page.goto('/dashboard');
  await page.getByRole('radio', { name: 'NFTs (1)' }).check();
  await expect(page.getByRole('list', { name: 'Sample avatars' }).getByRole('listitem')).toHaveText(
    [/Badge.*NFT/s],
  );
  await page.goto('/avatar/5');
  await expect(page.getByRole('region', { name: 'Certificate of Badge, of one' })).toContainText(
    'Polygon, ERC-721',
  );
});

test('MetaMask: too little POL and a refused network publish nothing; a refused signature is said to leave the picture public', async ({
  page,
  sandbox,
}) => {
  sandbox.polygon.rhythm(400);
  const metaMask = await installSigningMetaMask(page, sandbox.polygon.url);
  await sandbox.polygon.fund(metaMask.address, MINT_COST);
  const minting = new MintingPage(page);
  const { uploads } = sandbox.gateway.counts;
  await minting.open('?avatar=1');
  await minting.choosePolygon();
  await minting.connect('Connect MetaMask Wallet');
  await expect(
    page.getByText('This wallet doesn’t hold enough POL for the mint cost and the network fee.'),
  ).toBeVisible();
  await sandbox.polygon.fund(metaMask.address, 10n ** 18n);

  metaMask.mood = 'declines';
  await minting.askForMint();
  await expect(page.getByText(/You declined to change the wallet’s network/)).toBeVisible();
  expect([sandbox.gateway.counts.uploads, metaMask.chain]).toEqual([uploads, 1]);

  metaMask.known.add(sandbox.polygon.chainId);
  metaMask.chain = sandbox.polygon.chainId;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByText(
      /You declined in your wallet. You have not been charged. The picture was published before and stays public/,
    ),
  ).toBeVisible();
  expect(sandbox.gateway.counts.uploads).toBe(uploads + 2);

  metaMask.mood = 'signs';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(minting.success).toBeVisible();
  expect(sandbox.gateway.counts.uploads).toBe(uploads + 2);
  expect(
    String(
      await askContract(sandbox.polygon.url, sandbox.polygon.contract, 'ownerOf', [
        BigInt(await minting.value('Token')),
      ]),
    ).toLowerCase(),
  ).toBe(metaMask.address);
});
