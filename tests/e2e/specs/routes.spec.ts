import { ROUTES } from '../../support/routes.ts';
import { hold } from '../support/hold.ts';
import { expect, test } from '../support/visit.ts';

const APP = /\/assets\/first-.*\.js$/;

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

  test('a part that can’t be loaded and isn’t needed takes no screen away', async ({
    page,
    problems,
  }) => {
    problems.forgive(/ERR_FAILED|Failed to fetch/);
    const refused = new Set<string | undefined>();
    await page.route(/\/assets\/(first-pictures|owned-plans)-.*\.js$/, async (route) => {
      refused.add(/first-pictures|owned-plans/.exec(route.request().url())?.[0]);
      await route.abort();
    });
    for (const [path, part, title] of [
      ['/payment?plan=basic', 'first-pictures', 'Secure Payment'],
      ['/pricing', 'owned-plans', 'Pay once, keep them all'],
    ] as const) {
      await page.goto(path);
      await expect.poll(() => refused.has(part)).toBe(true);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
  });

  test('the watch over the console sees what breaks the Content-Security-Policy', async ({
    page,
    problems,
  }) => {
    await page.goto('/terms');
    await page.evaluate(() => void (new Image().src = 'https://elsewhere.example/picture.png'));
    await expect.poll(() => problems.seen.length).toBeGreaterThan(0);
    problems.forgive(/Content Security Policy/);
  });
});

test.describe('pages rendered at build', () => {
  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });
    test('they show their content with their styles', async ({ page }) => {
      await page.goto('/pricing');
      await expect(page).toHaveTitle('Pricing · Likeness');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay once, keep them all');
      await expect(page.getByRole('article')).toHaveCount(3);
      // The number of columns is an inline style, which prerendered HTML may not contain.
      const sheet = page.getByRole('article').first().locator('div').first();
      await expect(sheet).toHaveCSS('grid-template-columns', /^(\S+ ){3}\S+$/);
    });
  });

  test('the app takes them over, with the clicks and text from before it loaded', async ({
    page,
  }) => {
    const start = await hold(page, APP);
    await page.goto('/contact', { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Contact Support');
    await heading.evaluate((element) => element.setAttribute('data-built', 'yes'));
    const subject = page.getByLabel('Subject');
    await subject.selectOption('other');
    const email = page.getByRole('textbox', { name: 'Email' });
    await email.fill('ada@example.com');
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Where is my receipt?');
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
    start();
    await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toBeVisible();
    await expect(email).toHaveValue('ada@example.com');
    await expect(heading).toHaveAttribute('data-built', 'yes');
    await page.reload();
    await expect(subject).toHaveValue('other');
    await expect(email).toHaveValue('ada@example.com');
    await expect(message).toHaveValue('Where is my receipt?');
  });

  test('the Avatar Creator asks for a photo before its app has loaded, but not where one is kept', async ({
    page,
  }) => {
    const start = await hold(page, APP);
    await page.goto('/customize', { waitUntil: 'commit' });
    const words = page.getByText('Start with a photo of you');
    await expect(words).toBeVisible();
    await page.evaluate(() => localStorage.setItem('likeness.draft', '"kept"'));
    await page.reload({ waitUntil: 'commit' });
    await expect(words).toBeAttached();
    await expect(words).toBeHidden();
    start();
    await expect(words).toBeVisible();
  });

  test('a tick from before the app loaded shows at once, and counts', async ({ page }) => {
    const start = await hold(page, APP);
    await page.goto('/feedback', { waitUntil: 'commit' });
    await page.getByRole('radio', { name: /Negative/ }).check();
    const positive = page.getByRole('radio', { name: /Positive/ });
    await positive.check();
    await page.getByLabel('Stay anonymous').uncheck();
    start();
    // The app follows: it lets the form be sent, and asks for an address.
    await expect(page.getByRole('button', { name: 'Submit Feedback' })).toBeEnabled();
    await expect(page.getByLabel('Email (optional)')).toBeVisible();
    await expect(positive).toBeChecked();
  });
});

test('section 2: shared layout: back and forward return to the page and to its place', async ({
  page,
}) => {
  await page.goto('/about');
  // A font that loads later would move the content below it.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.getByRole('heading', { name: 'Roadmap' }).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(200);
  // A mouse click would scroll to the link first.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms & Conditions');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms & Conditions');
});

test.describe('section 2: unknown addresses', () => {
  test('Go Back leads Home for someone who came straight to the 404', async ({ page }) => {
    await page.goto('/terms');
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void open('/no/such/page', '_blank', 'noopener')),
    ]);
    await tab.getByRole('main').getByRole('button', { name: 'Go Back' }).click();
    await expect(tab).toHaveURL('/');
  });

  test("a screen that can't be shown is the router's error page, with a way back", async ({
    page,
    problems,
  }) => {
    problems.forgive(/Failed to (load|fetch)|ERR_FAILED|dynamically imported module/);
    await page.route(/\/assets\/pricing-.*\.js$/, (route) => route.abort());
    await page.goto('/pricing');
    await expect(
      page.getByRole('heading', { name: 'Unexpected Application Error!' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Return Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
