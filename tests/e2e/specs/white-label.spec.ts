import { BRAND } from '../../../renderer/content/brand.ts';
import { says } from '../../support/product-name.ts';
import { minutes } from '../../support/timeouts.ts';
import { addPhotos, makeOne } from '../pages/avatar-creator.ts';
import { seedPlan } from '../support/seeded-plan.ts';
import { expect, test } from '../support/visit.ts';

test('a licence that is printed with a brand doesn’t name the product, not even as a PDF @long', async ({
  page,
}) => {
  test.setTimeout(minutes(3)); // A picture of the engine's own, on a cold engine.
  await seedPlan(page, 'pro');
  await page.goto('/dashboard?tab=settings');
  const form = page.getByRole('form', { name: 'Your brand' });
  await form.getByRole('checkbox', { name: 'Use my brand' }).check();
  await form.getByRole('textbox', { name: 'Brand name' }).fill('North Window');
  await form.getByRole('button', { name: 'Save brand' }).click();
  await expect(page.getByText('Brand saved.')).toBeVisible();

  await page.goto('/customize');
  await addPhotos(page, 'resources/people/amara.webp');
  await makeOne(page);

  await page.goto('/avatar/101?make=licence');
  await expect(page.getByRole('article').getByText('North Window')).toBeVisible();
  const pdf = await page.pdf();
  expect(await says(pdf, 'North Window')).toBe(true);
  expect(await says(pdf, BRAND)).toBe(false);
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  expect(printed).toContain('North Window');
  expect(printed.toLowerCase()).not.toContain(BRAND.toLowerCase());
});
