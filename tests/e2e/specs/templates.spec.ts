import { expect, test } from '../support/visit.ts';

const TEMPLATES = [
  ['Professional Avatar', 'Professional', '1.2', false],
  ['Creative Portrait', 'Creative', '1.5', true],
  ['Artistic Style', 'Artistic', '2', false],
  ['Modern Look', 'Modern', '1.8', true],
  ['Clean Minimal', 'Minimalist', '1.4', false],
  ['Executive Style', 'Professional', '2.2', true],
] as const;

test.describe('section 3: templates', () => {
  test('six cards, each with category, picture, price, rating, badge and a way on', async ({
    page,
  }) => {
    await page.goto('/explore');
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(TEMPLATES.length);
    for (const [name, category, price, popular] of TEMPLATES) {
      const card = page.getByRole('article', { name });
      await expect(
        card.getByText(new RegExp(`^${category}★ \\d\\.\\d, rated \\d\\.\\d out of 5$`)),
      ).toBeVisible();
      await expect(card.getByText(`${price} SOL`, { exact: true })).toBeVisible();
      await expect(card.getByRole('link', { name: `Customize Now ${name}` })).toBeVisible();
      await expect(card.locator('xpath=ancestor::li').locator('img')).toBeVisible();
      await expect(card.getByText('Popular')).toHaveCount(popular ? 1 : 0);
    }
    await page.getByRole('link', { name: 'Customize Now Modern Look' }).click();
    await expect(page).toHaveURL('/customize');
    await expect(page.getByRole('radio', { name: 'Modern' })).toBeChecked();
  });
});

test.describe('section 5: template search', () => {
  test('finds part of a name in any case, within the category', async ({ page }) => {
    await page.goto('/explore');
    const cards = page.getByRole('main').getByRole('article');
    const search = page.getByRole('searchbox');
    await expect(page.getByRole('group', { name: 'Category' }).getByRole('radio')).toHaveCount(6);
    await search.fill('sTyLe');
    await expect(cards.getByRole('heading')).toHaveText(['Artistic Style', 'Executive Style']);
    await page.getByRole('radio', { name: 'Professional' }).check();
    await expect(cards.getByRole('heading')).toHaveText(['Executive Style']);
    await search.fill('');
    await expect(cards.getByRole('heading')).toHaveText(['Professional Avatar', 'Executive Style']);
  });

  test("what isn't found says so, and a reload keeps what was asked", async ({ page }) => {
    await page.goto('/explore');
    await page.getByRole('searchbox').fill('passport');
    await expect(page.getByText('No templates found', { exact: true })).toBeVisible();
    await expect(
      page.getByText('Try adjusting your search or filter criteria.', { exact: true }),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('passport');
    await page.getByRole('button', { name: 'Show all templates' }).click();
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(6);
  });
});
