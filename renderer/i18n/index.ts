import { I18n, type MessageDescriptor, type MessageOptions, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

import { isolateValues } from './isolate.ts';
import { DEFAULT_LOCALE, directionOf, formatsOf, type Locale } from './locales.ts';

/** A language and its messages, by their English text. */
export interface LoadedLanguage {
  readonly locale: Locale;
  readonly messages: Messages;
}

declare global {
  /** The language that this page or program was started in; English without it. */
  var likenessLanguage: LoadedLanguage | undefined;
}

const { locale: startedIn, messages } = globalThis.likenessLanguage ?? {
  locale: DEFAULT_LOCALE,
  messages: {},
};

/** The language of this page. */
export const locale: Locale = startedIn;

declare const __MESSAGES_ARE_COMPILED__: true | undefined;

/** Messages of one language at a time. Values keep their direction in a language from the right. */
export class Speaker extends I18n {
  constructor(language: LoadedLanguage) {
    super({});
    // A build has compiled every message that has a placeholder (vite-messages.ts); others are text.
    this.setMessagesCompiler(
      typeof __MESSAGES_ARE_COMPILED__ === 'undefined' ? compileMessage : (text) => [text],
    );
    this.speak(language);
  }

  /** Changes the language of what is said from now on. */
  speak({ locale, messages }: LoadedLanguage): void {
    this.loadAndActivate({ locale, locales: [formatsOf(locale)], messages });
  }

  override _(descriptor: MessageDescriptor): string;
  override _(id: string, values?: Record<string, unknown>, options?: MessageOptions): string;
  override _(
    id: MessageDescriptor | string,
    values: Record<string, unknown> = {},
    options?: MessageOptions,
  ): string {
    const isolated = directionOf(this.locale as Locale) === 'rtl' ? isolateValues(values) : values;
    return super._(id as string, isolated, options);
  }
}

export const i18n = new Speaker({ locale, messages });

/**
 * Translates a message: `t('Save {name}', { name })`. A message is ICU MessageFormat, and its
 * English text is its id. The language is chosen before any other module runs and stays until the
 * page is left, so a message may be translated anywhere, even at the top of a module.
 */
export const { t } = i18n;

/** The locale of numbers and lists. A page has one; the desktop's main process may change its own. */
const formats = (): string => formatsOf(i18n.locale as Locale);

/** English dates have the day before the month, and times have 24 hours. */
const dates = (): string => (i18n.locale === 'en' ? 'en-GB' : formats());

/** Makes a formatter when it is first used: making one takes the browser milliseconds. */
function whenUsed<T>(make: (locale: string) => T): () => T {
  let made: { readonly locale: string; readonly value: T } | undefined;
  return () => {
    const locale = formats();
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}

const number = whenUsed((locale) => new Intl.NumberFormat(locale));

/** '11,200': a number as the screens write it. */
export const formatNumber = (value: number | bigint, options?: Intl.NumberFormatOptions): string =>
  (options ? new Intl.NumberFormat(formats(), options) : number()).format(value);

/** '57%', or '57 %' in German, for 0.57: whole per cents. */
export const formatPercent = (fraction: number): string =>
  formatNumber(fraction, { style: 'percent', maximumFractionDigits: 0 });

const decimal = whenUsed(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 18, useGrouping: false }),
);

/** '1,2' in German for '1.2': a decimal number without groups, as the screens write it. */
export const formatDecimal = (text: string): string => decimal().format(text as `${number}`);

/** '1,2' in German: SOL as the screens write it. What is copied, linked or sent has a point. */
export const formatSol = (lamports: bigint): string => formatDecimal(`${String(lamports)}E-9`);

/** '23 November 2026', or the parts that `options` asks for. */
export const formatDate = (
  at: number | string | Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): string => new Intl.DateTimeFormat(dates(), options).format(new Date(at));

/** '23 Nov 2026, 14:05'. */
export const formatTime = (at: number): string =>
  formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });

const list = whenUsed((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** 'Ink, Comic, and Pixel'. */
export const formatList = (words: Iterable<string>): string => list().format(words);

const names = whenUsed((locale) => new Intl.Collator(locale, { numeric: true }));

/** Sorts names as a dictionary of the language does, and 'Photo 2' before 'Photo 10'. */
export const compareNames = (one: string, other: string): number => names().compare(one, other);

const ago = whenUsed((locale) => new Intl.RelativeTimeFormat(locale));

/** '20 seconds ago'. */
export const formatAgo = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  ago().format(-count, unit);
