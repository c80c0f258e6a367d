import { chromium, type Browser } from '@playwright/test';

import type { Sandbox } from '../../sandbox/start-sandbox.ts';
import { withSandbox } from '../support/with-sandbox.ts';
import { browserOptions } from '../tools/browser.ts';

/** Runs with a browser and a sandbox of its own. */
export const withBrowser = <T>(
  run: (browser: Browser, sandbox: Sandbox) => Promise<T>,
  onBuild?: () => void,
): Promise<T> =>
  withSandbox(async (sandbox) => {
    const browser = await chromium.launch(browserOptions());
    try {
      return await run(browser, sandbox);
    } finally {
      await browser.close();
    }
  }, onBuild);
