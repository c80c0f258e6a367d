import { DEFAULT_LOCALE, TRANSLATED_LOCALES, type Locale } from './locales.ts';

const FIRST = /^\/([^/?#]+)(?=[/?#]|$)/;

/** The language that an address names: '/de/pricing' German, '/pricing' English. */
export function localeOfPath(path: string): Locale {
  const first = FIRST.exec(path)?.[1];
  return TRANSLATED_LOCALES.find((locale) => locale === first) ?? DEFAULT_LOCALE;
}

/**
 * The address without its language: '/pricing' of '/de/pricing'. A query and a hash stay. It begins
 * with one slash: '//host' would lead to another site.
 */
export function plainPath(path: string): string {
  if (localeOfPath(path) === DEFAULT_LOCALE) return path;
  return path.replace(FIRST, '').replace(/^[/\\]*/, '/');
}

/** The same page in a language: '/de/pricing' for '/pricing' or '/fr/pricing'. */
export function pathIn(locale: Locale, path: string): string {
  const plain = plainPath(path);
  if (locale === DEFAULT_LOCALE) return plain;
  return `/${locale}${plain.replace(/^\/(?=[?#]|$)/, '')}`;
}
