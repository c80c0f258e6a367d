import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';

import { rendererConfig } from '../renderer/vite.config.ts';
import { minutes, TIMEOUT_FACTOR } from './support/timeouts.ts';
import { BROWSER_FLAGS, ensureBrowser } from './tools/browser.ts';

/** Milliseconds for one wait; encoding a hundred frames takes a busy machine over ten seconds. */
const WAIT = 30_000 * TIMEOUT_FACTOR;

/**
 * These need a page of their own: a wallet stays registered in its page, and a browser lets a page
 * only a few times refuse that its dialog closes.
 */
const OWN_PAGE = ['tests/screens/modal.screen.test.ts', 'tests/screens/wallets.screen.test.ts'];

/** These draw many pictures or films: not for `npm test`. */
const FULL = 'tests/screens/*.full.screen.test.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The product's screens in a real browser, over the tests' own ports: no build, no chain, no
 * server.
 */
export default mergeConfig(
  rendererConfig('web', 'sandbox'),
  defineConfig({
    root: here('..'),
    publicDir: here('../renderer/public'),
    // Dependencies to bundle before the first test: one that Vite finds later reloads the page in
    // the middle of a test.
    optimizeDeps: {
      entries: ['renderer/app/web.tsx', 'tests/screens/*.screen.test.ts'],
      include: ['hash-wasm'],
    },
    test: {
      include: ['tests/screens/**/*.screen.test.ts'],
      setupFiles: [here('./support/screens/setup.ts')],
      restoreMocks: true,
      // Two pages at once, each with storage of its own: one waits while the other works.
      maxWorkers: 2,
      testTimeout: minutes(1),
      retry: process.env['CI'] ? 1 : 0,
      // A busy machine may be slow; tests wait for a state, never for a time.
      expect: { poll: { timeout: WAIT } },
      browser: {
        enabled: true,
        headless: true,
        // The first run has to bundle the screens' dependencies before the page can answer.
        connectTimeout: minutes(2),
        screenshotFailures: false,
        viewport: { width: 1280, height: 900 },
        provider: playwright({
          launchOptions: { executablePath: ensureBrowser(), args: [...BROWSER_FLAGS] },
          contextOptions: {
            // No measurement or click during an animation.
            reducedMotion: 'reduce',
            permissions: ['clipboard-read', 'clipboard-write'],
            viewport: { width: 1280, height: 900 },
          },
          actionTimeout: WAIT,
        }),
        // Loading the app's modules anew for each file takes longer than many of the tests.
        instances: [
          {
            browser: 'chromium',
            name: 'shared page',
            isolate: false,
            exclude: [FULL, ...OWN_PAGE],
          },
          { browser: 'chromium', name: 'own page', include: OWN_PAGE },
          { browser: 'chromium', name: 'full', isolate: false, include: [FULL] },
        ],
      },
    },
  }),
);
