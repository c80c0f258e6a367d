import { ROUTES } from '../support/routes.ts';
import { expect, test } from '../support/visit.ts';

test.describe('section 2: every route opens', () => {
  for (const { path, title, heading } of ROUTES) {
    test(`${path} has its title, its one main heading, header and footer`, async ({ page }) => {
      await page.goto(path);
      const headings = page.getByRole('heading', { level: 1 });
      await expect(headings).toHaveCount(1);
      await expect(headings).toHaveAccessibleName(heading);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await page.waitForLoadState('networkidle');
    });
  }

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
  test('the header says what the product promises and leads to six pages and the login', async ({
    page,
  }) => {
    await page.goto('/about');
    await expect(page.getByText('SSL Secured • Wallet Verified • No Data Shared')).toBeVisible();
    const header = page.getByRole('banner');
    const links = {
      Home: '/',
      'Avatar Creator': '/customize',
      Pricing: '/pricing',
      Dashboard: '/dashboard',
      Contact: '/contact',
      Support: '/feedback',
    };
    await expect(header.getByRole('navigation').getByRole('link')).toHaveText(Object.keys(links));
    for (const [label, path] of Object.entries(links)) {
      const link = header.getByRole('link', { name: label, exact: true });
      await link.click();
      await expect(page).toHaveURL(path);
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }
    await header.getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL('/login');
    await expect(header.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  });

  test('the header stays in view', async ({ page }) => {
    await page.goto('/terms');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeInViewport();
  });

  test('the footer leads to terms, privacy, trust and about', async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    for (const [label, path] of Object.entries({
      Terms: '/terms',
      Privacy: '/privacy',
      'Trust & Security': '/trust-security',
      About: '/about',
    })) {
      await footer.getByRole('link', { name: label, exact: true }).click();
      await expect(page).toHaveURL(path);
    }
  });

  test('at 390 px the menu holds the header, closes by Escape and by following a link', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    const toggle = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await toggle.click();
    await expect(menu.getByRole('navigation').getByRole('link')).toHaveText([
      'Home',
      'Avatar Creator',
      'Pricing',
      'Dashboard',
      'Contact',
      'Support',
    ]);
    await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(menu.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
    await expect(menu.getByText('SSL Secured • Wallet Verified • No Data Shared')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(toggle).toBeFocused();
    await toggle.click();
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL('/pricing');
  });

  test('no route is wider than a window of 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const { path, title } of ROUTES) {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), path)
        .toBeLessThanOrEqual(320);
    }
  });

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

  test('the first Tab offers to skip to the content', async ({ page }) => {
    await page.goto('/pricing');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('section 2: the confirmation without any order shows its four steps at rest and the ways on', async ({
  page,
}) => {
  await page.goto('/payment-confirmation');
  const main = page.getByRole('main');
  await expect(main.getByText('No payment is on its way')).toBeVisible();
  await expect(main.getByRole('listitem').getByRole('heading')).toHaveText([
    'Verify payment',
    'AI processing',
    'Quality check & rendering',
    'Delivery to dashboard',
  ]);
  for (const path of ['/pricing', '/dashboard', '/customize', '/contact'])
    await expect(main.locator(`a[href="${path}"]`)).toBeVisible();
  await expect(main.getByRole('progressbar')).toHaveCount(0);
});

test.describe('section 2: addresses that lead nowhere', () => {
  test('any other path is a 404 with three ways out', async ({ page }) => {
    await page.goto('/pricing');
    await page.goto('/no/such/page');
    await expect(
      page.getByText("The page you're looking for doesn't exist", { exact: true }),
    ).toBeVisible();
    await expect(page.getByText('Error Code: PAGE_NOT_FOUND_YET', { exact: true })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
    await expect(main.getByRole('link', { name: 'Create Avatar' })).toHaveAttribute(
      'href',
      '/customize',
    );
    await main.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/pricing');
  });

  test('Go Back leads Home for someone who came straight to the 404', async ({ page }) => {
    await page.goto('/terms');
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void open('/no/such/page', '_blank', 'noopener')),
    ]);
    await tab.getByRole('main').getByRole('button', { name: 'Go Back' }).click();
    await expect(tab).toHaveURL('/');
  });

  test('an unknown avatar shows avatar 1, and says why', async ({ page }) => {
    await page.goto('/avatar/1');
    const first = await page.getByRole('heading', { level: 1 }).innerText();
    await page.goto('/avatar/4711');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
    await expect(page.getByText('This avatar lives on its owner’s device')).toBeVisible();
    await page.goto('/avatar/nobody');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
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
