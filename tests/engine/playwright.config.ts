import { defineConfig } from '@playwright/test';

import { BROWSER_FLAGS, ensureBrowser } from '../tools/browser.ts';

/** The engine in a real browser: it needs workers, WebGL 2 and wasm. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../results/engine',
  globalSetup: './global-setup.config.ts',
  // The software renderer and the models share few cores: side by side, timings mean nothing.
  workers: 1,
  timeout: 120_000,
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { executablePath: ensureBrowser(), args: [...BROWSER_FLAGS] },
  },
});
