/**
 * `npm run soak`: a seeded random user in a real browser on the sandbox, for some minutes. After
 * every step the app must still work, and orders, credits and the chain must agree.
 *
 *   npm run soak -- --minutes 10 --seed 7 --trail
 *
 * The seed determines what is tried, but not how fast the app and the chain are. The trail lists
 * what was done.
 */
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';

import { rngOf } from '../../renderer/engine/styles/shared/random.ts';
import { withBrowser } from '../bench/with-browser.ts';
import { stuck } from '../soak/accounts.ts';
import { act } from '../soak/actions.ts';
import { troubles } from '../soak/state.ts';
import type { User } from '../soak/user.ts';
import { minutes } from '../support/timeouts.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    trail: { type: 'boolean', default: false },
  },
});
const duration = Number(values.minutes);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32)) >>> 0;

/** After this long without input, with its account open, nothing may still be running. */
const STUCK_MS = minutes(3);
/** A run of at least this many minutes fails if one of the counted actions never took part. */
const LONG_MINUTES = 10;

/** The browser's errors for requests that leaving the page cut off; not errors of the app. */
const CUT_OFF = /net::ERR_(ABORTED|NETWORK_CHANGED)/;

async function browse(context: BrowserContext, appUrl: string, wrong: string[]): Promise<User> {
  // Answers every other host here, since tests must not leave this machine.
  await context.route(
    (url) => url.protocol.startsWith('http') && url.hostname !== '127.0.0.1',
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' }),
  );
  context.on('console', (message) => {
    if (message.type() === 'error' && !CUT_OFF.test(message.text()))
      wrong.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) =>
    wrong.push(`uncaught: ${error.error().stack ?? error.error().message}`),
  );

  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(minutes(1));
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    page.on('crash', () => wrong.push('the page crashed'));
    await page.goto(appUrl);
    return page;
  };
  const user: User = {
    page: await open(),
    random: rngOf(seed, 'soak'),
    approvals: 0,
    accounts: new Set(),
    counts: { locks: 0, unlocks: 0, switches: 0, backups: 0, restores: 0 },
    appUrl,
    async renew() {
      await user.page.close();
      user.page = await open();
    },
  };
  return user;
}

/** Recognises error pages, and empty pages, which lack their main part. */
async function seemsBroken(page: Page): Promise<string | undefined> {
  await page.waitForLoadState('domcontentloaded', { timeout: minutes(1) });
  const main = page.locator('main');
  const isEmpty = await main.waitFor({ state: 'attached', timeout: minutes(1) }).catch(() => true);
  if (isEmpty) return `an empty page at ${page.url()}`;
  const text = await page.locator('body').innerText({ timeout: minutes(1) });
  if (text.includes('Unexpected Application Error!')) return `an error page at ${page.url()}`;
  return undefined;
}

async function soak(): Promise<readonly string[]> {
  const wrong: string[] = [];
  const trail: string[] = [];
  await withBrowser(
    async (browser, sandbox) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
      });
      const user = await browse(context, new URL('/', sandbox.appUrl).href, wrong);
      const end = Date.now() + duration * 60_000;
      const check = async (): Promise<void> => {
        const broken = await seemsBroken(user.page);
        if (broken !== undefined) wrong.push(broken);
        wrong.push(...(await troubles(user.page, sandbox, user.approvals)));
      };
      while (Date.now() < end && wrong.length === 0) {
        trail.push(
          `${String(trail.length + 1)}. ${await act(user, trail.length + 1)}  [${new URL(user.page.url()).pathname}]`,
        );
        // Going back from the first page leaves the app, and there nothing can be read.
        if (!user.page.url().startsWith(user.appUrl)) await user.renew();
        // A step may end during a navigation, when there is no page to check.
        await check().catch(async () => {
          await user.page.waitForLoadState('load', { timeout: minutes(1) });
          await check();
        });
      }
      console.log(`${String(trail.length)} steps, ${String(user.approvals)} payments approved`);
      console.log(JSON.stringify(user.counts));
      if (duration >= LONG_MINUTES)
        for (const [what, count] of Object.entries(user.counts))
          if (count === 0) wrong.push(`none of the ${what} took part`);
      if (wrong.length === 0) {
        await user.renew();
        wrong.push(...(await stuck(user, STUCK_MS)));
      }
    },
    () => console.log('building the app'),
  );
  if (values.trail || wrong.length > 0)
    console.log((values.trail ? trail : trail.slice(-40)).join('\n'));
  return wrong;
}

console.log(`seed ${String(seed)}, ${String(duration)} min`);
const wrong = await soak();
for (const each of wrong) console.log(`✗ ${each}`);
console.log(
  wrong.length === 0
    ? `nothing went wrong (seed ${String(seed)})`
    : `again with: npm run soak -- --seed ${String(seed)}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
