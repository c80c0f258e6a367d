import { describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import type { Recipe } from '../../renderer/core/avatars.ts';
import type { Write } from '../../renderer/ports/store.ts';
import { exampleAvatar } from '../support/example-rows.ts';
import {
  button,
  dialog,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
  type App,
} from '../support/screens/index.ts';
import { plainPicture } from '../support/screens/picture-engine.ts';
import { steady } from '../support/screens/steady.ts';
import { GENESIS } from '../support/scripted-chain.ts';

const guest = { profileId: 'guest', genesis: GENESIS };

/** 'Artistic 1' is the newest. Every third is Modern, every fifth is liked. They share a picture. */
async function manyAvatars(count: number): Promise<Write[]> {
  const full = await plainPicture('teal');
  return Array.from({ length: count }, (_none, n): Write[] => {
    const made = exampleAvatar(guest, `uid-${String(n)}`, {
      id: 101 + n,
      name: `Artistic ${String(n + 1)}`,
      createdAt: Date.now() - n * 60_000,
      liked: n % 5 === 0,
      batchId: `batch ${String(Math.floor(n / 100)).padStart(3, '0')}`,
    });
    const recipe: Recipe = { ...made.recipe, style: n % 3 === 0 ? 'modern' : 'artistic' };
    return [
      { table: 'avatars', put: { ...made, recipe } },
      { table: 'pictures', put: { ...guest, uid: made.uid, full, thumb: full } },
    ];
  }).flat();
}

const sheet = (): Locator => page.getByRole('list', { name: 'Your avatars' });

/** The checkbox of an avatar, by its whole name. */
const box = (name: string): Locator => page.getByRole('checkbox', { name, exact: true });

/** The index of the first rendered frame. */
const firstAt = (): number =>
  Number(sheet().getByRole('listitem').elements()[0]?.getAttribute('data-at') ?? NaN);

/** Scrolls there again and again until it has arrived, because rows are measured on the way. */
const scrolledTo = (y: () => number, there: () => boolean): Promise<void> =>
  expect
    .poll(() => {
      scrollTo(0, y());
      return there();
    })
    .toBe(true);

/** Scrolls to the sheet's beginning. */
const scrolledUp = (): Promise<void> =>
  scrolledTo(
    () => 0,
    () => scrollY === 0 && firstAt() === 0,
  );

/** Opens the sheet of so many avatars, at its beginning. */
async function openSheet(path = '/dashboard', count = 1_200): Promise<App> {
  const app = await openApp(path, { rows: await manyAvatars(count) });
  const name = `My Avatars (${count.toLocaleString('en')})`;
  await expectVisible(main().getByRole('tab', { name }));
  // The tab restores the previous test's scroll position at some later time.
  await scrolledUp();
  return app;
}

/** The names of the rendered frames. */
const shown = (): string[] =>
  sheet()
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent.replace(' Liked', ''));

