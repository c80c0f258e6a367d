import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import {
  button,
  dialog,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import {
  box,
  firstAt,
  manyAvatars,
  openSheet,
  scrolledTo,
  scrolledUp,
  sheet,
} from '../support/screens/sheet.ts';

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
    await openApp('/avatar/101', { rows: await manyAvatars() });
    const heading = page.getByRole('heading', { level: 1 });
    await userEvent.keyboard('l');
    await expectVisible(button('Liked'));
    await button('Review with the keyboard').click();
    expect(await findings(['light'])).toEqual([]);
    await userEvent.keyboard('l');
    await expectVisible(button('Like'));
    const first = heading.element().textContent;
    // A key held down deletes nothing more.
    const held = { key: 'Delete', repeat: true, cancelable: true };
    expect(dispatchEvent(new KeyboardEvent('keydown', held))).toBe(false);
    await userEvent.keyboard('{Delete}');
    await expectPath('/avatar/102');
    await expect.element(heading).not.toHaveTextContent(new RegExp(`^${first}$`));
    await expectVisible(page.getByText(`${first} was deleted`));
    await button('Undo').click();
    await expectCount(page.getByText(`${first} was deleted`), 0);
  });

  test('ranges by Shift, by mouse and keys, and what is done with them is undone', async () => {
    await openSheet('/dashboard?sort=oldest');
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
    await expectVisible(main().getByRole('tab', { name: 'My Avatars (1,190)' }));
    expect(await findings(['light'])).toEqual([]);
    await button('Undo').click();
    await expectVisible(main().getByRole('tab', { name: 'My Avatars (1,200)' }));

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
    await expectVisible(page.getByText('1,200 chosen'));
    await userEvent.keyboard('{Escape}');
    await expectCount(page.getByRole('region', { name: 'Selection' }), 0);
  });
});
