import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';

import { BROWSER_FLAGS, ensureBrowser } from '../../tools/browser.ts';
import type { Driver } from './driver.ts';

export interface WebDriverOptions {
  readonly appUrl: string;
  readonly context?: BrowserContextOptions;
  /** Prepares each new context before its first page loads, e.g. to watch its requests. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

export interface WebDriver extends Driver {
  /**
   * Closes the browser, runs `meanwhile` while the profile's folder is unused, and reopens the
   * browser without a page.
   */
  restart(meanwhile: (profile: string) => Promise<void>): Promise<void>;
}

/** In the page: gives the focus to another window, allows notifications and records them. */
function watchNotifications(): void {
  const notifications: string[] = [];
  Object.assign(window, { notifications });
  document.hasFocus = () => false;
  Object.assign(window, {
    Notification: class {
      static readonly permission = 'granted';
      onclick: (() => void) | null = null;
      static requestPermission(): Promise<NotificationPermission> {
        return Promise.resolve('granted');
      }

      constructor(title: string) {
        notifications.push(title);
      }
    },
  });
}

/** The browser build in a real Chromium, with a profile on disk that survives a crash. */
export async function webDriver({
  appUrl,
  context: contextOptions,
  prepare,
}: WebDriverOptions): Promise<WebDriver> {
  const profile = await mkdtemp(join(tmpdir(), 'likeness-profile-'));
  const executablePath = ensureBrowser();
  let away = false;
  const launch = async (): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: [...BROWSER_FLAGS],
      acceptDownloads: true,
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 900 },
      ...contextOptions,
    });
    await prepare?.(context);
    if (away) await context.addInitScript(watchNotifications);
    return context;
  };
  let context = await launch();
  let page: Page = context.pages()[0] ?? (await context.newPage());

  const restart = async (meanwhile: (profile: string) => Promise<void>): Promise<void> => {
    await context.close();
    await meanwhile(profile);
    context = await launch();
    page = context.pages()[0] ?? (await context.newPage());
  };

  return {
    restart,
    get page() {
      return page;
    },
    get context() {
      return context;
    },
    async open(path) {
      await page.goto(new URL(path, appUrl).href);
    },
    async choosePhotos(paths, action) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), action()]);
      await chooser.setFiles([...paths]);
    },
    async savedFile(action) {
      const [download] = await Promise.all([page.waitForEvent('download'), action()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    },
    async reload() {
      await page.reload();
    },
    async crash() {
      const url = page.url();
      // Ends the renderer process at once, without any cleanup; then closes the browser.
      await page.goto('chrome://crash').catch(() => undefined);
      await restart(() => Promise.resolve());
      await page.goto(url);
    },
    async leaveWindow() {
      away = true;
      await context.addInitScript(watchNotifications);
      await page.evaluate(watchNotifications);
    },
    notifications: () =>
      page.evaluate(() => (window as unknown as { notifications?: string[] }).notifications ?? []),
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
