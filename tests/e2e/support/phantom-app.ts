import type { Page } from '@playwright/test';

import { FakePhantom, type PhantomAnswer } from '../../support/fake-phantom.ts';

const LINKS = 'https://phantom.app/ul/v1/**';

/**
 * The Phantom app on the test's phone, at the address of its links. It asks, and the test clicks
 * Approve or Decline.
 */
export async function installPhantomApp(
  page: Page,
  { seed = 7 }: { seed?: number } = {},
): Promise<FakePhantom> {
  const phantom = new FakePhantom(new Uint8Array(32).fill(seed));
  await page.context().route(LINKS, async (route) => {
    const link = route.request().url();
    const leadTo = (label: string, answer: PhantomAnswer): string =>
      `<a href="${phantom.open(link, answer).replaceAll('&', '&amp;')}">${label}</a>`;
    await route.fulfill({
      contentType: 'text/html',
      body: `<title>Phantom</title><h1>Phantom asks</h1>${leadTo('Approve', 'approve')} ${leadTo('Decline', { errorCode: '4001' })}`,
    });
  });
  return phantom;
}

/** Gives an account test money from the sandbox's faucet. */
export async function airdrop(rpcUrl: string, address: string, sol: number): Promise<void> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'requestAirdrop',
      params: [address, sol * 1e9],
    }),
  });
  const answer = (await response.json()) as { result?: string };
  if (!answer.result) throw new Error(`no airdrop: ${JSON.stringify(answer)}`);
}
