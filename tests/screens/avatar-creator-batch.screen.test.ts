import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { LikenessError } from '../../renderer/core/errors.ts';
import { analyse } from '../support/screens/avatar-creator.ts';
import {
  button,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
} from '../support/screens/index.ts';
import { withEngine } from '../support/screens/picture-engine.ts';
import { paid } from '../support/screens/rows.ts';

describe('the Avatar Creator with credits', () => {
  test('asks how many are to be made, and makes them', async () => {
    await analyse(['ada.png'], { rows: paid('basic').rows });
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await expectVisible(dialog);
    expect(await findings()).toEqual([]);
    await dialog.getByLabelText('How many').fill('2');
    await dialog.getByRole('button', { name: 'Generate 2 avatars' }).click();
    await expectPath('/dashboard');
    await expectCount(main().getByText('Ready', { exact: true }), 2);
    await expectVisible(main().getByText('998', { exact: true }));
  });

  test('asks for no more of each photo than the credits allow', async () => {
    await analyse(['ada.png', 'bob.png'], { rows: paid('basic').rows });
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByLabelText('How many').fill('600');
    await dialog.getByRole('radio', { name: 'Both photos' }).click();
    await expect.element(dialog.getByLabelText('How many of each')).toHaveValue(500);
    await expectVisible(dialog.getByRole('button', { name: 'Generate 1,000 avatars' }));
  });

  test('asks for no more than one batch makes, and says so', async () => {
    await analyse(['ada.png'], { rows: paid('creator').rows });
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    const most = dialog.getByText(/^One batch makes 3,000 avatars at most/);
    await dialog.getByLabelText('How many').fill('2999');
    await expectVisible(dialog.getByRole('button', { name: 'Generate 2,999 avatars' }));
    await expect.element(most).not.toBeInTheDocument();
    await dialog.getByLabelText('How many').fill('5000');
    await expect.element(dialog.getByLabelText('How many')).toHaveValue(3_000);
    await expectVisible(most);
    expect(await findings()).toEqual([]);
  });

  test('goes on with the other photos after one couldn’t begin', async () => {
    let failing = true;
    const { ports } = await analyse(['ada.png', 'bob.png'], {
      rows: paid('basic').rows,
      ports: (device) => ({
        ...withEngine((engine) => ({
          // The first photo stays: its batch never finishes.
          render: (...asked) =>
            asked[2].priority === 'batch' ? new Promise(() => undefined) : engine.render(...asked),
        })).ports(),
        store: {
          ...device.store,
          async nextAvatarIds(count) {
            if (failing && (await device.store.counts()).batches === 1)
              throw new LikenessError('storage-full');
            return device.store.nextAvatarIds(count);
          },
        },
      }),
    });
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByRole('radio', { name: 'Both photos' }).click();
    await dialog.getByLabelText('How many of each').fill('2');
    await dialog.getByRole('button', { name: 'Generate 4 avatars' }).click();
    await expectVisible(dialog.getByRole('alert'));
    failing = false;
    await dialog.getByRole('button', { name: 'Generate 2 avatars' }).click();
    await expectPath('/dashboard');
    expect(await ports.store.counts()).toMatchObject({ batches: 2 });
  });

  test('makes a batch that can be paused, gone on with, and stopped: what isn’t made costs nothing', async () => {
    let made = 0;
    await analyse(['ada.png'], {
      rows: paid('basic').rows,
      ...withEngine((engine) => ({
        // The batch's third picture never finishes.
        render: (...asked) => {
          const [, , { priority, signal }] = asked;
          if (priority !== 'batch' || (made += 1) < 3) return engine.render(...asked);
          return new Promise<never>((_resolve, reject) =>
            signal?.addEventListener('abort', () => reject(new LikenessError('engine-aborted'))),
          );
        },
      })),
    });
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByLabelText('How many').fill('40');
    await dialog.getByLabelText(/^Keep this photo/).click();
    await dialog.getByRole('button', { name: 'Generate 40 avatars' }).click();
    const batch = page.getByRole('region', { name: 'Batch in progress' });
    await expect.element(batch).toHaveTextContent('Developing 2 of 40');
    const deleted = batch.getByText(/^The photo is deleted on .* and its credits come back\.$/);
    await expect.element(deleted).not.toBeInTheDocument();
    await button('Pause').click();
    await expectVisible(batch.getByText('Paused', { exact: true }));
    await expectVisible(deleted);
    await button('Cancel').click();
    const stop = page.getByRole('dialog', { name: 'Stop this batch?' });
    // The photo is kept.
    await expectVisible(
      stop.getByText('2 finished avatars stay. 38 credits come back.', { exact: true }),
    );
    expect(await findings()).toEqual([]);
    await stop.getByRole('button', { name: 'Keep going' }).click();
    await expectVisible(batch.getByText('Paused', { exact: true }));
    await button('Continue').click();
    await expectVisible(batch.getByText('Developing', { exact: true }));
    await button('Cancel').click();
    await stop.getByRole('button', { name: 'Stop and keep 2' }).click();
    await expect.element(batch).not.toBeInTheDocument();
    await expectVisible(page.getByRole('tab', { name: 'My Avatars (2)' }));
    await expectVisible(main().getByText('998', { exact: true }));
  });
});
