import { locale } from '../i18n/index.ts';
import { formatsOf } from '../i18n/locales.ts';
import { solText } from './money.ts';

const LOCALE = formatsOf(locale);

/** English dates have the day before the month, and times have 24 hours. */
const DATES = locale === 'en' ? 'en-GB' : LOCALE;

/** Makes a formatter when it is first used: making one takes the browser milliseconds. */
function whenUsed<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const number = whenUsed(() => new Intl.NumberFormat(LOCALE));

/** '11,200': a number as the screens write it. */
export const formatNumber = (value: number | bigint, options?: Intl.NumberFormatOptions): string =>
  (options ? new Intl.NumberFormat(LOCALE, options) : number()).format(value);

const decimal = whenUsed(
  () =>
    new Intl.NumberFormat(LOCALE).formatToParts(0.5).find(({ type }) => type === 'decimal')
      ?.value ?? '.',
);

/** '1,2' in German for '1.2': a decimal number without groups, as the screens write it. */
export const formatDecimal = (text: string): string => text.replace('.', decimal());

/** '1,2' in German: SOL as the screens write it. What is copied, linked or sent has a point. */
export const formatSol = (lamports: bigint): string => formatDecimal(solText(lamports));

/** '23 November 2026', or the parts that `options` asks for. */
export const formatDate = (
  at: number | string | Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): string => new Intl.DateTimeFormat(DATES, options).format(new Date(at));

const list = whenUsed(() => new Intl.ListFormat(LOCALE, { type: 'conjunction' }));

/** 'Ink, Comic, and Pixel'. */
export const formatList = (words: Iterable<string>): string => list().format(words);

const names = whenUsed(() => new Intl.Collator(LOCALE, { numeric: true }));

/** Sorts names as a dictionary of the language does, and 'Photo 2' before 'Photo 10'. */
export const compareNames = (one: string, other: string): number => names().compare(one, other);

const ago = whenUsed(() => new Intl.RelativeTimeFormat(LOCALE));

/** '20 seconds ago'. */
export const formatAgo = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  ago().format(-count, unit);
