import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { TRANSLATED_LOCALES } from '../renderer/i18n/locales.ts';
import { catalogueFile, readCatalogue } from '../renderer/vite-messages.ts';
import { messagesOfSource, reworded } from './messages.ts';

const source = messagesOfSource();
const inSource = [...source.keys()].sort();

describe.for(TRANSLATED_LOCALES)('the catalogue of %s', (locale) => {
  it('translates every message of the source, and no other', async () => {
    expect(inSource.length).toBeGreaterThan(2_000);
    expect(Object.keys(await readCatalogue(locale)).sort()).toEqual(inSource);
  });

  it('says of each message where it stands, and how long a label may be', () => {
    const entries = readFileSync(catalogueFile(locale), 'utf8').split('\n\n');
    const contexts = entries
      .slice(1)
      .map((entry) => [...entry.matchAll(/^#\. (.+)$/gm)].map(([, context]) => context));
    expect(contexts).toEqual([...source.values()]);
    expect(contexts.flat()).toContain(
      'renderer/features/bulk/bulk-screen.tsx: Button, at most 7 characters',
    );
  });

  it('follows a glossary, and its language is named in the README', () => {
    expect(existsSync(`docs/glossaries/${locale}.md`)).toBe(true);
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(locale);
    expect(readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')).toContain(name);
  });
});

it('names another message by a placeholder, so that the two can’t differ', () => {
  const quotes = (text: string): boolean =>
    [...text.matchAll(/“([^”]+)”/g)].some(([, quoted = '']) => source.has(quoted));
  expect(inSource.filter(quotes)).toEqual([]);
});

it('pairs a message with the one that stood in its place', () => {
  const before = `msgid ""
msgstr ""

#. a.tsx: Button, at most 7 characters
msgid "Share"
msgstr "Teilen"

#. a.tsx: text
msgid "Kept \\"here\\"."
msgstr "Bleibt."

#. b.tsx: h1
msgid "Gone"
msgstr "Weg"`;
  const now = new Map([
    ['Share it', ['a.tsx: Button, at most 12 characters']],
    ['Kept "here".', ['a.tsx: text']],
    ['New', ['a.tsx: Button']],
  ]);
  expect(reworded(before, now)).toEqual([['Share', 'Share it']]);
  const german = readFileSync(catalogueFile('de'), 'utf8');
  expect(reworded(german, source)).toEqual([]);
});
