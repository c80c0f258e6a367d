import { seedPlan } from '../support/seeded-plan.ts';
import { expect, test } from '../support/visit.ts';

test('an intro whose saving a dead page cut short is offered again, with its words @long', async ({
  page,
}) => {
  await seedPlan(page, 'pro');
  await page.goto('/avatar/2?make=intro');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Ada Light');
  const save = page.getByRole('button', { name: 'Save as WebM' });
  await page.getByRole('radio', { name: 'WebM' }).check();
  // Busy until the person's cut-out is ready.
  await expect(save).not.toHaveAttribute('aria-busy', { timeout: 60_000 });
  await expect(page.getByText('couldn’t be cut out')).toHaveCount(0);
  await expect(page.getByText('cut short')).toHaveCount(0);
  await save.click();
  await page.getByRole('button', { name: 'Pause saving' }).click();
  await expect(page.getByText(/^Paused, /)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Saving this was cut short\./)).toBeVisible();
  await expect(name).toHaveValue('Ada Light');
  await expect(save).not.toHaveAttribute('aria-busy', { timeout: 60_000 });
});
