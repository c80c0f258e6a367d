import { defineConfig } from '@playwright/test';

/**
 * The whole way on both drivers: the browser build in a real Chromium, and the desktop app. What
 * every screen says and does is the same code on both, and is checked in the browser. Each worker
 * brings up a sandbox chain of its own, so that tests don't see each other's payments.
 */
export default defineConfig<object, { runs: 'web' | 'desktop' }>({
  testDir: './specs',
  outputDir: '../results/e2e',
  globalSetup: './support/build.ts',
  // The desktop driver's name says whether it was Electron or the test host.
  reporter: [['list'], ['json']],
  workers: 2,
  // A flaky test has found something: it fails.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 300_000,
  // States, not speed: a machine that is busy with other things may take its time.
  expect: { timeout: 60_000 },
  // Traces cost time and memory; ask for them with LIKENESS_TRACE=1 when a test fails.
  use: { trace: process.env['LIKENESS_TRACE'] ? 'retain-on-failure' : 'off' },
  projects: [
    { name: 'web' },
    { name: 'desktop', testMatch: 'the-whole-way.spec.ts', use: { runs: 'desktop' } },
  ],
});
