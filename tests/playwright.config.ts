import { defineConfig } from '@playwright/test';

import { TIMEOUT_FACTOR } from './support/timeouts.ts';
import { BROWSER_FLAGS, ensureBrowser } from './tools/browser.ts';

/**
 * Every test in a real browser. `npm test` runs those tagged `@smoke`, `npm run test:long` `@long`,
 * `npm run test:deep` `@deep`, and `test:full` all but `@long` and `@deep`. A project's fixtures
 * build what it needs, once for the same sources.
 */
export default defineConfig<object, { runs: 'web' | 'desktop' }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: './results/browser',
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : 'list',
  workers: 2,
  // A flaky test fails, since it has found something. In CI it runs once more, alone, when the others
  // have ended; five that fail again have a common cause, so the rest is left.
  retries: process.env['CI'] ? 1 : 0,
  retryStrategy: 'isolated',
  maxFailures: process.env['CI'] ? 5 : 0,
  forbidOnly: Boolean(process.env['CI']),
  reportSlowTests: { max: 8, threshold: 0 },
  ...(process.env['LIKENESS_DEEP'] ? {} : { grepInvert: /@deep/ }),
  // On two cores without a GPU, and beside another test, a cold engine takes some fifteen seconds
  // for its first picture. A test that needs more says so, with a reason.
  timeout: 180_000 * TIMEOUT_FACTOR,
  expect: { timeout: 60_000 * TIMEOUT_FACTOR },
  use: {
    launchOptions: { executablePath: ensureBrowser(), args: [...BROWSER_FLAGS] },
    // Each test would store some 23 MB again; only the offline test allows the worker.
    serviceWorkers: 'block',
    actionTimeout: 30_000 * TIMEOUT_FACTOR,
    navigationTimeout: 30_000 * TIMEOUT_FACTOR,
    // A trace holds the page's states; screencasts would be made of every test, too.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  // They start in this order, those with the longest files first: a long one that starts last would
  // run alone on a core.
  projects: [
    // The engine by itself: workers, WebGL 2 and wasm.
    { name: 'engine', testDir: './engine' },
    // The main flow in the desktop app. The screens' texts are checked in the browser.
    {
      name: 'desktop',
      testDir: './e2e/specs',
      testMatch: 'desktop.spec.ts',
      use: { runs: 'desktop' },
    },
    // The desktop app's main process and preload script, built, on the test host.
    { name: 'host', testDir: './electron-host' },
    // The browser build in a real Chromium. Each worker has its own sandbox, so that tests don't
    // see each other's payments.
    { name: 'web', testDir: './e2e/specs', testIgnore: 'desktop.spec.ts' },
  ],
});
