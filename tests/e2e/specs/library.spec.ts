import { expect, test } from '../support/visit.ts';

test.describe('section 2: dashboard', () => {
  test('three figures, two tabs and a card for each sample', async ({ page }) => {
    await page.goto('/dashboard');
    const main = page.getByRole('main');
    await expect(main.getByRole('tab', { name: 'My Avatars (6)' })).toBeVisible();
    const figures = main.locator('dl').first();
    for (const label of ['completed avatars', 'remaining credits', 'total downloads'])
      await expect(figures.getByText(label)).toBeVisible();
    await expect(figures.getByText('2,847', { exact: true })).toBeVisible();
    await expect(main.getByText('Ready', { exact: true })).toHaveCount(5);
    await expect(main.getByText('Processing', { exact: true })).toHaveCount(1);
    await expect(main.getByRole('link', { name: 'Create New Avatar' }).first()).toHaveAttribute(
      'href',
      '/customize',
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main
        .getByRole('button', { name: /^Download/ })
        .first()
        .click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^\w+_avatar\.jpg$/);
    await main.getByRole('link', { name: /^View/ }).first().click();
    await expect(page).toHaveURL('/avatar/1');
  });

  test.describe('of a user who has paid', () => {
    test.use({ begins: 'paid' });

    test('own frames stand on the sheet, though a busy page learns late that they came into view', async ({
      page,
    }) => {
      // Like a busy browser, which doesn't report the first observation.
      await page.addInitScript(() => {
        const Native = IntersectionObserver;
        window.IntersectionObserver = class extends Native {
          constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
            super((entries, observer) => {
              const before = entries.map(({ boundingClientRect, target }) => ({
                isIntersecting: false,
                boundingClientRect,
                target,
              }));
              callback([...before, ...entries] as IntersectionObserverEntry[], observer);
            }, options);
          }
        };
      });
      await page.goto('/dashboard');
      await expect(page.getByText('1,000 credits are ready')).toBeVisible();
      await expect(
        page.getByRole('list', { name: 'Your avatars' }).getByText('Next avatar'),
      ).toBeVisible();
    });
  });
});
