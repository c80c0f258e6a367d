import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

import { PAGE_TEXTS } from '../electron/wallet-page/words.ts';
import { escapeHtml } from '../renderer/core/escape-html.ts';
import { directionOf, TRANSLATED_LOCALES, type Locale } from '../renderer/i18n/locales.ts';
import { messagesIn, readMessages } from '../renderer/vite-messages.ts';

/**
 * The page in another language, complete before its scripts run.
 * @throws Error if a text of the page isn't there or isn't translated
 */
function translated(
  html: string,
  locale: Locale,
  messages: Readonly<Record<string, string | CompiledMessage>>,
): string {
  const texts = [
    ['<html lang="en"', `<html lang="${locale}" dir="${directionOf(locale)}"`],
    ...PAGE_TEXTS.map((text) => {
      const words = messages[text];
      if (typeof words !== 'string') throw new Error(`No words in ${locale} for: ${text}`);
      return [text, escapeHtml(words)];
    }),
  ] as const;
  return texts.reduce((page, [from = '', to = '']) => {
    if (!page.includes(from)) throw new Error(`The wallet page has no ${from} to translate.`);
    return page.replace(from, () => to);
  }, html);
}

/** Writes the wallet page in each language, '/de.html', and the messages that it uses. */
export function walletPageLanguages(): Plugin {
  const used = new Set<string>();
  return {
    name: 'likeness:wallet-page-languages',
    apply: 'build',
    transform: {
      order: 'pre', // Before the messages are compiled.
      filter: { id: /[\\/](renderer|electron)[\\/].*\.tsx?$/, code: /\bt\(/ },
      handler(code, id) {
        for (const { message } of messagesIn(id, code)) used.add(message);
      },
    },
    async writeBundle({ dir = '' }) {
      const html = readFileSync(join(dir, 'index.html'), 'utf8');
      mkdirSync(join(dir, 'messages'));
      for (const locale of TRANSLATED_LOCALES) {
        const all = await readMessages(locale);
        const messages = Object.fromEntries(Object.entries(all).filter(([id]) => used.has(id)));
        writeFileSync(join(dir, 'messages', `${locale}.json`), JSON.stringify(messages));
        writeFileSync(join(dir, `${locale}.html`), translated(html, locale, messages));
      }
    },
  };
}
