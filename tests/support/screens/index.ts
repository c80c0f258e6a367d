import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

export { findings } from './findings.ts';
export { openApp, type App } from './open-app.ts';
export { problems } from './problems.ts';

export const main = (): Locator => page.getByRole('main');
export const banner = (): Locator => page.getByRole('banner');

/** Waits until as many elements are there. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length, { message: locator.selector }).toBe(count);

/** Waits until the elements read so, in order. */
export const expectTexts = (locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> =>
  expect
    .poll(() => locator.elements().map((element) => element.textContent.trim()))
    .toEqual(
      texts.map((text) =>
        typeof text === 'string' ? text : (expect.stringMatching(text) as string),
      ),
    );

/** Waits until the app stands at an address. */
export const expectPath = (path: string | RegExp): Promise<void> =>
  expect
    .poll(() => location.pathname + location.search)
    .toEqual(typeof path === 'string' ? path : expect.stringMatching(path));

/** Waits until the screen shows a link to an address. */
export const expectLinkTo = (path: string): Promise<void> =>
  expect
    .poll(() =>
      [...document.querySelectorAll(`main a[href="${path}"]`)].some((link) =>
        link.checkVisibility(),
      ),
    )
    .toBe(true);
