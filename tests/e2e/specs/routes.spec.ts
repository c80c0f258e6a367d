import { ROUTES } from '../../support/routes.ts';
import { expect, test } from '../support/visit.ts';

test.describe('section 2: every route opens', () => {
  test('each address leads to its screen, under the policy of the built app', async ({ page }) => {
    for (const { path, title } of ROUTES) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page).toHaveTitle(title);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await page.waitForLoadState('networkidle');
      });
    }
  });

  test('the watch over the console sees what breaks the Content-Security-Policy', async ({
    page,
    problems,
  }) => {
    await page.goto('/terms');
    await page.evaluate(() =>
      document.head.append(
        Object.assign(document.createElement('script'), { textContent: 'window.broken = true' }),
      ),
    );
    await expect.poll(() => problems.seen.length).toBeGreaterThan(0);
    problems.forgive(/Content Security Policy/);
  });
});

test.describe('section 2: shared layout', () => {
  test('back and forward return to the page and to its place', async ({ page }) => {
    await page.goto('/about');
    // A font that arrives later would move what is below it.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.getByRole('heading', { name: 'Roadmap' }).scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(200);
    // A click by the mouse would scroll to the link first.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).dispatchEvent('click');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms & Conditions');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms & Conditions');
  });
});

test.describe('section 2: addresses that lead nowhere', () => {
  test('Go Back leads Home for someone who came straight to the 404', async ({ page }) => {
    await page.goto('/terms');
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void open('/no/such/page', '_blank', 'noopener')),
    ]);
    await tab.getByRole('main').getByRole('button', { name: 'Go Back' }).click();
    await expect(tab).toHaveURL('/');
  });

  test("a screen that can't be shown is the router's error page, with a way back and a report to copy", async ({
    page,
    problems,
  }) => {
    problems.forgive(/Failed to (load|fetch)|ERR_FAILED|dynamically imported module/);
    await page.route(/\/assets\/pricing-.*\.js$/, (route) => route.abort());
    await page.goto('/pricing');
    await expect(
      page.getByRole('heading', { name: 'Unexpected Application Error!' }),
    ).toBeVisible();
    await page.getByText('What to send us').click();
    await page.getByRole('button', { name: 'Copy the report' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Page: /pricing');
    await page.getByRole('link', { name: 'Return Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
