import type { Download, Locator, Page } from '@playwright/test';

import { minutes } from '../../support/timeouts.ts';
import { BRISK } from './chain.ts';
import { test as base, expect } from './fixtures.ts';
import { createProfiles, type Profile, type Profiles } from './profiles.ts';

export { expect };

/**
 * Failures that no screen shows: console errors (including Content-Security-Policy violations) and
 * uncaught errors.
 */
export interface Problems {
  readonly seen: readonly string[];
  /** Accepts the problems that the test itself causes. */
  forgive(expected: RegExp): void;
}

interface Visit {
  readonly problems: Problems;
  /** The browser's initial storage; 'empty' is a first visit. */
  readonly begins: 'empty' | Profile;
  /** Whether the chain is faster than the real one. Faults are healed after the test. */
  readonly brisk: boolean;
  readonly pace: undefined;
}

/**
 * For specs that don't need their own browser: `page` is a fresh context of a shared browser, at
 * the worker's sandbox, with the initial storage that the test chooses. A test fails if there was
 * any unexpected problem.
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
    // A profile is created for the first test that needs it.
    { scope: 'test', timeout: minutes(2) },
  ],
  brisk: [false, { option: true }],
  pace: [
    async ({ brisk, sandbox: { admin } }, provide) => {
      if (brisk) await admin.rhythm(BRISK);
      await provide(undefined);
      if (!brisk) return;
      await admin.heal();
      await admin.delays({ confirmedAfter: 1, finalizedAfter: 4 });
      await admin.rhythm(400);
    },
    { auto: true },
  ],
  baseURL: async ({ sandbox }, provide) => provide(sandbox.appUrl),
  viewport: { width: 1280, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  // No measurement or click during an animation.
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

/** Presses the button and waits for the file that it saves. */
export async function savedBy(button: Locator): Promise<Download> {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return file;
}

/** Answers an external site here, since tests must not leave this machine. */
export async function standIn(page: Page, address: RegExp): Promise<void> {
  await page
    .context()
    .route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' }),
    );
}
