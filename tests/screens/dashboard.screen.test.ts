import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';

import type { Batch } from '../../renderer/core/batches.ts';
import type { Write } from '../../renderer/ports/store.ts';
import { exampleAvatar, exampleOrder } from '../support/example-rows.ts';
import {
  button,
  expectCount,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { avatars, batchOf } from '../support/screens/rows.ts';
import { GENESIS } from '../support/scripted-chain.ts';

const guest = { profileId: 'guest', genesis: GENESIS };
/** An avatar as a future version might write it, with a style that this one doesn't know. */
const unknown = (uid: string) => {
  const avatar = exampleAvatar(guest, uid);
  return { ...avatar, recipe: { ...avatar.recipe, style: 'oil' } } as never;
};

/** Opens the settings and comes back to the avatars. */
async function leaveAndReturn(): Promise<void> {
  await main().getByRole('tab', { name: 'Settings' }).click();
  await expectVisible(main().getByRole('tabpanel', { name: 'Settings' }));
  await main()
    .getByRole('tab', { name: /^My Avatars/ })
    .click();
  await expectVisible(main().getByRole('tabpanel', { name: /^My Avatars/ }));
}

describe('a library in which something can’t be read', () => {
  test('says what, shows the rest, and gives a copy of it', async () => {
    const { device } = await openApp('/dashboard', {
      rows: [
        { table: 'orders', put: exampleOrder(guest, 'finalized') },
        { table: 'avatars', put: exampleAvatar(guest, 'kept', { name: 'Kept as it was' }) },
        { table: 'avatars', put: unknown('a') },
        { table: 'avatars', put: unknown('b') },
      ],
    });
    const notice = main().getByRole('status').filter({ hasText: '2 avatars can’t be read here' });
    await expect.element(notice).toHaveTextContent('Nothing was deleted');
    await expectVisible(main().getByRole('link', { name: /Kept as it was/ }));
    expect(await findings()).toEqual([]);
    await notice.getByRole('button', { name: 'Save a copy' }).click();
    await expect.poll(() => device.saved.length).toBe(1);
    expect(device.saved[0]?.name).toBe('Likeness unread entries.json');
    const copy: unknown = JSON.parse((await device.saved[0]?.content.text()) ?? '');
    expect(copy).toMatchObject([
      { table: 'avatars', problem: 'damaged', content: { uid: 'a', recipe: { style: 'oil' } } },
      { table: 'avatars', problem: 'damaged', content: { uid: 'b' } },
    ]);
    await page.viewport(390, 844);
    await expectVisible(notice);
    expect(await findings()).toEqual([]);
  });

  test('says nothing where all of it can', async () => {
    await openApp('/dashboard', {
      rows: [
        { table: 'orders', put: exampleOrder(guest, 'finalized') },
        { table: 'avatars', put: exampleAvatar(guest, 'kept', { name: 'Kept as it was' }) },
      ],
    });
    await expectVisible(main().getByRole('link', { name: /Kept as it was/ }));
    await expect.element(main().getByText('can’t be read here')).not.toBeInTheDocument();
  });
});

test('the end of a batch is announced if the dashboard showed it open', async () => {
  const made = await avatars(2);
  const { device } = await openApp('/dashboard', { rows: made });
  await expectVisible(main().getByRole('tab', { name: 'My Avatars (2)' }));
  const { store } = device.ports();
  await store.write([batchOf(made, { id: 'old' }), batchOf(made, { id: 'new', state: 'paused' })]);
  await expectVisible(main().getByRole('region', { name: 'Batch in progress' }));
  await expectCount(main().getByText(/^The batch has ended/), 0);
  await store.write([batchOf(made.slice(2), { id: 'new' })]);
  await expectVisible(main().getByText('The batch has ended. 1 avatar is ready.'));
});

test('what couldn’t be painted again is said for a day, until it is dismissed', async () => {
  const made = await avatars(3);
  /** A batch whose pictures stay as they were. */
  const kept = (some: readonly Write[], more: Partial<Batch>): Write[] => {
    const write = batchOf(some, more);
    if (write.table !== 'batches' || !('put' in write)) return [];
    const items = write.put.items.map((item) => ({ ...item, reason: 'engine-failed' }));
    return [{ ...write, put: { ...write.put, items } }];
  };
  const old = { createdAt: 1, repaintedAt: Date.now() - 25 * 60 * 60 * 1_000 };
  const { device } = await openApp('/dashboard', {
    rows: [
      ...made.slice(0, 4),
      // The third avatar is gone.
      ...kept(made.slice(2), { id: 'new', ...old, repaintedAt: Date.now() }),
      ...kept(made.slice(0, 2), { id: 'old', ...old }),
    ],
  });
  const words = main().getByText(/^1 avatar couldn’t be painted again/);
  await expectVisible(words);
  await button('Dismiss').click();
  await expectCount(words, 0);
  await leaveAndReturn();
  await expectCount(words, 0);
  // Another one, from before, wasn't dismissed.
  const other = kept(made.slice(0, 2), { id: 'other', repaintedAt: Date.now() - 60_000 });
  await device.ports().store.write(other);
  await expectVisible(words);
});

test('what couldn’t be made is said until it is dismissed, and again if there is more', async () => {
  const made = await avatars(3);
  const batch = (failed: number): Write[] => {
    const write = batchOf(made, { state: 'paused' });
    if (write.table !== 'batches' || !('put' in write)) return [];
    const items = write.put.items.map((item, at) => ({
      ...item,
      state: at < failed ? ('failed' as const) : ('waiting' as const),
    }));
    return [{ ...write, put: { ...write.put, items } }];
  };
  const app = await openApp('/dashboard', { rows: batch(1) });
  await expectVisible(main().getByText(/^1 avatar could not be made/));
  await button('Dismiss').click();
  await leaveAndReturn();
  await expectCount(main().getByText(/could not be made/), 0);
  await app.ports.store.write(batch(2));
  await expectVisible(main().getByText(/^2 avatars could not be made/));
});

test('a heart stands beside the name, so that all captions stay of one height', async () => {
  await openApp('/dashboard', { rows: await avatars(2) });
  await main().getByRole('button', { name: 'Like Realistic 1' }).click();
  await expectVisible(main().getByRole('button', { name: 'Liked Realistic 1' }));
  const heights = main()
    .getByRole('heading', { name: /^Realistic/ })
    .elements()
    .map((name) => name.getBoundingClientRect().height);
  expect(heights).toHaveLength(2);
  expect(heights[0]).toBe(heights[1]);
});

test('a library and its filters are no wider than a phone', async () => {
  await page.viewport(390, 844);
  await openApp('/dashboard', { rows: await avatars(12) });
  await expectVisible(main().getByLabelText('Search your avatars'));
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const search = main().getByLabelText('Search your avatars').element() as HTMLInputElement;
  const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(search);
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen) throw new Error('no 2d context');
  pen.font = `${fontSize} ${fontFamily}`;
  expect(pen.measureText(search.placeholder).width).toBeLessThanOrEqual(
    search.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
  );
});
