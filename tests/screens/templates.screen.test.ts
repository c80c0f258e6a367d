import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';

import {
  expectCount,
  expectPath,
  expectTexts,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';

const TEMPLATES = [
  ['Professional Avatar', 'Professional', '1.2', false],
  ['Creative Portrait', 'Creative', '1.5', true],
  ['Artistic Style', 'Artistic', '2', false],
  ['Modern Look', 'Modern', '1.8', true],
  ['Clean Minimal', 'Minimalist', '1.4', false],
  ['Executive Style', 'Professional', '2.2', true],
] as const;

const cards = () => main().getByRole('article');

describe('templates', () => {
  for (const [name, category, price, popular] of TEMPLATES) {
    test(`${name}: its category, picture, price, rating, badge and a way on`, async () => {
      await openApp('/explore');
      const card = page.getByRole('article', { name });
      await expectVisible(
        card.getByText(new RegExp(`^${category}★ \\d\\.\\d, rated \\d\\.\\d out of 5$`)),
      );
      await expectVisible(card.getByText(`${price} SOL`, { exact: true }));
      await expect
        .element(card.getByRole('link', { name: `Customize Now ${name}` }))
        .toHaveAttribute('href', expect.stringMatching(/^\/customize\?template=/));
      const picture = card.element().closest('li')?.querySelector('img');
      await expect.poll(() => picture?.naturalWidth).toBeGreaterThan(0);
      await expectCount(card.getByText('Popular'), popular ? 1 : 0);
    });
  }

  test('there are six, and each leads to the studio with its look chosen', async () => {
    await openApp('/explore');
    await expectTexts(
      cards().getByRole('heading'),
      TEMPLATES.map(([name]) => name),
    );
    await page.getByRole('link', { name: 'Customize Now Modern Look' }).click();
    await expectPath('/customize');
    await expect.element(page.getByRole('radio', { name: 'Modern' })).toBeChecked();
  });

  test('the search finds part of a name in any case, within the category', async () => {
    await openApp('/explore');
    const search = page.getByRole('searchbox');
    await expectCount(page.getByRole('group', { name: 'Category' }).getByRole('radio'), 6);
    await search.fill('sTyLe');
    await expectTexts(cards().getByRole('heading'), ['Artistic Style', 'Executive Style']);
    await page.getByRole('radio', { name: 'Professional' }).click();
    await expectTexts(cards().getByRole('heading'), ['Executive Style']);
    await search.fill('');
    await expectTexts(cards().getByRole('heading'), ['Professional Avatar', 'Executive Style']);
  });

  test("what isn't found says so, keeps what was asked when opened anew, and leads back to all", async () => {
    const app = await openApp('/explore');
    await page.getByRole('searchbox').fill('passport');
    await expectVisible(page.getByText('No templates found', { exact: true }));
    await expectVisible(
      page.getByText('Try adjusting your search or filter criteria.', { exact: true }),
    );
    expect(await findings()).toEqual([]);
    await app.reopen();
    await expect.element(page.getByRole('searchbox')).toHaveValue('passport');
    await page.getByRole('button', { name: 'Show all templates' }).click();
    await expectCount(cards(), 6);
  });
});
