import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';

import { minutes } from '../../support/patience.ts';
import { hasDisplay, onPath } from '../support/display.ts';

/** For one thing to happen: a batch of twelve avatars takes the longest. */
const PATIENCE_MS = minutes(2);

/** A Firefox that is installed, or named in LIKENESS_FIREFOX. */
export const firefoxPath = (): string | undefined =>
  [
    process.env['LIKENESS_FIREFOX'],
    onPath('firefox-esr', 'firefox'),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ].find((path) => path !== undefined && existsSync(path));

/** What is pressed or looked at: a CSS selector, and words that it or its label say. */
export interface Target {
  readonly css: string;
  readonly words?: string | RegExp;
}
export const button = (words: string | RegExp): Target => ({ css: 'button', words });
export const link = (words: string | RegExp): Target => ({ css: 'a', words });
export const radio = (words: string | RegExp): Target => ({ css: 'input[type=radio]', words });

/** The app in Firefox, driven by WebDriver BiDi. */
export class FirefoxApp {
  readonly page: Page;
  readonly errors: string[] = [];
  readonly #browser: Browser;
  readonly #appUrl: string;

  private constructor(browser: Browser, page: Page, appUrl: string) {
    this.#browser = browser;
    this.page = page;
    this.#appUrl = appUrl;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  static async open(appUrl: string, shownOn: string): Promise<FirefoxApp> {
    const executablePath = firefoxPath();
    if (executablePath === undefined) throw new Error('Firefox isn’t installed.');
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: false,
      timeout: PATIENCE_MS,
      env: { ...process.env, DISPLAY: shownOn },
      extraPrefsFirefox: {
        'webgl.force-enabled': true,
      },
    });
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    return new FirefoxApp(browser, page, appUrl);
  }

  get version(): Promise<string> {
    return this.#browser.version();
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#appUrl).href);
  }

  /** Waits for the first that is shown, enabled, and says the words, by its text or its label. */
  async find({ css, words }: Target, within = 'body'): Promise<ElementHandle<HTMLElement>> {
    const handle = await this.page.waitForFunction(
      (css, source, flags, within) => {
        const says = new RegExp(source, flags);
        const shown = (one: HTMLElement): boolean => one.getClientRects().length > 0;
        for (const root of document.querySelectorAll(within))
          for (const one of root.querySelectorAll<HTMLElement>(css)) {
            const label =
              'labels' in one ? (one.labels as NodeListOf<HTMLElement> | null)?.[0] : null;
            const told = [one.getAttribute('aria-label'), label?.innerText, one.textContent];
            const off = one.matches(':disabled, [aria-disabled=true]');
            if (!off && shown(label ?? one) && told.some((text) => text && says.test(text.trim())))
              return one;
          }
        return undefined;
      },
      { timeout: PATIENCE_MS, polling: 100 },
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
    // By the element itself: an input that lies unseen under its picture has no point of its own.
    await found.evaluate((one) => one.click());
  }

  /** Waits for words anywhere in the part of the page that is shown. */
  async says(words: string, within = 'body'): Promise<void> {
    await this.page.waitForFunction(
      (words, within) =>
        [...document.querySelectorAll<HTMLElement>(within)].some((one) =>
          one.innerText.includes(words),
        ),
      { timeout: PATIENCE_MS, polling: 100 },
      words,
      within,
    );
  }

  /** Hands a file to the next picker that the page opens, which BiDi can't answer. */
  async choose(
    name: string,
    bytes: Buffer,
    type: string,
    action: () => Promise<void>,
  ): Promise<void> {
    await this.page.evaluate(
      (name, base64, type) => {
        const { prototype } = HTMLInputElement;
        const open: (this: HTMLInputElement) => void = Reflect.get(prototype, 'click');
        prototype.click = function () {
          if (this.type !== 'file') {
            open.call(this);
            return;
          }
          prototype.click = open;
          const given = new DataTransfer();
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          given.items.add(new File([bytes], name, { type }));
          this.files = given.files;
          this.dispatchEvent(new Event('change', { bubbles: true }));
        };
      },
      name,
      bytes.toString('base64'),
      type,
    );
    await action();
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** Why Firefox isn't tested here; undefined where it is. */
export function noFirefox(): string | undefined {
  const path = firefoxPath();
  if (path === undefined) return 'Firefox isn’t installed (Debian: firefox-esr)';
  if (!hasDisplay()) return 'Firefox draws with WebGL on a display alone, and Xvfb isn’t installed';
  return spawnSync(path, ['--version']).status === 0 ? undefined : 'Firefox doesn’t start';
}
