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
  /** Closes the browser, does `meanwhile` with its profile's folder at rest, and opens it again, at no page. */
  restart(meanwhile: (profile: string) => Promise<void>): Promise<void>;
}

/** In the page: another window has the focus, and notifications are allowed and noted down. */
function watchNews(): void {
  const news: string[] = [];
  Object.assign(window, { news });
  document.hasFocus = () => false;
  Object.assign(window, {
    Notification: class {
      static readonly permission = 'granted';
      onclick: (() => void) | null = null;
      static requestPermission(): Promise<NotificationPermission> {
        return Promise.resolve('granted');
      }

      constructor(title: string) {
        news.push(title);
      }
    },
  });
}

/** The browser build in a real Chromium, with a profile on disk that outlives a crash. */
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
      viewport: { width: 1280, height: 900 },
      ...contextOptions,
    });
    await prepare?.(context);
    if (away) await context.addInitScript(watchNews);
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
    name: 'web',
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
      // The renderer process ends at once, with no chance to tidy up; then the browser is closed.
      await page.goto('chrome://crash').catch(() => undefined);
      await restart(() => Promise.resolve());
      await page.goto(url);
    },
    async lookAway() {
      away = true;
      await context.addInitScript(watchNews);
      await page.evaluate(watchNews);
    },
    news: () => page.evaluate(() => (window as unknown as { news?: string[] }).news ?? []),
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
