import { chromium, type Browser } from '@playwright/test';

import type { Sandbox } from '../../sandbox/start-sandbox.ts';
import { withSandbox } from '../support/with-sandbox.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../tools/browser.ts';

/** Runs with a browser and a sandbox of its own. */
export const withBrowser = <T>(
  run: (browser: Browser, sandbox: Sandbox) => Promise<T>,
  onBuild?: () => void,
): Promise<T> =>
  withSandbox(async (sandbox) => {
    const browser = await chromium.launch({
      executablePath: ensureBrowser(),
      args: [...BROWSER_FLAGS],
    });
    try {
      return await run(browser, sandbox);
    } finally {
      await browser.close();
    }
  }, onBuild);
