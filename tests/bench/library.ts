import type { Page } from '@playwright/test';

import { PLANS } from '../../renderer/core/plans.ts';
import { STANDARD_STYLE_IDS } from '../../renderer/core/styles.ts';
import { seedLibrary } from '../e2e/support/seeded-library.ts';
import { median, tableOf } from './figures.ts';
import { withBrowser } from './with-browser.ts';

const AVATARS = PLANS.pro.avatars;
const TURNS = 5;
/** How many window heights are scrolled per turn. */
const SCROLLS = 40;

/** Milliseconds from the input event of `act` until the toolbar shows `words` and it is painted. */
const untilShown = (page: Page, words: string, act: () => Promise<unknown>): Promise<number> =>
  page
    .evaluate((expected) => {
      const bench = globalThis as { shown?: Promise<number>; began?: number };
      delete bench.began;
      for (const type of ['keydown', 'click', 'input', 'change'])
        addEventListener(type, ({ timeStamp }) => (bench.began ??= timeStamp), {
          capture: true,
          once: true,
        });
      bench.shown = new Promise((resolve) => {
        const look = (): void => {
          const now = document.querySelector('search [role=status]')?.textContent;
          if (now === expected && bench.began !== undefined)
            requestAnimationFrame(() => resolve(performance.now() - (bench.began ?? 0)));
          else requestAnimationFrame(look);
        };
        look();
      });
    }, words)
    .then(act)
    .then(() => page.evaluate(() => (globalThis as { shown?: Promise<number> }).shown ?? 0));

/** The main thread's longest task and longest script while scrolling, in ms. */
interface Scrolled {
  readonly task: number;
  readonly script: number;
}

/** Turns the wheel `turns` times, by about a window's height, and waits for a frame each time. */
async function scroll(page: Page, turns: number): Promise<Scrolled> {
  await page.evaluate(() => {
    const seen = { task: 0, script: 0 };
    (globalThis as { seen?: typeof seen }).seen = seen;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const frame of list.getEntries() as (PerformanceEntry & {
        readonly scripts: readonly { readonly duration: number }[];
      })[])
        for (const { duration } of frame.scripts) seen.script = Math.max(seen.script, duration);
    }).observe({ type: 'long-animation-frame' });
  });
  await page.mouse.move(600, 600);
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, 700);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
  return page.evaluate(() => (globalThis as unknown as { seen: Scrolled }).seen);
}

/**
 * Measures the dashboard with as many avatars as the largest plan sells: opening, searching,
 * filtering, scrolling, and coming back.
 */
export async function benchLibrary(): Promise<string> {
  const total = AVATARS.toLocaleString('en');
  const opened: number[] = [];
  const searched: number[] = [];
  const filtered: number[] = [];
  const tasks: number[] = [];
  const scripts: number[] = [];
  let lost = 0;
  await withBrowser(async (browser, sandbox) => {
    const page = await browser.newPage({
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    });
    // tsx makes functions call a helper, `__name`, which doesn't exist in the page.
    await page.addInitScript('globalThis.__name = (named) => named;');
    await page.goto(`${sandbox.appUrl}/dashboard?tab=settings`);
    await seedLibrary(page, AVATARS, {
      styles: STANDARD_STYLE_IDS,
      pictures: 'one',
      inBatch: 100,
    });
    const bar = page.getByRole('search', { name: 'Your avatars' });
    const liked = bar.getByRole('button', { name: 'Liked', exact: true });
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.goto(`${sandbox.appUrl}/dashboard`, { waitUntil: 'commit' });
      const frames = page.getByRole('list', { name: 'Your avatars' }).getByRole('listitem');
      await frames.nth(4).locator('img').first().waitFor();
      opened.push(await page.evaluate(() => performance.now()));

      const field = bar.getByRole('searchbox');
      await field.focus();
      const ending = `${String(turn + 1)}99`;
      for (const at of [1, 2, 3]) {
        const typed = ending.slice(0, at);
        const found = await page.evaluate(
          ({ words, count }) =>
            Array.from({ length: count }, (_, n) => String(n + 1)).filter((name) =>
              name.includes(words),
            ).length,
          { words: typed, count: AVATARS },
        );
        searched.push(
          await untilShown(page, `${found.toLocaleString('en')} of ${total} avatars`, () =>
            page.keyboard.press(ending.charAt(at - 1)),
          ),
        );
      }
      await field.fill('');
      const most = Math.ceil(AVATARS / 7).toLocaleString('en');
      filtered.push(
        await untilShown(page, `${most} of ${total} avatars`, () => liked.click()),
        await untilShown(page, `${total} avatars`, () => liked.click()),
      );

      const scrolled = await scroll(page, SCROLLS);
      tasks.push(scrolled.task);
      scripts.push(scrolled.script);

      // Scroll far down, open an avatar, and come back.
      const before = await frames.first().textContent();
      await page.evaluate((by) => scrollBy(0, by), 40_000 * (turn + 1));
      await page.waitForFunction(
        (first) =>
          document.querySelector('main li[data-at]')?.textContent !== first &&
          document.querySelectorAll('main li img[src^="blob:"]').length > 4,
        before,
      );
      const name = (await page.getByRole('link', { name: /^View/ }).nth(4).textContent()) ?? '';
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('button', { name: 'Download HD' }).waitFor();
      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
      const back = page.getByRole('link', { name, exact: true });
      await back.waitFor();
      const box = await back.boundingBox();
      if (!box || box.y < 0 || box.y > 900) lost += 1;
    }
  });
  const line = (what: string, times: readonly number[]): string =>
    `| ${what} | ${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`;
  return tableOf(`## Library of ${total} avatars`, '| | median ms | longest ms |', [
    line('address to the first frames with their pictures', opened),
    line('a key in the search, to the frames it leaves', searched),
    line('a filter, to the frames it leaves', filtered),
    line(`the longest task while scrolling ${String(SCROLLS)} windows (none: under 50)`, tasks),
    line('the longest script among them', scripts),
    '',
    `Back from an avatar, its frame was in the window ${String(TURNS - lost)} of ${String(TURNS)} times.`,
  ]);
}
