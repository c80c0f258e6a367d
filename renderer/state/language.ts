import { pathIn } from '../i18n/address.ts';
import type { Locale } from '../i18n/locales.ts';

/**
 * Loads this page again in a language. The query names it, which works where site data is switched
 * off, too; `public/boot.js` remembers it and removes it from the query.
 */
export function chooseLanguage(locale: Locale): void {
  const { pathname, search, hash } = location;
  location.assign(pathIn(locale, `${pathname}${search || '?'}&lang=${locale}${hash}`));
}
