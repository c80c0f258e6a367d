import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { pay, status } from '../pages/payment.ts';
import { expect } from './fixtures.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * A browser's storage at the start of a test. The app itself writes it, once per worker:
 * - `tested`: a first visit, but the self-test, which every payment requires, has passed.
 * - `paid`: Basic was bought with the Sandbox Wallet, which is still connected; nothing is made.
 *
 * Playwright's storage state includes no Blobs and no keys: tests that need avatars seed them, and
 * tests that need an account create it.
 */
export type Profile = 'tested' | 'paid';

/** Returns a profile's storage, created on the first call, for a browser with this user agent. */
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
      await expect(page.getByRole('heading', { name: 'Send it yourself' })).toBeVisible();
    });
    // The visit also created an order, which is left out.
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

  const makers = { tested, paid };
  const made = new Map<string, Promise<StorageState>>();
  const get: Profiles = (name, userAgent) => {
    const key = `${name} ${userAgent ?? ''}`;
    const known = made.get(key) ?? makers[name](userAgent);
    made.set(key, known);
    return known;
  };
  return get;
}
