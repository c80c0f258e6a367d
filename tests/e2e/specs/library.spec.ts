import { expect, test } from '../support/visit.ts';

test.describe('section 2: the dashboard of a user who has paid', () => {
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
