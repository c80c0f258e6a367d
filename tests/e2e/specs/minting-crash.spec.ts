import { MintingPage } from '../pages/minting.ts';
import { answerWallet } from '../pages/payment.ts';
import { balanceOf } from '../support/chain.ts';
import { expect, test } from '../support/fixtures.ts';

test('a crash at the wallet, while publishing or while sending is resumed: one NFT, paid once', async ({
  app,
  sandbox,
}) => {
  const treasury = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
  await app.open('/nft-minting?avatar=1');
  await new MintingPage(app.page).connect();
  await new MintingPage(app.page).askForMint();
  await expect(app.page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeVisible();

  await test.step('at the wallet: nothing is under way any more, and one goes on', async () => {
    await app.crash();
    await expect(app.page.getByText('Not minted yet').first()).toBeVisible();
    expect(sandbox.gateway.counts.items).toBe(0);
    await app.page.getByRole('button', { name: 'Continue' }).click();
    await expect(
      app.page.getByRole('dialog').getByRole('button', { name: 'Approve' }),
    ).toBeVisible();
    sandbox.gateway.fault('forgets');
    await answerWallet(app.page, 'Approve');
  });

  await test.step('while publishing: the same files go on, and no slot passes meanwhile', async () => {
    await expect.poll(() => sandbox.gateway.counts.items).toBe(1);
    await app.crash();
    await sandbox.admin.rhythm(0);
    sandbox.gateway.heal();
    await expect(app.page.getByText(/^Sent/)).toBeVisible();
    expect(sandbox.gateway.counts.items).toBe(2);
  });

  await test.step('while it is on its way: it is found when it has landed', async () => {
    await app.crash();
    await sandbox.admin.rhythm(400);
    await expect(app.page.getByRole('link', { name: 'View in Dashboard' })).toBeVisible();
    expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(treasury + 100_000_000);
  });
});
