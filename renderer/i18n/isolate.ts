/** A first strong isolate and its end: what is between them has a direction of its own. */
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * Text that keeps its own direction in a sentence of the other one: '1.2 SOL' in Arabic, which would
 * read 'SOL 1.2' without. The two characters can't be seen.
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** The text as it is to be copied. */
export const withoutIsolates = (text: string): string => text.replace(ISOLATES, '');

/** A number alone reads the same in each direction, also beside its percent sign. */
const NAMED = /\p{L}/u;

/** Isolates the values of a message that hold words: names, addresses, amounts with their unit. */
export const isolateValues = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && NAMED.test(value) ? isolate(value) : value,
    ]),
  );

/** '10 MB', '480 px', '{amount} SOL', '{width} × {height}', '2026-11-22': a number with what belongs to it. */
const MEASURE =
  /(?:\{\w+\}|\d+(?:[.,]\d+)*)[ \u00a0](?:(?:SOL|POL|MB|KB|GB|px)\b|×[ \u00a0](?:\{\w+\}|\d+(?:[.,]\d+)*))|\d{4}-\d\d-\d\d/g;

/** Ties each amount and size of a message, so that no line breaks in it; isolated where asked. */
export const tieMeasures = (message: string, isolated: boolean): string =>
  message.replace(MEASURE, (found) => {
    const tied = found.replaceAll(' ', '\u00a0');
    return isolated ? isolate(tied) : tied;
  });
