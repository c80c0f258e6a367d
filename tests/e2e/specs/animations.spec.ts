import { minutes } from '../../support/timeouts.ts';
import { addPhotos, makeOne } from '../pages/avatar-creator.ts';
import { seedPlan } from '../support/seeded-plan.ts';
import { expect, test } from '../support/visit.ts';

test('a living avatar whose saving a dead page cut short is offered again, saved, and counted once @long', async ({
  page,
}) => {
  test.setTimeout(minutes(3)); // A picture, and a loop of 72 frames, begun twice.
  await seedPlan(page, 'creator');
  await page.goto('/customize');
  await addPhotos(page, 'resources/people/amara.webp');
  await makeOne(page, { keep: true });
  await page.goto('/avatar/101');
  const dialog = page.getByRole('dialog');
  const animate = page.getByRole('button', { name: 'Animate' });
  await animate.click();
  await dialog.getByRole('radio', { name: 'Lively' }).check();
  await dialog.getByRole('radio', { name: '480 px' }).check();
  await dialog.getByRole('radio', { name: 'WebM' }).check();
  await expect(dialog).toContainText('260 living avatars are left');
  await expect(dialog.getByText('cut short')).toHaveCount(0);
  const save = dialog.getByRole('button', { name: 'Save as WebM' });
  await save.click();
  await dialog.getByRole('button', { name: 'Pause saving' }).click();
  await expect(dialog.getByText(/^Paused,/)).toBeVisible();

  await page.reload();
  await animate.click();
  await expect(dialog.getByText('Saving this was cut short. Nothing was lost')).toBeVisible();
  // It is the same animation, and nothing has been counted.
  await expect(dialog.getByRole('radio', { name: 'Lively' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: '480 px' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'WebM' })).toBeChecked();
  await expect(dialog).toContainText('260 living avatars are left');
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: minutes(1) }),
    save.click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/_living\.webm$/);
  await expect(dialog).toContainText('You already have this one');
  await page.reload();
  await animate.click();
  await dialog.getByRole('radio', { name: 'Calm' }).check();
  await expect(dialog).toContainText('259 living avatars are left');
  await expect(dialog.getByText('cut short')).toHaveCount(0);
});
