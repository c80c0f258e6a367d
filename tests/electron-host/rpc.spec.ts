import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

import { answerLocally, invoke, test } from './fixtures.ts';
import type { SystemUi } from './system-ui.ts';

const GENESIS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkZrBG';
const says = (genesis: string) => (): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, result: genesis });
const policyOf = async (page: Page): Promise<string> =>
  (await (await page.reload())?.allHeaders())?.['content-security-policy'] ?? '';
/** Presses a button of the next question. */
async function press(
  { questions }: SystemUi,
  button: 'Allow' | 'Cancel',
  asked: number,
): Promise<void> {
  await expect.poll(() => questions.length).toBe(asked);
  questions.at(-1)?.answer(button);
}
const form = (page: Page): Locator => page.getByRole('form', { name: 'Solana RPC' });

test('the user’s own RPC is asked only after its host was approved, and then the policy names it', async ({
  page,
  desktop,
  root,
}) => {
  const own = await answerLocally(says(GENESIS));
  const { systemUi } = desktop.host;
  const address = `${own.url}/key`;
  try {
    const [declined] = await Promise.all([
      invoke(page, 'rpc.test', { address }),
      press(systemUi, 'Cancel', 1),
    ]);
    expect(declined).toMatchObject({ ok: false, code: 'rpc-declined' });
    expect(await invoke(page, 'rpc.use', { address })).toMatchObject({
      ok: false,
      code: 'rpc-address-refused',
    });
    expect(await policyOf(page)).not.toContain(own.url);

    const [allowed] = await Promise.all([
      invoke(page, 'rpc.test', { address }),
      press(systemUi, 'Allow', 2),
    ]);
    expect(allowed).toMatchObject({ ok: true, value: { genesis: GENESIS } });
    expect(systemUi.questions.map(({ message }) => message)).toEqual(
      Array(2).fill(`Let Likeness ask ${new URL(own.url).host}?`),
    );
    expect(await policyOf(page)).not.toContain(own.url);
    expect(await invoke(page, 'rpc.use', { address })).toEqual({ ok: true, value: null });
    expect(await policyOf(page)).toContain(` ${own.url}`);
    expect(await page.locator('meta[name=likeness-rpc]').getAttribute('content')).toBe(address);
    expect(await readFile(join(root, 'user-data/settings.json'), 'utf8')).toContain(address);

    await invoke(page, 'rpc.use', { address: null });
    expect(await policyOf(page)).not.toContain(own.url);
  } finally {
    own.close();
  }
});

test('the settings show which chain an address serves, and refuse one of another chain', async ({
  page,
  desktop,
  rpc,
}) => {
  const devnet = await answerLocally(says(DEVNET));
  const { systemUi } = desktop.host;
  try {
    // This test's sandbox, as the settings would find it.
    await page.route(`${rpc.url}/**`, (route) =>
      route.fulfill({
        contentType: 'application/json',
        headers: { 'access-control-allow-origin': '*' },
        body: says(GENESIS)(),
      }),
    );
    await desktop.open('/dashboard?tab=settings');
    await form(page).getByLabel('Ask first').selectOption('Another address');
    const typed = form(page).getByLabel('Its address');
    const tests = form(page).getByRole('button', { name: 'Test' });

    await typed.fill('http://rpc.example');
    await tests.click();
    await expect(
      form(page).getByText(/Enter a whole address that begins with https/),
    ).toBeVisible();
    await typed.fill(devnet.url);
    await tests.click();
    await press(systemUi, 'Allow', 1);
    await expect(
      form(page).getByText(`${new URL(devnet.url).host} answers for Solana Devnet`),
    ).toBeVisible();
    await form(page).getByRole('button', { name: 'Use it' }).click();
    await expect(
      form(page).getByText('This address answers for another chain than this app is for.', {
        exact: false,
      }),
    ).toContainText('It is Solana Devnet.');
    expect(await policyOf(page)).not.toContain(devnet.url);
  } finally {
    devnet.close();
  }
});
