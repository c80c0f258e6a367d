import type { BrowserContext, Page } from '@playwright/test';

import { SAMPLE_PEOPLE } from '../../../renderer/core/sample-people.ts';
import { pathIn } from '../../../renderer/i18n/address.ts';
import type { Locale } from '../../../renderer/i18n/locales.ts';
import { pseudoMessages } from '../../support/pseudo.ts';

/** Its rules of style are those of every long language; it doesn't hyphenate. */
const STAND_IN: Locale = 'fr';

/** The address of a page in the pseudo-language. */
export const pseudoPath = (path: string): string => pathIn(STAND_IN, path);

/**
 * From now on, French pages speak the pseudo-language. The build doesn't know it: its messages
 * replace the French ones on their way to the page, and so do empty pages the ones that the build
 * rendered in French.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  const json = await pseudoMessages();
  await context.route(`**/messages/${STAND_IN}.json`, (route) => route.fulfill({ json }));
  await context.route(
    (url) => new RegExp(`^/${STAND_IN}(/|$)`).test(url.pathname),
    async (route) => {
      const { href } = new URL('/app.html', route.request().url());
      await route.continue({ url: href });
    },
  );
}

/** What is the same in every language. */
const NAMES = [
  ...['Likeness', 'Basic', 'Creator', 'Pro', 'Sandbox', 'Wallet', 'Phantom', 'MetaMask'],
  ...[
    'Solana',
    'Polygon',
    'SOL',
    'POL',
    'MATIC',
    'JPEG',
    'WebP',
    'SVG',
    'WebM',
    'GIF',
    'SOC',
    'Type',
    'CCPA',
    'ISO',
  ],
  ...[
    'GET',
    'POST',
    'Amara Osei',
    'Kenji Mori',
    'Leila Haddad',
    'Fraunces',
    'Geist',
    'LinkedIn',
    ...SAMPLE_PEOPLE,
  ],
];
const SAME = [
  new RegExp(`\\b(${NAMES.join('|')})\\b`, 'gi'),
  // Addresses, keys, order numbers, codes of errors, calls of an RPC, and names of seeded avatars.
  ...[/\S+@\S+|https?:\S+/g, /\b(?=\S*\d)[\w-]{5,}/g, /\w+…\w+/g, /[A-Z]+_[A-Z_]+/g],
  ...[/\b(get|send|simulate)[A-Z]\w+/g, /Realistic \d+/g],
];
const DAY = 86_400_000;
const MONTHS = Array.from({ length: 12 }, (_, month) => {
  const at = new Date(month * 31 * DAY);
  return (['long', 'short'] as const).map((style) =>
    new Intl.DateTimeFormat(STAND_IN, { month: style, timeZone: 'UTC' })
      .format(at)
      .replace('.', ''),
  );
}).flat();

/** The English texts that the open page still shows, with their elements. */
export async function untranslatedTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: { text: string; place: string }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const isMeant = (element: Element): boolean =>
      element.closest('script, style, code, kbd, [translate="no"], [lang="en"], textarea') ===
        null && element.checkVisibility();
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (parent && textContent?.trim() && isMeant(parent))
        found.push({ text: textContent.trim(), place: parent.localName });
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (isMeant(element))
          found.push({
            text: element.getAttribute(name) ?? '',
            place: `${element.localName}[${name}]`,
          });
    return found;
  });
  // Every vowel of the pseudo-language has an accent.
  const isEnglish = (text: string): boolean => {
    const rest = SAME.reduce((left, same) => left.replace(same, ''), text);
    return (rest.match(/[a-zà-ÿ]{3,}/gi) ?? []).some(
      (word) => /^[a-z]*[aeiou][a-z]*$/i.test(word) && !MONTHS.includes(word),
    );
  };
  return [
    ...new Set(
      texts.filter(({ text }) => isEnglish(text)).map(({ text, place }) => `${place}: ${text}`),
    ),
  ];
}