describe('a sheet of thousands', () => {
  test('only the frames near the window are there; search, filters and order stand in the address', async () => {
    const app = await openSheet();
    expect(shown().length).toBeLessThan(60);
    expect(await findings()).toEqual([]);
    await page.getByLabelText('Search your avatars').fill('artistic 999');
    await expectVisible(page.getByText('1 of 1,200 avatars'));
    await page.getByLabelText('Search your avatars').fill('');
    await page.getByLabelText('Style').selectOptions('Modern');
    await button('Liked').click();
    await page.getByLabelText('Sort by').selectOptions('By name');
    await expectVisible(page.getByText('80 of 1,200 avatars'));
    await expect
      .poll(() => shown().slice(0, 3))
      .toEqual(['Artistic 1', 'Artistic 16', 'Artistic 31']);
    await expectPath('/dashboard?sort=name&style=modern&liked=1');
    await app.reopen();
    await expectVisible(page.getByText('80 of 1,200 avatars'));
    await page.getByLabelText('Search your avatars').fill('nobody');
    await expectVisible(page.getByText('No avatars match'));
    expect(await findings()).toEqual([]);
    await button('Show all 1,200').click();
    await expectPath('/dashboard?sort=name');
  });

  test('in a wider window its rows are measured anew, without a word in the console', async () => {
    const warned = vi.spyOn(console, 'warn');
    await page.viewport(390, 844);
    await openSheet('/dashboard?style=modern');
    // So few that a wider window has fewer rows.
    await page.getByLabelText('Search your avatars').fill('artistic 119');
    await expectCount(sheet().getByRole('listitem'), 3);
    const tops = (): Set<number> =>
      new Set(
        sheet()
          .getByRole('listitem')
          .elements()
          .map((item) => item.getBoundingClientRect().top),
      );
    await expect.poll(() => tops().size).toBe(2);
    await page.viewport(1440, 900);
    await expect.poll(() => tops().size).toBe(1);
    expect(warned.mock.calls).toEqual([]);
  });

  test('an avatar goes on through the same query, and back to its frame', async () => {
    await openSheet('/dashboard?sort=oldest&liked=1');
    await scrolledTo(
      () => document.documentElement.scrollHeight / 2,
      () => firstAt() > 50,
    );
    const frames = sheet().getByRole('link', { name: /^View/ });
    const middle = frames.elements()[frames.elements().length >> 1];
    const name = middle?.textContent.replace('View ', '') ?? '';
    (middle as HTMLElement).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent(name);
    await expectVisible(page.getByText(/ of 240$/));
    expect(await findings(['light'])).toEqual([]);
    const number = (text: string): number => Number(/\d+$/.exec(text)?.[0]);
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(heading).toHaveTextContent(`Artistic ${String(number(name) + 5)}`);
    // An avatar unliked here stays in the row.
    await button('Liked').click();
    await button('Next').click();
    await expect.element(heading).toHaveTextContent(`Artistic ${String(number(name) + 10)}`);
    await expect.element(button('Next')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(heading).toHaveTextContent(name);
    await main().getByRole('link', { name: 'Back to Dashboard' }).click();
    await expectPath('/dashboard?sort=oldest&liked=1');
    const link = sheet().getByRole('link', { name: `View ${name}`, exact: true });
    await expect.element(link).toHaveFocus();
    await expect.element(link).toBeInViewport();
  });

  test('is picked from by keys: liked, deleted, brought back', async () => {
    await openApp('/avatar/101', { rows: await manyAvatars(3) });
    const heading = page.getByRole('heading', { level: 1 });
    await button('Next').click();
    await button('Next').click();
    await expect.element(button('Next')).toHaveAttribute('aria-disabled');
    await expect.element(button('Next')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await userEvent.keyboard('l');
    await expectVisible(button('Liked'));
    const review = button('Review with the keyboard');
    await review.click();
    expect(await findings(['light'])).toEqual([]);
    await userEvent.keyboard('l');
    await expectVisible(button('Like'));
    await expect.element(review).toHaveFocus();
    const first = heading.element().textContent;
    // A key held down deletes nothing more.
    const held = { key: 'Delete', repeat: true, cancelable: true };
    expect(dispatchEvent(new KeyboardEvent('keydown', held))).toBe(false);
    await userEvent.keyboard('{Delete}');
    await expectPath('/avatar/102');
    await expect.element(review).toHaveFocus();
    await expect.element(heading).not.toHaveTextContent(new RegExp(`^${first}$`));
    await expectVisible(page.getByText(`${first} was deleted`));
    await button('Undo').click();
    await expectCount(page.getByText(`${first} was deleted`), 0);
    await userEvent.keyboard('{Escape}');
    await expect.element(review).toHaveAttribute('aria-pressed', 'false');
  });

  test('Delete on a frame gives the next one the focus and begins no selection', async () => {
    await openSheet('/dashboard', 3);
    const view = (name: string): Locator => sheet().getByRole('link', { name: `View ${name}` });
    await view('Artistic 2').click();
    await main().getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect.element(view('Artistic 2')).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    await expectVisible(page.getByText('Artistic 2 was deleted'));
    await expect.element(view('Artistic 3')).toHaveFocus();
    await expectCount(sheet().getByRole('checkbox'), 0);
  });

  test('ranges by Shift, by mouse and keys, and what is done with them is undone', async () => {
    await openSheet('/dashboard?sort=oldest', 300);
    await button('Select').click();
    await expect.element(button('Select')).toHaveAttribute('aria-pressed', 'true');
    await scrolledUp();
    await expectVisible(box('Artistic 2'));
    await box('Artistic 2').click();
    await box('Artistic 6').click({ modifiers: ['Shift'] });
    await expectVisible(page.getByText('5 chosen'));
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
    await expectVisible(page.getByText('10 chosen'));
    await expect.element(box('Artistic 11')).toHaveFocus();
    expect(await findings()).toEqual([]);

    await button('Rename…').click();
    await page.getByLabelText('Name', { exact: true }).fill('Team');
    await dialog('Rename 10 avatars').getByRole('button', { name: 'Rename' }).click();
    await expectVisible(box('Team 10'));
    await button('Undo').click();
    await expectVisible(box('Artistic 2'));

    await button('Delete').click();
    await expectVisible(page.getByText('10 avatars were deleted'));
    await expectVisible(main().getByRole('tab', { name: 'My Avatars (290)' }));
    expect(await findings(['light'])).toEqual([]);
    await button('Undo').click();
    await expectVisible(main().getByRole('tab', { name: 'My Avatars (300)' }));

    await expect.element(button('Compare two')).toBeDisabled();
    await box('Artistic 1').click();
    await box('Artistic 4').click();
    await button('Compare two').click();
    const compare = dialog('Which is better?');
    await expectCount(compare.getByRole('button', { name: /^Look closer at Artistic [14]$/ }), 2);
    await compare.getByRole('button', { name: 'Like Artistic 4' }).click();
    await expect
      .element(compare.getByRole('button', { name: 'Liked Artistic 4' }))
      .toHaveAttribute('aria-pressed', 'true');
    expect(await findings()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await button('Choose none').click();

    await box('Artistic 1').click();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expectVisible(page.getByText('300 chosen'));
    await userEvent.keyboard('{Escape}');
    await expectCount(page.getByRole('region', { name: 'Selection' }), 0);
  });
});

const small = async (): Promise<void> => {
  await openSheet('/dashboard?sort=oldest', 300);
  await page.getByRole('radio', { name: 'Small' }).click();
  // The second row is just below the upper bars, so that the third is far from the lower ones,
  // beyond which the sheet scrolls. It has come to rest: rows are measured, and no scroll
  // position is restored any more.
  const secondRow = (): number => cell(8).getBoundingClientRect().top;
  const still = steady(secondRow);
  await scrolledTo(
    () => 460,
    () => still() && scrollY === 460 && firstAt() === 0 && secondRow() > 220,
  );
};
const cell = (at: number): Element => {
  const found = sheet()
    .element()
    .querySelector(`[data-at="${String(at)}"]`);
  if (!found) throw new Error(`frame ${String(at)} isn’t rendered`);
  return found;
};
const chosen = async (count: number): Promise<void> => {
  await expectVisible(page.getByText(`${String(count)} chosen`, { exact: true }));
};

/** A pointer that is pressed on a frame's edge print; then it goes to places of the window. */
const press = (at: number, pointerType: 'mouse' | 'pen' | 'touch') => {
  const from = cell(at).getBoundingClientRect();
  const [x, y] = [from.left + 20, from.top + 5];
  const fire = (type: string, clientX: number, clientY: number, more?: PointerEventInit) =>
    document.elementFromPoint(x, y)?.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        composed: true,
        isPrimary: true,
        pointerId: 7,
        pointerType,
        buttons: type === 'pointerup' ? 0 : 1,
        clientX,
        clientY,
        ...more,
      }),
    );
  fire('pointerdown', x, y);
  return {
    to: (x: number, y: number, more?: PointerEventInit) => fire('pointermove', x, y, more),
    /** To the middle of a frame. */
    over: (other: number, more?: PointerEventInit) => {
      const { left, top, width, height } = cell(other).getBoundingClientRect();
      fire('pointermove', left + width / 2, top + height / 2, more);
    },
    release: (x = 0, y = 0) => fire('pointerup', x, y),
  };
};

