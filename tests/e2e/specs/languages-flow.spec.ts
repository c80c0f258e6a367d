import type { Page } from '@playwright/test';

import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { minutes } from '../../support/timeouts.ts';
import { addPhotos, rendered } from '../pages/avatar-creator.ts';
import { MintingPage } from '../pages/minting.ts';
import { answerWallet, status } from '../pages/payment.ts';
import { balanceOf } from '../support/chain.ts';
import { languageOf, textsOn, tornAmounts, type Language } from '../support/language.ts';
import { SOL } from '../support/payer.ts';
import { expect, savedBy, test } from '../support/visit.ts';

const PERSON = 'resources/people/amara.webp';

/** A picture that shows nobody. */
async function emptyScene(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 640];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#7aa7d9';
    context.fillRect(0, 0, 640, 640);
    context.fillStyle = '#3f6b3a';
    context.fillRect(0, 420, 640, 220);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

/** The sandbox's faucet only promises: a new wallet stays empty. */
async function withoutFaucet(
  page: Page,
  { rpcUrl }: Sandbox,
  act: () => Promise<void>,
): Promise<void> {
  const isRpc = (url: URL): boolean => url.href.startsWith(rpcUrl);
  await page.route(isRpc, async (route) => {
    const asked = route.request().postDataJSON() as { id: unknown; method?: string } | null;
    if (asked?.method !== 'requestAirdrop') return route.fallback();
    return route.fulfill({
      json: { jsonrpc: '2.0', id: asked.id, result: 'promised' },
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await act();
  await page.unroute(isRpc);
}

/** Checks the screen that a visitor has come to: its language, and that nothing on it is English. */
async function read(page: Page, { locale, direction, inEnglish }: Language): Promise<void> {
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', locale);
  await expect(root).toHaveAttribute('dir', direction);
  expect.soft(inEnglish(await textsOn(page)), page.url()).toEqual([]);
  expect.soft(await tornAmounts(page), page.url()).toEqual([]);
}

test.use({ brisk: true });

// Longer words, as in German, are for `long-texts.spec.ts` and the deep run.
for (const [locale, tag] of [
  ['ar', []],
  ['ja', ['@long']],
  ['de', ['@deep']],
] as const)
  test(
    `the main job in ${locale}: three errors, a decline, twelve avatars, a mint and a refund`,
    { tag: [...tag] },
    async ({ page, sandbox, problems }) => {
      test.setTimeout(minutes(5)); // The whole way of a customer, until it is final twice.
      // Mail links lead out of the browser.
      problems.forgive(/mailto:/);
      const language = await languageOf(locale);
      const { t, like, path } = language;
      // Japanese puts no space between sentences.
      const said = (...parts: readonly string[]): string =>
        parts.map((part) => t(part)).join(locale === 'ja' ? '' : ' ');
      const main = page.getByRole('main');
      const button = (message: string, values?: Record<string, unknown>) =>
        main.getByRole('button', { name: t(message, values), exact: true });

      await test.step('the browser keeps the language of a link', async () => {
        await page.goto(`/?lang=${locale}`);
        await expect(page).toHaveURL(path('/'));
        await read(page, language);
        // What this test looks for would be found.
        await main.evaluate((element, text) => element.append(text), 'Pay 1.2 SOL Now');
        expect(language.inEnglish(await textsOn(page))).toEqual(['Pay 1.2 SOL Now']);
        await page.reload();
        await main
          .getByRole('link', { name: t('Start Creating') })
          .first()
          .click();
        await expect(page).toHaveURL(path('/customize'));
        await read(page, language);
      });

      await test.step('a wrong file, and a photo of nobody, are refused', async () => {
        const letter = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('a letter') };
        const scene = { ...letter, buffer: await emptyScene(page) };
        for (const [file, ...parts] of [
          [
            letter,
            'This file is not a picture we can read.',
            'Choose a PNG, JPG, WebP, AVIF or GIF.',
          ],
          [
            scene,
            'We couldn’t find a face in this picture.',
            'Choose a photo where one face is clearly visible from the front.',
          ],
        ] as const) {
          await addPhotos(page, { ...file }, t('Choose photos'));
          await expect(page.getByRole('alert')).toContainText(said(...parts));
          await read(page, language);
          await button('Dismiss').click();
        }
      });

      await test.step('a photo becomes a preview', async () => {
        await addPhotos(page, PERSON, t('Choose photos'));
        for (const [group, choice] of [
          ['Style', 'Artistic'],
          ['Background', 'Gradient'],
        ] as const)
          await page
            .getByRole('group', { name: t(group) })
            .getByRole('radio', { name: t(choice) })
            .check();
        await rendered(page, language);
        await read(page, language);
        await main
          .getByRole('link', { name: t('Proceed to Secure Payment') })
          .first()
          .click();
        await expect(page).toHaveURL(path('/pricing'));
        await read(page, language);
        await main.locator(`a[href^="${path('/payment?plan=basic')}"]`).click();
      });

      const pay = button('Pay {amount} SOL Now', { amount: locale === 'de' ? '1,2' : '1.2' });
      await test.step('too little money is said before the wallet is asked', async () => {
        await withoutFaucet(page, sandbox, async () => {
          await button('Use {name}', { name: 'Sandbox Wallet' }).click();
          await expect(
            main.getByText(
              said(
                'This wallet doesn’t hold enough SOL for the plan and the network fee.',
                'Nothing was sent.',
              ),
            ),
          ).toBeVisible();
          await read(page, language);
        });
      });

      const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
      await test.step('a decline in the wallet charges nothing', async () => {
        await page.reload(); // The faucet gives again.
        await expect(page.getByText(t('Total to pay'))).toBeVisible();
        await pay.click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await read(page, language);
        await answerWallet(page, 'Decline', language);
        await expect(
          main.getByText(said('You declined in your wallet.', 'You have not been charged.')),
        ).toBeVisible();
        await read(page, language);
        expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(before);
      });

      await test.step('an approved payment becomes twelve avatars', async () => {
        await pay.click();
        await answerWallet(page, 'Approve', language);
        await expect(status(page, language)).toHaveText(t('Paid'));
        await read(page, language);
        await page.getByRole('link', { name: t('Continue to Confirmation') }).click();
        await expect(page.getByRole('heading', { name: t('Your avatars are ready') })).toBeVisible({
          timeout: minutes(2),
        });
        await read(page, language);
        expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(before + 1.2 * SOL);
        await main.getByRole('link', { name: t('Go to Dashboard') }).click();
        await expect(
          page.getByRole('tab', { name: t('My Avatars ({count})', { count: '12' }) }),
        ).toBeVisible();
        await read(page, language);
      });

      await test.step('one is saved', async () => {
        await main
          .getByRole('link', { name: like('View<hidden> {name}</hidden>') })
          .first()
          .click();
        await expect(page).toHaveURL(/\/avatar\/\d+$/);
        await read(page, language);
        const file = await savedBy(button('Download HD'));
        // What is saved or copied has no invisible characters.
        expect(file.suggestedFilename()).toMatch(/^[^\u2066-\u2069]+_avatar_hd\.png$/);
      });

      await test.step('and minted', async () => {
        await main.getByRole('link', { name: t('Mint as NFT') }).click();
        await page.waitForURL(/\/nft-minting\?/);
        const minting = new MintingPage(page, language);
        await read(page, language);
        await minting.askForMint();
        await expect(
          page.getByRole('dialog').getByRole('button', { name: t('Approve') }),
        ).toBeVisible();
        await read(page, language);
        await answerWallet(page, 'Approve', language);
        await expect(page.getByRole('link', { name: t('View in Dashboard') })).toBeVisible();
        await read(page, language);
        expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(before + 1.3 * SOL);
      });

      await test.step('the money is asked back', async () => {
        await page.goto(path('/dashboard?tab=settings'));
        await button('Ask for a refund').click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(t('This address is mine, and I can receive SOL there')).check();
        await read(page, language);
        await dialog.getByRole('button', { name: t('Ask for the refund') }).click();
        await expect(
          dialog.getByText(
            t('It is in your email program, ready to go. It reaches us when you press Send there.'),
          ),
        ).toBeVisible();
        await read(page, language);
      });
    },
  );
