import type { Page } from '@playwright/test';

import { minutes } from '../../support/patience.ts';
import { test as base, expect } from './fixtures.ts';
import { createProfiles, type Profile, type Profiles } from './profiles.ts';

export { expect };

/** What went wrong unseen: errors in the console (the Content-Security-Policy's among them) and uncaught ones. */
export interface Problems {
  readonly seen: readonly string[];
  /** Takes note of the problems that the test brings about itself. */
  forgive(expected: RegExp): void;
}

interface Visit {
  readonly problems: Problems;
  /** What the browser's storage holds already; 'empty' is a first visit. */
  readonly begins: 'empty' | Profile;
}

/**
 * For specs that need no browser of their own: `page` is a fresh context of one shared browser, at
 * the worker's sandbox, with the storage that the test begins with. A test during which anything
 * went wrong unseen fails.
 */
export const test = base.extend<Visit, { profiles: Profiles }>({
  profiles: [
    async ({ browser, sandbox }, provide) => provide(createProfiles(browser, sandbox)),
    { scope: 'worker' },
  ],
  begins: ['tested', { option: true }],
  storageState: [
    async ({ begins, profiles, userAgent }, provide) =>
      provide(begins === 'empty' ? undefined : await profiles(begins, userAgent)),
    // A profile is made for the first test that asks for it.
    { scope: 'test', timeout: minutes(2) },
  ],
  baseURL: async ({ sandbox }, provide) => provide(sandbox.appUrl),
  viewport: { width: 1280, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  // Nothing is measured or clicked in the middle of a movement.
  contextOptions: { reducedMotion: 'reduce' },
  problems: [
    async ({ context }, provide) => {
      const seen: string[] = [];
      const forgiven: RegExp[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(message.text());
      });
      context.on('weberror', (error) => seen.push(String(error.error())));
      await provide({ seen, forgive: (expected) => forgiven.push(expected) });
      expect(
        seen.filter((problem) => !forgiven.some((expected) => expected.test(problem))),
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** A site outside: answered here, since tests leave this machine alone. */
export async function standIn(page: Page, address: RegExp): Promise<void> {
  await page
    .context()
    .route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' }),
    );
}
