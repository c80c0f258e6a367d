import type { Page } from '@playwright/test';

import { minutes } from '../../support/timeouts.ts';
import { addPhotos, rendered } from '../pages/avatar-creator.ts';
import { payFromAvatarCreator } from '../pages/payment.ts';
import { expect, test } from '../support/fixtures.ts';
import { rowsIn } from '../support/stored.ts';

const PHOTO = 'resources/people/amara.webp';

/** What is stored of each avatar: its number, whether it was mended, and its picture's hash. */
const stored = async (page: Page) =>
  (await rowsIn(page, 'avatars', 'pictures')).evaluate(([avatars = [], pictures = []]) =>
    Promise.all(
      avatars.map(async ({ id, uid, mendedAt }) => {
        const picture = pictures.find((row) => row['uid'] === uid)?.['full'] as Blob;
        const digest = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer());
        return { id, mended: mendedAt !== undefined, hash: [...new Uint8Array(digest)].join() };
      }),
    ),
  );

test('a cut-out is mended after paying: the whole set is repainted in place, a crash is resumed, and credits stay', async ({
  app,
}) => {
  test.setTimeout(minutes(6)); // A payment until it is final, and a set of four, twice.
  await app.open('/customize');
  await addPhotos(app.page, PHOTO);
  await rendered(app.page);
  await app.page
    .getByRole('group', { name: 'How many to begin with' })
    .getByRole('radio', { name: '4', exact: true })
    .check();
  await payFromAvatarCreator(app.page);
  await expect(app.page.getByRole('tab', { name: 'My Avatars (4)' })).toBeVisible({
    timeout: minutes(3),
  });
  await expect(app.page.getByText('996', { exact: true })).toBeVisible();
  const before = await stored(app.page);
  expect(before.map(({ mended }) => mended)).toEqual([false, false, false, false]);

  await app.open('/avatar/101');
  await app.page.getByRole('button', { name: 'This cut-out is wrong' }).click();
  await app.page.getByRole('link', { name: 'Fix with the brush' }).click();

  await test.step('another photo is not taken', async () => {
    await addPhotos(app.page, 'resources/people/kenji.webp', 'Add its photo');
    await app.page.getByRole('button', { name: 'Repaint 4 avatars, free' }).click();
    await expect(
      app.page.getByText('This isn’t the photo that these avatars were made from.'),
    ).toBeVisible();
    await app.page.getByRole('button', { name: 'Clear photo' }).click();
  });

  await addPhotos(app.page, PHOTO, 'Add its photo');
  const brush = app.page.getByRole('group', { name: /^Brush/ });
  await brush.focus();
  await brush.press('2'); // removes
  await brush.press('Enter'); // a dab in the middle
  await expect(brush).toHaveAttribute('aria-busy', 'false');
  await app.page.getByRole('button', { name: 'Repaint 4 avatars, free' }).click();
  await expect
    .poll(async () => (await stored(app.page)).filter(({ mended }) => mended).length, {
      timeout: minutes(1),
    })
    .toBeGreaterThan(0);
  await app.crash();
  await expect
    .poll(async () => (await stored(app.page)).filter(({ mended }) => mended).length, {
      timeout: minutes(2),
    })
    .toBe(4);
  const after = await stored(app.page);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  for (const [i, { hash }] of after.entries()) expect(hash).not.toBe(before[i]?.hash);
  await app.open('/dashboard');
  await expect(app.page.getByText('996', { exact: true })).toBeVisible();
  await app.open('/avatar/101');
  await expect(app.page.getByText(/^Its cut-out was fixed on/)).toBeVisible();

  await test.step('with its photo added again it can move, and more can be made', async () => {
    await expect(app.page.getByText(/^The photo that this was made from isn’t/)).toBeVisible();
    await addPhotos(app.page, PHOTO, 'Add its photo');
    await expect(app.page.getByRole('button', { name: 'Before and after' })).toBeVisible();
    await app.page.getByRole('button', { name: 'Animate', exact: true }).click();
    await expect(app.page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
  });
});
