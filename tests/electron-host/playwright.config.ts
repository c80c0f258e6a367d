import { defineConfig } from '@playwright/test';

/** The desktop app's main process and preload script, built, in a real Chromium. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../results/desktop',
  // One Chromium at a time: two cores.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json']],
});
