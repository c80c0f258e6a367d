import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

import { answerLocally, invoke, press, test } from './fixtures.ts';

const GENESIS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const says = (genesis: string) => (): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, result: genesis });
const policyOf = async (page: Page): Promise<string> =>
  (await (await page.reload())?.allHeaders())?.['content-security-policy'] ?? '';

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
      Array(2).fill(`Let Likeness contact ${new URL(own.url).host}?`),
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
