import { defineConfig } from '@playwright/test';

import { TIMEOUT_FACTOR } from './support/timeouts.ts';
import { BROWSER_FLAGS, ensureBrowser } from './tools/browser.ts';

/**
 * Every test in a real browser. Tags choose: `@smoke` is what `npm test` runs, `@long` what only
 * `npm run test:long` does, `@deep` what only `npm run test:deep` does. `test:full` runs those without a
 * tag. What a project needs built, its fixtures build, once for the same sources.
 */
export default defineConfig<object, { runs: 'web' | 'desktop' }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: './results/browser',
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : 'list',
  workers: 2,
  // A flaky test has found something: it fails.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  ...(process.env['LIKENESS_DEEP'] ? {} : { grepInvert: /@deep/ }),
  // A cold engine on two cores without a GPU, beside another test, takes some fifteen seconds to its
  // first picture. A test that truly needs more says so, with a reason.
  timeout: 180_000 * TIMEOUT_FACTOR,
  expect: { timeout: 60_000 * TIMEOUT_FACTOR },
  use: {
    launchOptions: { executablePath: ensureBrowser(), args: [...BROWSER_FLAGS] },
    // Seventeen megabytes would be kept anew in each test; the one of that allows it.
    serviceWorkers: 'block',
    actionTimeout: 30_000 * TIMEOUT_FACTOR,
    navigationTimeout: 30_000 * TIMEOUT_FACTOR,
    // The page's states, to be clicked through. A film of them as well would be made of every test.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    // The browser build in a real Chromium. Each worker has a sandbox of its own, so that tests
    // don't see each other's payments.
    { name: 'web', testDir: './e2e/specs', testIgnore: 'desktop.spec.ts' },
    // The same whole way in the desktop app: what the screens say is checked in the browser.
    {
      name: 'desktop',
      testDir: './e2e/specs',
      testMatch: 'desktop.spec.ts',
      use: { runs: 'desktop' },
    },
    // The desktop app's main process and preload script, built, on the test host.
    { name: 'host', testDir: './electron-host' },
    // The engine by itself: workers, WebGL 2 and wasm.
    { name: 'engine', testDir: './engine' },
  ],
});
