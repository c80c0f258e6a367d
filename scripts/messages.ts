/** `npm run messages`: collects the messages of the source into one catalogue per language. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { DEFAULT_LOCALE, TRANSLATED_LOCALES } from '../renderer/i18n/locales.ts';
import { catalogueFile, messagesIn, PO, readCatalogue } from '../renderer/vite-messages.ts';

const FOLDERS = ['renderer', 'electron'];

/** Elements of one line. A test shows every screen with texts that are 40 % longer than in English. */
const ONE_LINE =
  /^(?:\w*Button|\w*Link|Badge|SampleMark|a|b|dt|h[1-3]|label|legend|option|th|title)$/;
const ROOM = 1.4;

/**
 * Where a message stands and what it is there, for translators:
 * 'renderer/features/pricing/pricing-screen.tsx: title of Button, at most 14 characters'.
 */
function contextOf(file: string, message: string, within: readonly string[]): string {
  // Attributes and properties are written small, components large.
  const [inner = 'text', outer = ''] = within.filter((name) => name !== 'Trans');
  const isNamed = /^[a-z]/.test(inner) && /^[A-Z]/.test(outer);
  const most = Math.ceil(message.replaceAll(/<[^>]*>/g, '').length * ROOM);
  const limit = ONE_LINE.test(inner) ? `, at most ${String(most)} characters` : '';
  return `${file}: ${inner}${isNamed ? ` of ${outer}` : ''}${limit}`;
}

/** Every message of the source, with where it stands. */
export function messagesOfSource(): ReadonlyMap<string, readonly string[]> {
  const contexts = new Map<string, Set<string>>();
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll('\\', '/'),
    ),
  );
  for (const file of files.sort()) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    for (const { message, within } of messagesIn(file, readFileSync(file, 'utf8'))) {
      const found = contexts.get(message) ?? new Set();
      contexts.set(message, found.add(contextOf(file, message, within)));
    }
  }
  return new Map([...contexts].map(([message, found]) => [message, [...found]]));
}

/**
 * Messages that stand where another one was, as pairs of before and now: their translations say the former, and have
 * to be read again.
 * @param before a catalogue as it was
 */
export function reworded(
  before: string,
  now: ReadonlyMap<string, readonly string[]>,
): readonly (readonly [string, string])[] {
  const place = (context: string): string => context.replace(/, at most \d+ characters$/, '');
  const gone = before.split('\n\n').flatMap((entry) => {
    const message = JSON.parse(/^msgid (".*")$/m.exec(entry)?.[1] ?? '""') as string;
    const places = [...entry.matchAll(/^#\. (.+)$/gm)].map(([, context = '']) => place(context));
    return message === '' || now.has(message) ? [] : [{ message, places }];
  });
  const known = new Set([...before.matchAll(/^msgid (".*")$/gm)].map(([, id = '']) => id));
  return [...now].flatMap(([message, contexts]) => {
    if (known.has(JSON.stringify(message))) return [];
    const at = gone.findIndex(({ places }) => contexts.some((one) => places.includes(place(one))));
    return at < 0 ? [] : gone.splice(at, 1).map((old) => [old.message, message] as const);
  });
}

/** Writes the catalogues anew: translations stay, and messages that are gone from the source go. */
async function writeCatalogues(): Promise<void> {
  const messages = messagesOfSource();
  const before = readFileSync(catalogueFile('de'), 'utf8');
  for (const [old, now] of reworded(before, messages))
    console.log(`Changed, so read its translations again:\n  ${old}\n  ${now}`);
  for (const locale of TRANSLATED_LOCALES) {
    const translated = await readCatalogue(locale);
    const catalogue = Object.fromEntries(
      [...messages].map(([message, contexts]) => [
        message,
        {
          message,
          translation: translated[message] ?? '',
          origin: [],
          comments: [...contexts],
          placeholders: {},
        },
      ]),
    );
    const file = catalogueFile(locale);
    mkdirSync(dirname(file), { recursive: true });
    const text = await PO.serialize(catalogue, {
      locale,
      sourceLocale: DEFAULT_LOCALE,
      filename: file,
      existing: existsSync(file) ? readFileSync(file, 'utf8') : null,
    });
    writeFileSync(file, text);
    const missing = [...messages.keys()].filter((message) => !translated[message]).length;
    console.log(`${locale}: ${String(messages.size)} messages, ${String(missing)} to translate`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeCatalogues();
