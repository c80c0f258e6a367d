import { pathIn } from '../i18n/address.ts';
import type { Locale } from '../i18n/locales.ts';

/** Remembers the language, and loads this page anew in it. Also read by public/boot.js. */
export function chooseLanguage(locale: Locale): void {
  try {
    localStorage.setItem('language', locale);
  } catch {
    // It still applies for this visit, since the address names it.
  }
  const { pathname, search, hash } = location;
  location.assign(pathIn(locale, pathname + search + hash));
}