describe('a drag over the sheet', () => {
  test('frames are ticked, also from unticked pictures; the keys go on from there', async () => {
    await small();
    // With the real mouse, from the film's edge to a caption two rows below.
    await userEvent.dragAndDrop(cell(9), cell(19), {
      sourcePosition: { x: 20, y: 4 },
      targetPosition: { x: 60, y: 8 },
    });
    await chosen(6);
    await expectPath('/dashboard?sort=oldest');
    expect(getSelection()?.toString()).toBe('');
    for (const at of [9, 10, 11, 17, 18, 19])
      await expect.element(box(`Artistic ${String(at + 1)}`)).toBeChecked();
    expect(await findings(['light'])).toEqual([]);
    // Over pictures now, whose release counts as no click; the first drag's frames stay ticked.
    await userEvent.dragAndDrop(cell(12), cell(13), {
      sourcePosition: { x: 40, y: 60 },
      targetPosition: { x: 40, y: 60 },
    });
    await chosen(8);
    await userEvent.dragAndDrop(cell(14), cell(14), {
      sourcePosition: { x: 20, y: 60 },
      targetPosition: { x: 60, y: 100 },
    });
    await chosen(9);
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await chosen(10);
  });

  test('Ctrl switches them, and Escape ends a drag without a change', async () => {
    await small();
    const first = press(9, 'mouse');
    first.over(19);
    await chosen(6);
    first.over(17);
    await chosen(2);
    first.over(11);
    await chosen(3);
    first.release();
    const second = press(10, 'mouse');
    second.over(12, { ctrlKey: true });
    await expect.element(box('Artistic 13')).toBeChecked();
    await chosen(2);
    await userEvent.keyboard('{Escape}');
    await chosen(3);
    second.over(19);
    second.release();
    await chosen(3);
  });

  test('the sheet scrolls while the pointer is beyond its edge, and keeps what left the window', async () => {
    await small();
    const drag = press(8, 'mouse');
    drag.to(innerWidth - 40, innerHeight - 2);
    await expect.poll(firstAt).toBeGreaterThan(64);
    drag.to(innerWidth - 40, innerHeight / 2);
    const count = (): number =>
      Number(/^([\d,]+) chosen/.exec(page.getByText(/ chosen$/).element().textContent)?.[1]);
    await expect.poll(count).toBeGreaterThan(64);
    expect(count() % 8).toBe(0);
    const y = scrollY;
    drag.to(innerWidth - 40, 100);
    await expect.poll(() => scrollY).toBeLessThan(y - 200);
    await expect.poll(count).toBeLessThan(64);
    drag.release();
    // What was chosen last is on its way to the screen.
    await expect.poll(steady(count)).toBe(true);
    const rest = count();
    await scrolledTo(
      () => 200,
      () => scrollY === 200 && firstAt() === 0,
    );
    await expect.element(box('Artistic 9')).toBeChecked();
    await expect.element(box('Artistic 8')).not.toBeChecked();
    await chosen(rest);
  });

  test('a finger never selects, and a pen only while selecting', async () => {
    await small();
    const selection = (): number =>
      page.getByRole('region', { name: 'Selection' }).elements().length;
    for (const kind of ['touch', 'pen'] as const) {
      const drag = press(9, kind);
      drag.over(19);
      drag.release();
    }
    const beside = press(9, 'mouse');
    beside.release();
    expect(selection()).toBe(0);
    await button('Select').click();
    const finger = press(9, 'touch');
    finger.over(19);
    finger.release();
    await expectVisible(page.getByText('Choose avatars', { exact: true }));
    const pen = press(9, 'pen');
    pen.over(19);
    await chosen(6);
    pen.release();
    await chosen(6);
  });
});
