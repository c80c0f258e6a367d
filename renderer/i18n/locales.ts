/** The languages, each by its own name, in the order of the menus. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
  ar: 'العربية',
} as const satisfies Record<string, string>;

/** A BCP 47 tag. */
export type Locale = keyof typeof LANGUAGES;

/** How a language is written, where it isn't as usual. */
const WRITTEN: Partial<Record<Locale, { readonly fromTheRight: true; readonly formats: string }>> =
  {
    // With the digits that amounts, addresses and file names have.
    ar: { fromTheRight: true, formats: 'ar-u-nu-latn' },
  };

export const LOCALES = Object.keys(LANGUAGES) as Locale[];

/** The language that messages are written in; its pages have no prefix. */
export const DEFAULT_LOCALE = 'en' satisfies Locale;

/** The languages that have a catalogue, and a prefix in addresses. */
export const TRANSLATED_LOCALES = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

export const isLocale = (value: unknown): value is Locale =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value);

/** The direction in which a language is written. */
export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  WRITTEN[locale]?.fromTheRight ? 'rtl' : 'ltr';

/** The tag by which numbers, dates and lists are formatted: the language, with its digits. */
export const formatsOf = (locale: Locale): string => WRITTEN[locale]?.formats ?? locale;
