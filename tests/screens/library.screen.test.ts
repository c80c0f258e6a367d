import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import type { Recipe } from '../../renderer/core/avatars.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Write } from '../../renderer/ports/store.ts';
import { exampleAvatar } from '../support/example-rows.ts';
import {
  button,
  dialog,
  expectCount,
  expectLinkTo,
  expectPath,
  findings,
  main,
  openApp,
  openDialog,
  withoutShareSheet,
  type App,
} from '../support/screens/index.ts';
import { plainPicture } from '../support/screens/picture-engine.ts';
import { avatars, paid } from '../support/screens/rows.ts';
import { GENESIS } from '../support/scripted-chain.ts';

const guest = { profileId: 'guest', genesis: GENESIS };

withoutShareSheet();
afterEach(() => {
  vi.useRealTimers();
});

describe('the dashboard of samples', () => {
  test('three figures, two tabs and a card for each', async () => {
    const { device } = await openApp('/dashboard');
    await expect.element(main().getByRole('tab', { name: 'My Avatars (6)' })).toBeVisible();
    await expect.element(main().getByRole('tab', { name: 'Settings' })).toBeVisible();
    for (const label of ['completed avatars', 'remaining credits', 'total downloads'])
      await expect.element(main().getByText(label).first()).toBeVisible();
    await expect.element(main().getByText('2,847', { exact: true })).toBeVisible();
    await expectCount(main().getByText('Ready', { exact: true }), 5);
    await expectCount(main().getByText('Processing', { exact: true }), 1);
    await expect
      .element(main().getByRole('link', { name: 'Create New Avatar' }).first())
      .toHaveAttribute('href', '/customize');
    await main()
      .getByRole('button', { name: /^Download/ })
      .first()
      .click();
    await expect
      .poll(() => device.saved.map(({ name }) => name))
      .toEqual([expect.stringMatching(/^\w+_avatar\.jpg$/)]);
    await main().getByRole('link', { name: /^View/ }).first().click();
    await expectPath('/avatar/1');
  });

  test('the one that is processing counts down 15 to 20 seconds, then is Ready', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    await openApp('/dashboard');
    const left = main().getByText(/ready in \d+ s/);
    const seconds = (): number => Number(/ready in (\d+) s/.exec(left.element().textContent)?.[1]);
    await expect.element(left).toBeVisible();
    const first = seconds();
    expect(first).toBeGreaterThanOrEqual(10);
    expect(first).toBeLessThanOrEqual(20);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.poll(seconds).toBeLessThanOrEqual(first - 4);
    await vi.advanceTimersByTimeAsync(16_000);
    await expectCount(main().getByText('Ready', { exact: true }), 6);
    await expectCount(main().getByText('Processing', { exact: true }), 0);
  });

  test('a file that can’t be saved is reported where it was asked for', async () => {
    await openApp('/dashboard', {
      ports: ({ downloads }) => ({
        downloads: {
          ...downloads,
          save: () => Promise.reject(new LikenessError('download-failed')),
        },
      }),
    });
    await main()
      .getByRole('button', { name: /^Download/ })
      .first()
      .click();
    await expect
      .element(main().getByRole('alert'))
      .toHaveTextContent('The picture could not be saved.');
    expect(await findings(['light'])).toEqual([]);
  });
});

