import { expect, test } from '../support/visit.ts';

test.describe('sections 1 and 2: what the pages say', () => {
  test('Home: hero, four styles, four figures, three features, three sample voices, the way on', async ({
    page,
  }) => {
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Start Creating' }).first()).toHaveAttribute(
      'href',
      '/customize',
    );
    await expect(main.getByRole('link', { name: 'View Examples' })).toHaveAttribute(
      'href',
      '/explore',
    );
    await expect(main.getByRole('list', { name: 'Styles' }).getByRole('listitem')).toHaveCount(4);
    const figures = {
      '50,000+': 'avatars',
      '25,000+': 'creators',
      '4.9/5': 'rating',
      '99.9%': 'uptime',
    };
    for (const [value, label] of Object.entries(figures))
      await expect(main.locator('dl > div').filter({ hasText: value })).toContainText(label);
    for (const name of ['AI-Powered Creation', 'Privacy Guaranteed', 'Lightning Fast'])
      await expect(main.getByRole('heading', { name })).toBeVisible();
    await expect(main.getByRole('figure').filter({ has: page.locator('blockquote') })).toHaveCount(
      3,
    );
    await expect(main.getByText(/^Sample: drawn people/)).toBeVisible();
    for (const path of ['/customize', '/pricing', '/payment'])
      await expect(main.locator(`a[href="${path}"]`).last()).toBeVisible();
  });

  test('About: mission, figures, a team of three, four values, six quarters, vision', async ({
    page,
  }) => {
    await page.goto('/about');
    const main = page.getByRole('main');
    const figures = { '25,000+': 'avatars', '12,000+': 'users', '50+': 'countries' };
    for (const [value, label] of Object.entries(figures))
      await expect(main.locator('dl > div').filter({ hasText: value })).toContainText(label);
    await expect(main.getByRole('region', { name: 'The team' }).getByRole('listitem')).toHaveCount(
      3,
    );
    for (const name of ['Privacy First', 'Innovation', 'Community', 'Excellence'])
      await expect(main.getByRole('heading', { name, exact: true })).toBeVisible();
    const quarters = main.getByRole('region', { name: 'Roadmap' }).getByRole('listitem');
    await expect(quarters).toHaveText(
      ['2024 Q1', '2024 Q2', '2024 Q3', '2024 Q4', '2025 Q1', '2025 Q2'].map(
        (quarter) => new RegExp(`^${quarter}`),
      ),
    );
    for (const status of ['Completed', 'In progress', 'Upcoming'])
      await expect(quarters.filter({ hasText: status })).not.toHaveCount(0);
    await expect(main.getByText('Our vision')).toBeVisible();
  });

  test('Trust & Security: features, the retention table of section 9, badges, practices, two mail links', async ({
    page,
  }) => {
    await page.goto('/trust-security');
    await expect(page.getByRole('main').getByText('Zero data retention')).toBeVisible();
    const main = page.getByRole('main');
    const kept = {
      'Personal images': 'Deleted immediately',
      'Wallet addresses': 'Kept as transaction records',
      'Generated avatars': 'Until you delete them',
      'Usage analytics': '90 days',
    };
    for (const [data, period] of Object.entries(kept)) {
      const row = main
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: data }) });
      await expect(row.getByRole('cell').first()).toHaveText(period);
    }
    const badges = {
      'SOC 2 Type II': 'Compliant',
      GDPR: 'Compliant',
      CCPA: 'Compliant',
      'ISO 27001': 'In progress',
    };
    for (const [name, status] of Object.entries(badges)) {
      await expect(
        main
          .getByRole('region', { name: 'Compliance' })
          .getByRole('listitem')
          .filter({ hasText: name }),
      ).toContainText(status);
    }
    await expect(
      main.getByRole('region', { name: 'Best practices' }).getByRole('listitem'),
    ).not.toHaveCount(0);
    await expect(main.locator('a[href^="mailto:"]')).toHaveCount(2);
    await expect(main.getByRole('status', { name: 'Photo bytes sent: 0' })).toBeVisible();
  });

  for (const [path, title] of [
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms & Conditions'],
  ] as const) {
    test(`${title}: last updated January 15, 2024, and every line of its contents leads somewhere`, async ({
      page,
    }) => {
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByText('Last updated January 15, 2024')).toBeVisible();
      const contents = main.getByRole('navigation', { name: 'Contents' }).getByRole('link');
      const addresses = await contents.evaluateAll((links) =>
        links.map((link) => link.getAttribute('href') ?? ''),
      );
      expect(addresses.length).toBeGreaterThan(5);
      for (const address of addresses) await expect(main.locator(address)).toHaveCount(1);
    });
  }

  test('the claims of section 1 stand where they are made', async ({ page }) => {
    const main = page.getByRole('main');
    await page.goto('/contact');
    await expect(
      main.getByText(/usually take 5-15 minutes, complex animations up to 30/),
    ).toHaveCount(1);
    await page.goto('/pricing');
    await expect(main.getByText(/7-day satisfaction guarantee/).first()).toBeVisible();
    await page.goto('/privacy');
    await expect(main.getByText(/within 24 hours/).first()).toBeVisible();
    await page.goto('/terms');
    await expect(main.getByText(/non-refundable/).first()).toBeVisible();
  });
});
