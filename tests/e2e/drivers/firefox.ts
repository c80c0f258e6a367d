import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';

import { minutes } from '../../support/timeouts.ts';
import { hasDisplay, onPath } from '../support/display.ts';
import { answerPicker, type SavedFile } from './driver.ts';
import { newFile } from './saved-file.ts';

/** Time limit of one step: a batch of twelve avatars takes the longest. */
const TIMEOUT_MS = minutes(2);

/** An installed Firefox, or the one that LIKENESS_FIREFOX names. */
export const firefoxPath = (): string | undefined =>
  [
    process.env['LIKENESS_FIREFOX'],
    onPath('firefox-esr', 'firefox'),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ].find((path) => path !== undefined && existsSync(path));

/** An element to click or read: a CSS selector, and words in its text or label. */
export interface Target {
  readonly css: string;
  readonly words?: string | RegExp;
}
export const button = (words: string | RegExp): Target => ({ css: 'button', words });
export const link = (words: string | RegExp): Target => ({ css: 'a', words });
export const checkbox = (words: RegExp): Target => ({ css: 'input[type=checkbox]', words });
export const tab = (words: string): Target => ({ css: '[role=tab]', words });
export const field = (words: RegExp): Target => ({ css: 'input', words });
export const DIALOG = '[role=dialog], dialog';
export const radio = (words: string | RegExp): Target => ({ css: 'input[type=radio]', words });

/** The app in Firefox, driven by WebDriver BiDi. */
export class FirefoxApp {
  readonly page: Page;
  readonly errors: string[] = [];
  readonly #browser: Browser;
  readonly #appUrl: string;
  readonly #downloads: string;

  private constructor(browser: Browser, page: Page, appUrl: string, downloads: string) {
    this.#browser = browser;
    this.#downloads = downloads;
    this.page = page;
    this.#appUrl = appUrl;
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  static async open(appUrl: string, shownOn: string): Promise<FirefoxApp> {
    const executablePath = firefoxPath();
    if (executablePath === undefined) throw new Error('Firefox isn’t installed.');
    const downloads = await mkdtemp(join(tmpdir(), 'likeness-firefox-'));
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: false,
      timeout: TIMEOUT_MS,
      env: { ...process.env, DISPLAY: shownOn },
      extraPrefsFirefox: {
        'webgl.force-enabled': true,
        // As in the other browsers' tests: a request cut off by leaving the page would be reported
        // as its failure.
        'dom.serviceWorkers.enabled': false,
        'browser.download.folderList': 2,
        'browser.download.dir': downloads,
        'browser.download.useDownloadDir': true,
      },
    });
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    return new FirefoxApp(browser, page, appUrl, downloads);
  }

  get version(): Promise<string> {
    return this.#browser.version();
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#appUrl).href);
  }

  /** Waits for the first element that is visible, enabled, and has the words as text or label. */
  async find({ css, words }: Target, within = 'body'): Promise<ElementHandle<HTMLElement>> {
    const handle = await this.page.waitForFunction(
      (css, source, flags, within) => {
        const says = new RegExp(source, flags);
        const shown = (one: HTMLElement): boolean => one.getClientRects().length > 0;
        /** With plain spaces, as Playwright reads texts. */
        const even = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
        for (const root of document.querySelectorAll(within))
          for (const one of root.querySelectorAll<HTMLElement>(css)) {
            const label =
              'labels' in one ? (one.labels as NodeListOf<HTMLElement> | null)?.[0] : null;
            const texts = [one.getAttribute('aria-label'), label?.innerText, one.textContent];
            const off = one.matches(':disabled, [aria-disabled=true]');
            if (!off && shown(label ?? one) && texts.some((text) => text && says.test(even(text))))
              return one;
          }
        return undefined;
      },
      { timeout: TIMEOUT_MS, polling: 100 },
      css,
      words === undefined
        ? ''
        : words instanceof RegExp
          ? words.source
          : `^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`,
      words instanceof RegExp ? words.flags : '',
      within,
    );
    return handle.asElement() as ElementHandle<HTMLElement>;
  }

  async press(target: Target, within?: string): Promise<void> {
    const found = await this.find(target, within);
    // Clicks the element itself: an input that is invisible under its picture has no point of its
    // own.
    await found.evaluate((one) => one.click());
  }

  /** Waits for words anywhere in the visible part of the page. */
  async says(words: string, within = 'body'): Promise<void> {
    await this.page.waitForFunction(
      (words, within) =>
        [...document.querySelectorAll<HTMLElement>(within)].some((one) =>
          one.innerText.replaceAll('\u00a0', ' ').includes(words),
        ),
      { timeout: TIMEOUT_MS, polling: 100 },
      words,
      within,
    );
  }

  async fill(target: Target, text: string, within?: string): Promise<void> {
    await (await this.find(target, within)).type(text);
  }

  /** Runs `action` and returns the file it saves. */
  saved(action: () => Promise<void>): Promise<SavedFile> {
    return newFile(this.#downloads, action);
  }

  /** Answers the next picker that the page opens with a file, which BiDi can't do. */
  async choose(
    name: string,
    bytes: Buffer,
    type: string,
    action: () => Promise<void>,
  ): Promise<void> {
    await this.page.evaluate(answerPicker, name, bytes.toString('base64'), type);
    await action();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await rm(this.#downloads, { recursive: true, force: true });
  }
}

/** Why Firefox isn't tested here; undefined if it is. */
export function noFirefox(): string | undefined {
  const path = firefoxPath();
  if (path === undefined) return 'Firefox isn’t installed (Debian: firefox-esr)';
  if (!hasDisplay()) return 'Firefox draws with WebGL on a display alone, and Xvfb isn’t installed';
  return spawnSync(path, ['--version']).status === 0 ? undefined : 'Firefox doesn’t start';
}