describe('the dashboard of own avatars', () => {
  test('credits without a picture lead to a photo, over an empty frame', async () => {
    await openApp('/dashboard', { rows: paid('basic').rows });
    await expect.element(page.getByText('1,000 credits are ready')).toBeVisible();
    await expect
      .element(page.getByRole('list', { name: 'Your avatars' }).getByText('Next avatar'))
      .toBeVisible();
    await expectLinkTo('/customize');
  });

  test('several are chosen and saved together', async () => {
    const { device } = await openApp('/dashboard', { rows: await avatars(3) });
    await expect.element(main().getByRole('tab', { name: 'My Avatars (3)' })).toBeVisible();
    await button('Select').click();
    await button('Choose all 3').click();
    await expect.element(page.getByText('3 chosen')).toBeVisible();
    expect(await findings()).toEqual([]);
    await main()
      .getByRole('button', { name: /^Save 3/ })
      .click();
    await expect
      .poll(() => device.saved.map(({ name }) => name))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^Realistic_1_avatar/)]));
    await page.getByRole('checkbox').first().click();
    await button('Mint as NFT').click();
    await expectPath(/^\/nft-minting\?several=\d+,\d+$/);
    const ticked = main().getByRole('checkbox', {
      name: /^Realistic \d, Realistic$/,
      checked: true,
    });
    await expectCount(ticked, 2);
  });

  describe('of thousands', () => {
    const MANY = 1_200;
    /** Every third avatar is Modern and every fifth is liked. They share a picture. */
    const many = async (): Promise<Write[]> => {
      const full = await plainPicture('teal');
      return Array.from({ length: MANY }, (_none, n): Write[] => {
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
    };
    const sheet = (): Locator => page.getByRole('list', { name: 'Your avatars' });
    const shown = (): string[] =>
      sheet()
        .getByRole('heading')
        .elements()
        .map(({ textContent }) => textContent.replace(' Liked', ''));
    /** The index of the first rendered frame. */
    const firstAt = (): number =>
      Number(sheet().getByRole('listitem').elements()[0]?.getAttribute('data-at') ?? NaN);
    const scrolledTo = (y: () => number, there: () => boolean): Promise<void> =>
      expect
        .poll(() => {
          scrollTo(0, y());
          return there();
        })
        .toBe(true);
    const opened = async (path = '/dashboard'): Promise<App> => {
      const app = await openApp(path, { rows: await many() });
      await expect.element(main().getByRole('tab', { name: 'My Avatars (1,200)' })).toBeVisible();
      // The tab restores the previous test's scroll position at some later time.
      await scrolledTo(
        () => 0,
        () => scrollY === 0 && firstAt() === 0,
      );
      return app;
    };

    test('only the frames near the window are there; search, filters and order stand in the address', async () => {
      const app = await opened();
      expect(shown().length).toBeLessThan(60);
      expect(await findings()).toEqual([]);
      await page.getByLabelText('Search your avatars').fill('artistic 999');
      await expect.element(page.getByText('1 of 1,200 avatars')).toBeVisible();
      await page.getByLabelText('Search your avatars').fill('');
      await page.getByLabelText('Style').selectOptions('Modern');
      await button('Liked').click();
      await page.getByLabelText('Sort by').selectOptions('By name');
      await expect.element(page.getByText('80 of 1,200 avatars')).toBeVisible();
      expect(shown().slice(0, 3)).toEqual(['Artistic 1', 'Artistic 16', 'Artistic 31']);
      await expectPath('/dashboard?sort=name&style=modern&liked=1');
      await app.reopen();
      await expect.element(page.getByText('80 of 1,200 avatars')).toBeVisible();
      await page.getByLabelText('Search your avatars').fill('nobody');
      await expect.element(page.getByText('No avatars match')).toBeVisible();
      expect(await findings()).toEqual([]);
      await button('Show all 1,200').click();
      await expectPath('/dashboard?sort=name');
    });

    test('an avatar goes on through the same query, and back to its frame', async () => {
      await opened('/dashboard?sort=oldest&liked=1');
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
      await expect.element(page.getByText(/ of 240$/)).toBeVisible();
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
      await openApp('/avatar/101', { rows: await many() });
      const heading = page.getByRole('heading', { level: 1 });
      await userEvent.keyboard('l');
      await expect.element(button('Liked')).toBeVisible();
      await button('Pick by keys').click();
      expect(await findings(['light'])).toEqual([]);
      await userEvent.keyboard('l');
      await expect.element(button('Like')).toBeVisible();
      const first = heading.element().textContent;
      await userEvent.keyboard('{Delete}');
      await expect.element(heading).not.toHaveTextContent(new RegExp(`^${first}$`));
      await expect.element(page.getByText(`${first} was deleted`)).toBeVisible();
      await button('Undo').click();
      await expectCount(page.getByText(`${first} was deleted`), 0);
    });

    test('ranges by Shift, by mouse and keys, and what is done with them is undone', async () => {
      await opened('/dashboard?sort=oldest');
      await button('Select').click();
      await expect.element(button('Select')).toHaveAttribute('aria-pressed', 'true');
      await scrolledTo(
        () => 0,
        () => scrollY === 0 && firstAt() === 0,
      );
      const box = (name: string): Locator => page.getByRole('checkbox', { name, exact: true });
      await expect.element(box('Artistic 2')).toBeVisible();
      await box('Artistic 2').click();
      await box('Artistic 6').click({ modifiers: ['Shift'] });
      await expect.element(page.getByText('5 chosen')).toBeVisible();
      await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
      await expect.element(page.getByText('10 chosen')).toBeVisible();
      await expect.element(box('Artistic 11')).toHaveFocus();
      expect(await findings()).toEqual([]);

      await button('Rename…').click();
      await page.getByLabelText('Name', { exact: true }).fill('Team');
      await dialog('Rename 10 avatars').getByRole('button', { name: 'Rename' }).click();
      await expect.element(box('Team 10')).toBeVisible();
      await button('Undo').click();
      await expect.element(box('Artistic 2')).toBeVisible();

      await button('Delete').click();
      await expect.element(page.getByText('10 avatars were deleted')).toBeVisible();
      await expect.element(main().getByRole('tab', { name: 'My Avatars (1,190)' })).toBeVisible();
      expect(await findings(['light'])).toEqual([]);
      await button('Undo').click();
      await expect.element(main().getByRole('tab', { name: 'My Avatars (1,200)' })).toBeVisible();

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
      await expect.element(page.getByText('1,200 chosen')).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expectCount(page.getByRole('region', { name: 'Selection' }), 0);
    });

    describe('by a drag', () => {
      const small = async (): Promise<void> => {
        await opened('/dashboard?sort=oldest');
        await page.getByRole('radio', { name: 'Small' }).click();
        // The second row is just below the upper bars, so that the third is far from the lower ones,
        // beyond which the sheet scrolls. It has come to rest: rows are measured, and no scroll
        // position is restored any more.
        let before = 0;
        let same = 0;
        await scrolledTo(
          () => 460,
          () => {
            const { top } = cell(8).getBoundingClientRect();
            same = top === before ? same + 1 : 0;
            before = top;
            return scrollY === 460 && firstAt() === 0 && top > 220 && same > 3;
          },
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
        await expect
          .element(page.getByText(`${String(count)} chosen`, { exact: true }))
          .toBeVisible();
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
          await expect
            .element(
              page.getByRole('checkbox', { name: `Artistic ${String(at + 1)}`, exact: true }),
            )
            .toBeChecked();
        expect(await findings()).toEqual([]);
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
        await expect
          .element(page.getByRole('checkbox', { name: 'Artistic 13', exact: true }))
          .toBeChecked();
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
        await expect.poll(() => firstAt(), { timeout: 20_000 }).toBeGreaterThan(64);
        drag.to(innerWidth - 40, innerHeight / 2);
        const count = (): number =>
          Number(/^([\d,]+) chosen/.exec(page.getByText(/ chosen$/).element().textContent)?.[1]);
        await expect.poll(count).toBeGreaterThan(64);
        expect(count() % 8).toBe(0);
        const y = scrollY;
        drag.to(innerWidth - 40, 100);
        await expect.poll(() => scrollY, { timeout: 20_000 }).toBeLessThan(y - 200);
        await expect.poll(count).toBeLessThan(64);
        drag.release();
        // What was chosen last is on its way to the screen.
        let rest = 0;
        let same = 0;
        await expect
          .poll(() => {
            const now = count();
            same = now === rest ? same + 1 : 0;
            rest = now;
            return same;
          })
          .toBeGreaterThan(5);
        await scrolledTo(
          () => 200,
          () => scrollY === 200 && firstAt() === 0,
        );
        await expect
          .element(page.getByRole('checkbox', { name: 'Artistic 9', exact: true }))
          .toBeChecked();
        await expect
          .element(page.getByRole('checkbox', { name: 'Artistic 8', exact: true }))
          .not.toBeChecked();
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
        await expect.element(page.getByText('Choose avatars', { exact: true })).toBeVisible();
        const pen = press(9, 'pen');
        pen.over(19);
        await chosen(6);
        pen.release();
        await chosen(6);
      });
    });
  });

  test('a library that can’t be read says so, and is read again', async () => {
    let broken = true;
    await openApp('/dashboard', {
      rows: await avatars(2),
      ports: ({ store }) => ({
        store: {
          ...store,
          follow: (tables, scope, listener, failed) => {
            if (!broken) return store.follow(tables, scope, listener, failed);
            failed(new LikenessError('storage-unavailable'));
            return () => undefined;
          },
        },
      }),
    });
    await expect.element(page.getByText('Your library could not be read.')).toBeVisible();
    expect(await findings(['light'])).toEqual([]);
    broken = false;
    await button('Try again').click();
    await expect.element(main().getByRole('tab', { name: 'My Avatars (2)' })).toBeVisible();
  });

  test('the backup’s dialogs', async () => {
    await openApp('/dashboard?tab=settings', { rows: await avatars(1) });
    await openDialog('Save a backup…', 'Save a backup');
    await openDialog('Restore from a backup…', 'Restore from a backup');
  });

  test('asks before everything is erased', async () => {
    await openApp('/dashboard?tab=settings');
    await openDialog('Erase everything', 'Erase everything on this device?');
  });
});
