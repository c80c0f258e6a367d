import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';

import {
  expectCount,
  expectLink,
  expectLinkTo,
  expectPath,
  expectTexts,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';

/** Finds a figure, which is a term with its label, by its value. */
const figure = (value: string): string | undefined =>
  [...document.querySelectorAll('main dl > div')].find((one) => one.textContent.includes(value))
    ?.textContent;

async function expectFigures(figures: Readonly<Record<string, string>>): Promise<void> {
  for (const [value, label] of Object.entries(figures))
    await expect.poll(() => figure(value)).toContain(label);
}

describe('what the pages say', () => {
  test('Home: hero, four styles, four figures, three features, three sample voices, the way on', async () => {
    await openApp('/');
    await expect
      .element(main().getByRole('link', { name: 'Start Creating' }).first())
      .toHaveAttribute('href', '/customize');
    await expectLink('View Examples', '/explore');
    await expectCount(main().getByRole('list', { name: 'Styles' }).getByRole('listitem'), 4);
    await expectFigures({
      '50,000+': 'avatars',
      '25,000+': 'creators',
      '4.9/5': 'rating',
      '99.9%': 'uptime',
    });
    for (const name of ['AI-Powered Creation', 'Privacy Guaranteed', 'Lightning Fast'])
      await expectVisible(main().getByRole('heading', { name }));
    await expectCount(
      main()
        .getByRole('figure')
        .filter({ has: page.getByRole('blockquote') }),
      3,
    );
    await expectVisible(main().getByText(/^Sample: drawn people/));
    for (const path of ['/customize', '/pricing', '/payment']) await expectLinkTo(path);
  });

  test('About: mission, figures, a team of three, four values, six quarters, vision', async () => {
    await openApp('/about');
    await expect.element(main().getByRole('heading', { level: 1 })).toHaveTextContent(/^About/);
    await expectFigures({ '25,000+': 'avatars', '12,000+': 'users', '50+': 'countries' });
    await expectCount(main().getByRole('region', { name: 'The team' }).getByRole('listitem'), 3);
    for (const name of ['Privacy First', 'Innovation', 'Community', 'Excellence'])
      await expectVisible(main().getByRole('heading', { name, exact: true }));
    const quarters = main().getByRole('region', { name: 'Roadmap' }).getByRole('listitem');
    await expectTexts(
      quarters,
      ['2024 Q1', '2024 Q2', '2024 Q3', '2024 Q4', '2025 Q1', '2025 Q2'].map(
        (quarter) => new RegExp(`^${quarter}`),
      ),
    );
    for (const status of ['Completed', 'In progress', 'Upcoming'])
      await expectVisible(quarters.filter({ hasText: status }).first());
    await expectVisible(main().getByText('Our vision'));
  });

  test('Trust & Security: features, the retention table, badges, practices, two mail links', async () => {
    await openApp('/trust-security');
    await expectVisible(main().getByText('Zero data retention'));
    const kept = {
      'Personal images': 'Deleted immediately',
      'Wallet addresses': 'Kept as transaction records',
      'Generated avatars': 'Until you delete them',
      'Usage analytics': '90 days',
    };
    for (const [data, period] of Object.entries(kept)) {
      const row = main()
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: data }) });
      await expect.element(row.getByRole('cell').first()).toHaveTextContent(period);
    }
    const badges = {
      'SOC 2 Type II': 'Compliant',
      GDPR: 'Compliant',
      CCPA: 'Compliant',
      'ISO 27001': 'In progress',
    };
    for (const [name, status] of Object.entries(badges)) {
      await expect
        .element(
          main()
            .getByRole('region', { name: 'Compliance' })
            .getByRole('listitem')
            .filter({ hasText: name }),
        )
        .toHaveTextContent(status);
    }
    await expectVisible(
      main().getByRole('region', { name: 'Best practices' }).getByRole('listitem').first(),
    );
    await expect.poll(() => document.querySelectorAll('main a[href^="mailto:"]').length).toBe(2);
    await expectVisible(main().getByRole('status', { name: 'Photo bytes sent: 0' }));
  });

  for (const [path, title, claim] of [
    ['/privacy', 'Privacy Policy', /within 24 hours/],
    ['/terms', 'Terms & Conditions', /non-refundable/],
  ] as const) {
    test(`${title}: last updated January 15, 2024, and every line of its contents leads somewhere`, async () => {
      await openApp(path);
      await expectVisible(main().getByText('Last updated January 15, 2024'));
      await expectVisible(main().getByText(claim).first());
      const contents = main().getByRole('navigation', { name: 'Contents' }).getByRole('link');
      const addresses = contents.elements().map((link) => link.getAttribute('href') ?? '');
      expect(addresses.length).toBeGreaterThan(5);
      for (const address of addresses)
        expect(document.querySelectorAll(`main ${address}`), address).toHaveLength(1);
    });
  }

  test('Feedback: the community block stands beside the form', async () => {
    await openApp('/feedback');
    const block = page.getByRole('complementary', { name: 'Community Impact' });
    for (const value of ['2,847', '4.8/5', '23'])
      await expectVisible(block.getByText(value, { exact: true }));
  });

  test('Contact: the mailbox, the response time and three questions', async () => {
    await openApp('/contact');
    await expectVisible(page.getByRole('complementary').getByRole('link', { name: /@/ }));
    await expectVisible(page.getByText('Support replies within 24 hours.'));
    await expect.poll(() => document.querySelectorAll('main summary').length).toBe(3);
    await expectVisible(main().getByText(/usually take 5-15 minutes, complex animations up to 30/));
  });

  test('Pricing: why Solana, what is saved, and where help is', async () => {
    await openApp('/pricing');
    await expectVisible(main().getByText('Save up to 60%'));
    await expectVisible(
      main()
        .getByText(/7-day satisfaction guarantee/)
        .first(),
    );
    await expectVisible(main().getByRole('heading', { name: 'Why Solana Payments' }));
    await expectVisible(main().getByText(/about \$0\.01/));
    await expectVisible(main().getByText(/1-2s/));
    await expectLink('Contact Support', '/contact');
  });
});

/** Words that a screen says at once: without decoration, closed details, and hidden labels. */
function shownWords(): number {
  const texts = document.createTreeWalker(document.querySelector('main') ?? document, 4);
  let words = 0;
  while (texts.nextNode()) {
    const { parentElement: element, nodeValue } = texts.currentNode;
    const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
    if (
      element?.checkVisibility() === true &&
      !element.closest('select, [aria-hidden]') &&
      width * height > 4
    )
      words += nodeValue?.match(/(?<!\S)[“‘(]?\p{L}\S*/gu)?.length ?? 0;
  }
  return words;
}

test.for([
  ['/pricing', 3],
  ['/payment?plan=basic', 2],
  ['/contact', 1],
  ['/trust-security', 2],
] as const)('%s marks what nobody has checked, in %i places', async ([path, marks]) => {
  await openApp(path);
  await expectCount(main().getByText('Sample', { exact: true }), marks);
});

test.for([
  ['/', 160],
  ['/pricing', 300],
  ['/payment?plan=basic', 110],
  ['/trust-security', 350],
  ['/dashboard?tab=settings', 500],
] as const)('%s has at most %i words', async ([path, most]) => {
  await openApp(path);
  await expectVisible(main().getByRole('heading', { level: 1 }));
  await expect.poll(shownWords).toBeGreaterThan(60);
  expect(shownWords()).toBeLessThanOrEqual(most);
});

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

  test('there are six, and each leads to the Avatar Creator with its choices made', async () => {
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
