import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';

import { rendererConfig } from '../renderer/vite.config.ts';
import { minutes, TIMEOUT_FACTOR } from './support/timeouts.ts';
import { BROWSER_FLAGS, ensureBrowser } from './tools/browser.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The product's screens over ports of the tests' own, in a real browser: no build, no chain, no server. */
export default mergeConfig(
  rendererConfig('web', 'sandbox'),
  defineConfig({
    root: here('..'),
    publicDir: here('../renderer/public'),
    // Found before the first test: what is found later loads the page anew in the middle of one.
    optimizeDeps: {
      entries: ['renderer/app/web.tsx', 'tests/screens/*.screen.test.ts'],
      include: ['hash-wasm'],
    },
    test: {
      include: ['tests/screens/**/*.screen.test.ts'],
      setupFiles: [here('./support/screens/setup.ts')],
      restoreMocks: true,
      // A page per file: the wallets that a page has registered stay in it, and a file that connects
      // one must not find another file's.
      isolate: true,
      testTimeout: minutes(1),
      // A busy machine may take its time: a state is waited for, never a moment.
      expect: { poll: { timeout: 10_000 * TIMEOUT_FACTOR } },
      browser: {
        enabled: true,
        headless: true,
        // The first run bundles what the screens depend on, before the page can answer.
        connectTimeout: minutes(2),
        screenshotFailures: false,
        viewport: { width: 1280, height: 900 },
        provider: playwright({
          launchOptions: { executablePath: ensureBrowser(), args: [...BROWSER_FLAGS] },
          contextOptions: {
            // Nothing is measured or clicked in the middle of a movement.
            reducedMotion: 'reduce',
            permissions: ['clipboard-read', 'clipboard-write'],
            viewport: { width: 1280, height: 900 },
          },
          actionTimeout: 10_000 * TIMEOUT_FACTOR,
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
);
