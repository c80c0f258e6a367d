import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { findings } from './findings.ts';
import type { App } from './open-app.ts';

export { findings, pageFindings } from './findings.ts';
export { openApp, type App, type Opened } from './open-app.ts';
export { problems } from './problems.ts';

export const main = (): Locator => page.getByRole('main');
export const banner = (): Locator => page.getByRole('banner');
/** A button of the screen, by its whole name. */
export const button = (name: string | RegExp): Locator =>
  main().getByRole('button', { name, exact: true });

export const dialog = (name: string): Locator => page.getByRole('dialog', { name });

/** Waits until the element is visible. */
export const expectVisible = (locator: Locator): Promise<unknown> =>
  expect.element(locator).toBeVisible();

/** Waits until this many elements exist. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length, { message: locator.selector }).toBe(count);

const alike = (texts: readonly (string | RegExp)[]): unknown[] =>
  texts.map((text): unknown => (typeof text === 'string' ? text : expect.stringMatching(text)));

/** Waits until the elements have these texts, in order. */
export const expectTexts = (locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> =>
  expect
    .poll(() => locator.elements().map((element) => element.textContent.trim()))
    .toEqual(alike(texts));

/** Waits until the app is at an address. */
export const expectPath = (path: string | RegExp): Promise<void> =>
  expect
    .poll(() => location.pathname + location.search)
    .toEqual(typeof path === 'string' ? path : expect.stringMatching(path));

/** Waits until the link with this name leads to an address. */
export const expectLink = (
  name: string,
  path: string | RegExp,
  within = main(),
): Promise<unknown> =>
  expect
    .element(within.getByRole('link', { name }))
    .toHaveAttribute('href', typeof path === 'string' ? path : expect.stringMatching(path));

/** Waits until the files with these names are saved, in order, and no others. */
export const expectSaved = (
  device: App['device'],
  names: readonly (string | RegExp)[],
): Promise<void> => expect.poll(() => device.saved.map(({ name }) => name)).toEqual(alike(names));

/** Waits until the screen shows a link to an address. */
export const expectLinkTo = (path: string): Promise<void> =>
  expect
    .poll(() =>
      [...document.querySelectorAll(`main a[href="${path}"]`)].some((link) =>
        link.checkVisibility(),
      ),
    )
    .toBe(true);

/** More tab stops than any page has before its content ends. */
const MOST_STOPS = 80;

/** Presses Tab until the element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await expectVisible(target);
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await userEvent.tab();
    if (target.element() === document.activeElement) return;
  }
  throw new Error(`Tab never came to ${target.selector}`);
}

/** Opens a dialog with its button, checks it, and closes it with the keyboard. */
export async function openDialog(name: string, title: string): Promise<void> {
  await button(name).first().click();
  await expectVisible(dialog(title));
  expect(await findings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expectCount(page.getByRole('dialog'), 0);
  await expect.element(button(name).first()).toHaveFocus();
}

/** Lets the test put the clock forward, with its timers. Left alone, the clock goes on by itself. */
export function fakeTime(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** For a whole file: each test begins without a share sheet, which Chromium has on some systems. */
export function withoutShareSheet(): void {
  beforeEach(() => {
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(navigator, 'canShare');
  });
}
