import type { Locator } from '@playwright/test';

import { pick } from '../../renderer/engine/styles/shared/random.ts';
import { ROUTES } from '../support/routes.ts';
import { backUp, changeAccount, isLocked, restore } from './accounts.ts';
import { STATE, TIMEOUT, type Action, type User } from './user.ts';

/** Files that a user may pick as a photo: portraits, and others. */
const PHOTOS = [
  ...['mara', 'kenji', 'amara', 'rafael', 'leila', 'finn'].map(
    (name) => `resources/people/${name}.webp`,
  ),
  'package.json',
  'renderer/core/errors.ts',
];
const WORDS = [
  '',
  ' ',
  'Kim',
  'kim@example.com',
  '0',
  '-1',
  '99999999999',
  '<b>x</b>',
  '😀'.repeat(20),
  'a'.repeat(3000),
  '1.2.3',
  "'; --",
] as const;
const KEYS = [
  'Tab',
  'Shift+Tab',
  'Enter',
  'Escape',
  'Space',
  'ArrowLeft',
  'ArrowRight',
  'ArrowDown',
  'Home',
  'End',
  'Control+k',
  'Control+z',
  'Control+Shift+z',
] as const;
const CLICKABLE =
  'button, a[href^="/"], [role=radio], [role=tab], [role=switch], [role=slider], summary, label, input[type=checkbox], input[type=radio]';
const TYPABLE =
  'input[type=text], input[type=email], input[type=search], input[type=number], input[type=password], input:not([type]), textarea';
/**
 * If something prevents a click (the element is covered, or gone), that isn't a failure of the app.
 */
const attempt = (what: string, doing: Promise<unknown>): Promise<string> =>
  doing.then(
    () => what,
    (error: unknown) =>
      `${what} (in vain: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)})`,
  );

async function anyOf(user: User, selector: string): Promise<Locator | undefined> {
  const found = await user.page.locator(selector).filter({ visible: true }).all();
  return found.length === 0 ? undefined : pick(user.random, found);
}

const nameOf = async (locator: Locator): Promise<string> =>
  locator
    .evaluate(
      (element) =>
        `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}'`,
      undefined,
      TIMEOUT,
    )
    .catch(() => 'something');

async function answerWallet({ page, random }: User): Promise<'Approve' | 'Decline' | undefined> {
  const answer = random() < 0.75 ? 'Approve' : 'Decline';
  const button = page.getByRole('dialog').getByRole('button', { name: answer, exact: true });
  if (!(await button.isVisible())) return undefined;
  return button.click(TIMEOUT).then(
    () => answer,
    () => undefined,
  );
}

const visit: Action = async (user) => {
  const { path } = pick(
    user.random,
    ROUTES.filter((route) => !route.path.startsWith('/no/')),
  );
  return attempt(
    `goes to ${path}`,
    user.page.goto(user.appUrl + path.slice(1), {
      waitUntil: user.random() < 0.5 ? 'commit' : 'load',
    }),
  );
};

const click: Action = async (user) => {
  const target = await anyOf(user, CLICKABLE);
  if (!target) return 'finds nothing to click';
  const name = await nameOf(target);
  // A random click on the wallet's own button counts as well. It is counted first, because the
  // click may return late.
  if (name.includes("'Approve'")) user.approvals += 1;
  return attempt(`clicks ${name}`, target.click(TIMEOUT));
};

const type: Action = async (user) => {
  const target = await anyOf(user, TYPABLE);
  if (!target) return 'finds nothing to type into';
  const text = pick(user.random, WORDS);
  return attempt(
    `types ${JSON.stringify(text.slice(0, 30))} into ${await nameOf(target)}`,
    target.fill(text, TIMEOUT),
  );
};

const press: Action = async ({ page, random }) => {
  const key = pick(random, KEYS);
  return attempt(`presses ${key}`, page.keyboard.press(key));
};

const addPhoto: Action = async (user) => {
  const { page, random, appUrl } = user;
  if (!page.url().includes('/customize')) await page.goto(`${appUrl}customize`);
  const photo = pick(random, PHOTOS);
  const choose = async (): Promise<void> => {
    const upload = page
      .getByRole('button', { name: /^(Upload|Replace|Change|Choose).*photo/i })
      .first();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser', TIMEOUT),
      upload.click(TIMEOUT),
    ]);
    await chooser.setFiles(photo);
  };
  return attempt(`picks ${photo}`, choose());
};

const pay: Action = async (user) => {
  const { page, random, appUrl } = user;
  const plan = pick(random, ['basic', 'creator', 'pro']);
  await page.goto(`${appUrl}payment?plan=${plan}`);
  const use = page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' });
  const button = page.getByRole('button', { name: /^Pay .* SOL Now$/ });
  const locked = page.getByRole('heading', { name: 'Your library is locked' });
  await button
    .or(use)
    .or(locked)
    .first()
    .waitFor(STATE)
    .catch(() => undefined);
  if (await isLocked(page)) return `could not pay for ${plan}: the library is locked`;
  if (await use.isVisible()) await use.click(TIMEOUT).catch(() => undefined);
  const asked = await button.click(STATE).then(
    () => true,
    () => false,
  );
  if (!asked) return `could not pay for ${plan}`;
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Approve', exact: true })
    .waitFor(STATE)
    .catch(() => undefined);
  const answer = await answerWallet(user);
  if (answer === 'Approve') user.approvals += 1;
  if (random() < 0.4) await page.reload();
  return `pays for ${plan}: ${answer ?? 'the wallet did not ask'}`;
};

const reload: Action = ({ page }) => attempt('reloads', page.reload({ waitUntil: 'commit' }));
const back: Action = ({ page }) =>
  attempt('goes back', page.goBack({ waitUntil: 'commit', timeout: 5000 }));
const forward: Action = ({ page }) =>
  attempt('goes forward', page.goForward({ waitUntil: 'commit', timeout: 5000 }));
const renew: Action = async (user) => {
  await user.renew();
  return 'closes the tab and opens the app anew';
};
const wait: Action = async ({ page }) => {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1200)));
  return 'waits';
};

/** Weight of each action in a hundred or so. */
const ACTIONS: readonly (readonly [number, Action])[] = [
  [42, click],
  [10, type],
  [8, press],
  [12, visit],
  [5, reload],
  [4, back],
  [2, forward],
  [7, addPhoto],
  [6, pay],
  [2, renew],
  [8, changeAccount],
  [2, backUp],
  [2, restore],
  [6, wait],
];

/** Actions that aren't only random: each has its turn every few steps. */
const IN_TURN: readonly Action[] = [addPhoto, pay, changeAccount, backUp, changeAccount, restore];
const TURN_EVERY = 6;

function chosen(random: User['random'], step: number): Action {
  const turn = step / TURN_EVERY - 1;
  const due = Number.isInteger(turn) ? IN_TURN[turn % IN_TURN.length] : undefined;
  let left = random() * ACTIONS.reduce((sum, [weight]) => sum + weight, 0);
  return due ?? ACTIONS.find(([weight]) => (left -= weight) < 0)?.[1] ?? wait;
}

/** Takes the user's step of this number, from 1. */
export function act(user: User, step: number): Promise<string> {
  // A navigation that an earlier step started may cancel another one.
  const action = chosen(user.random, step);
  return action(user).catch(
    (error: unknown) =>
      `${action.name} stopped: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`,
  );
}
