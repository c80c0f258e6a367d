import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Messages } from '@lingui/core';

import { localeOfPath } from '../../renderer/i18n/address.ts';
import { i18n } from '../../renderer/i18n/index.ts';
import { DEFAULT_LOCALE } from '../../renderer/i18n/locales.ts';

/**
 * Switches menus and dialogs to the language that a page's address names.
 * @param root folder of the built page, with its `messages`
 * @returns whether the language has changed
 */
export async function switchLanguage(address: string, root: string): Promise<boolean> {
  const locale = localeOfPath(new URL(address).pathname);
  if (locale === i18n.locale) return false;
  const messages =
    locale === DEFAULT_LOCALE
      ? {}
      : (JSON.parse(await readFile(join(root, 'messages', `${locale}.json`), 'utf8')) as Messages);
  i18n.speak({ locale, messages });
  return true;
}
