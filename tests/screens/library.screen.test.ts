import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { LikenessError } from '../../renderer/core/errors.ts';
import {
  button,
  expectCount,
  expectLinkTo,
  expectPath,
  expectSaved,
  expectVisible,
  fakeTime,
  findings,
  main,
  openApp,
  openDialog,
  withoutShareSheet,
} from '../support/screens/index.ts';
import { avatars, paid } from '../support/screens/rows.ts';

withoutShareSheet();

describe('the dashboard of samples', () => {
  test('three figures, two tabs and a card for each', async () => {
    const { device } = await openApp('/dashboard');
    await expectVisible(main().getByRole('tab', { name: 'My Avatars (6)' }));
    await expectVisible(main().getByRole('tab', { name: 'Settings' }));
    for (const label of ['completed avatars', 'remaining credits', 'total downloads'])
      await expectVisible(main().getByText(label).first());
    await expectVisible(main().getByText('2,847', { exact: true }));
    await expectVisible(main().getByText('Sample', { exact: true }).first());
    await expectCount(main().getByText('Ready', { exact: true }), 5);
    await expectCount(main().getByText('Processing', { exact: true }), 1);
    const pictures = [...main().element().querySelectorAll('img')];
    expect(pictures.filter(({ src }) => src.includes('/1024/'))).toEqual([]);
    await expect
      .element(main().getByRole('link', { name: 'Create New Avatar' }).first())
      .toHaveAttribute('href', '/customize');
    await button(/^Download/)
      .first()
      .click();
    await expectSaved(device, [/^\w+_avatar\.jpg$/]);
    await main().getByRole('link', { name: /^View/ }).first().click();
    await expectPath('/avatar/1');
  });

  test('the one that is processing counts down 15 to 20 seconds, then is Ready', async () => {
    fakeTime();
    await openApp('/dashboard');
    const left = main().getByText(/ready in \d+ s/);
    const seconds = (): number => Number(/ready in (\d+) s/.exec(left.element().textContent)?.[1]);
    await expectVisible(left);
    const first = seconds();
    expect(first).toBeGreaterThanOrEqual(15);
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
    await button(/^Download/)
      .first()
      .click();
    await expect
      .element(main().getByRole('alert'))
      .toHaveTextContent('The picture could not be saved.');
    expect(await findings(['light'])).toEqual([]);
  });
});

describe('the dashboard of own avatars', () => {
  test('credits without a picture lead to a photo, over an empty frame, in any order', async () => {
    await openApp('/dashboard?sort=name', { rows: paid('basic').rows });
    await expectVisible(page.getByText('1,000 credits are ready'));
    await expectVisible(page.getByRole('list', { name: 'Your avatars' }).getByText('Next avatar'));
    await expectLinkTo('/customize');
  });

  test('several are chosen and saved together', async () => {
    // The last one's picture is gone.
    const { device } = await openApp('/dashboard', { rows: (await avatars(3)).slice(0, -1) });
    await expectVisible(main().getByRole('tab', { name: 'My Avatars (3)' }));
    await button('Select').click();
    await button('Choose all 3').click();
    await expectVisible(page.getByText('3 chosen'));
    await expectCount(page.getByText(/drag one of them/), 0);
    expect(await findings()).toEqual([]);
    await button(/^Save 3/).click();
    await expectVisible(page.getByText('2 avatars saved.'));
    await expectVisible(page.getByText('1 picture of an avatar can’t be read here'));
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

  test('a library that can’t be read says so, and is read again', async () => {
    let broken: Error | undefined = new Error('unreadable');
    const app = await openApp('/dashboard', {
      rows: await avatars(2),
      ports: ({ store }) => ({
        store: {
          ...store,
          follow: (tables, scope, listener, failed) => {
            if (!broken) return store.follow(tables, scope, listener, failed);
            failed(broken);
            return () => undefined;
          },
        },
      }),
    });
    const words = main().getByText('Your library could not be read.');
    await expectVisible(words);
    expect(await findings(['light'])).toEqual([]);
    for (const [path, claim] of [
      ['/avatar/101', 'This avatar is private'],
      ['/bulk', /comes with/],
      ['/nft-minting', 'Choose an avatar'],
      ['/customize', 'Proceed to Secure Payment'],
      ['/payment?plan=pro', 'Pay with a wallet on this device'],
    ] as const) {
      await app.reopen(path);
      await expectVisible(words);
      await expectCount(main().getByText(claim), 0);
    }
    await app.reopen('/dashboard');
    broken = new LikenessError('storage-unavailable');
    await button('Try again').click();
    await expectVisible(main().getByText(/^This browser doesn’t let us store anything/));
    broken = undefined;
    await button('Try again').click();
    await expectVisible(main().getByRole('tab', { name: 'My Avatars (2)' }));
  });

  test('the backup’s dialogs', async () => {
    await openApp('/dashboard?tab=settings', { rows: await avatars(1) });
    await openDialog('Save a backup…', 'Save a backup');
    await openDialog('Restore from a backup…', 'Restore from a backup');
  });

  test('asks before everything is erased', async () => {
    await openApp('/dashboard?tab=settings');
    await openDialog('Erase everything', 'Erase all Likeness data on this device?');
  });
});
