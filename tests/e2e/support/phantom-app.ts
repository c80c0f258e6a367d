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
