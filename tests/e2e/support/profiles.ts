import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

import type { Sandbox } from '../../sandbox/start-sandbox.ts';
import { pay, status } from '../pages/payment.ts';
import { expect } from './fixtures.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * What a browser's storage holds as a test begins, made by the app itself, once for a worker:
 * - `tested`: the self-test has passed, which stands before every payment. Otherwise a first visit.
 * - `paid`: Basic was bought with the Sandbox Wallet, which is still connected; nothing is made yet.
 *
 * Playwright takes no Blobs and no keys along: whoever needs avatars plants them, and an account is
 * made by the test.
 */
export type Profile = 'tested' | 'paid';

/** Gives a profile's storage, made at the first call, for the browser under the name that it gives itself. */
export type Profiles = (name: Profile, userAgent?: string) => Promise<StorageState>;

export function createProfiles(browser: Browser, { appUrl }: Sandbox): Profiles {
  const visit = async (
    options: BrowserContextOptions,
    walk: (page: Page) => Promise<void>,
  ): Promise<StorageState> => {
    const context = await browser.newContext({ baseURL: appUrl, ...options });
    try {
      await walk(await context.newPage());
      return await context.storageState({ indexedDB: true });
    } finally {
      await context.close();
    }
  };

  async function tested(userAgent?: string): Promise<StorageState> {
    const { origins } = await visit(userAgent === undefined ? {} : { userAgent }, async (page) => {
      await page.goto('/payment?plan=basic');
      await expect(page.getByRole('heading', { name: 'Send it by hand' })).toBeVisible();
    });
    // The visit has made an order too: it is left out.
    return {
      cookies: [],
      origins: origins.map(({ origin, localStorage }) => ({
        origin,
        localStorage: localStorage.filter(({ name }) => name === 'likeness.self-test'),
      })),
    };
  }
  const paid = async (userAgent?: string): Promise<StorageState> =>
    visit({ storageState: await get('tested', userAgent) }, async (page) => {
      await pay(page);
      await expect(status(page)).toHaveText('Paid');
    });

  const ways = { tested, paid };
  const made = new Map<string, Promise<StorageState>>();
  const get: Profiles = (name, userAgent) => {
    const key = `${name} ${userAgent ?? ''}`;
    const known = made.get(key) ?? ways[name](userAgent);
    made.set(key, known);
    return known;
  };
  return get;
}
