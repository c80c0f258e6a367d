/** `npm run messages`: collects the messages of the source into one catalogue per language. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { DEFAULT_LOCALE, TRANSLATED_LOCALES } from '../renderer/i18n/locales.ts';
import { catalogueFile, messagesIn, PO, readCatalogue } from '../renderer/vite-messages.ts';

const FOLDERS = ['renderer', 'electron'];

/** Every message of the source, with the files that it stands in. */
export function messagesOfSource(): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, Set<string>>();
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll('\\', '/'),
    ),
  );
  for (const file of files.sort()) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    for (const { message } of messagesIn(file, readFileSync(file, 'utf8')))
      places.set(message, (places.get(message) ?? new Set()).add(file));
  }
  return new Map([...places].map(([message, found]) => [message, [...found]]));
}

/** Writes the catalogues anew: translations stay, and messages that are gone from the source go. */
async function writeCatalogues(): Promise<void> {
  const messages = messagesOfSource();
  for (const locale of TRANSLATED_LOCALES) {
    const translated = await readCatalogue(locale);
    const catalogue = Object.fromEntries(
      [...messages].map(([message, files]) => [
        message,
        {
          message,
          translation: translated[message] ?? '',
          origin: files.map((file): [string] => [file]),
          comments: [],
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
