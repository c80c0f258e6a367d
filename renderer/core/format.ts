const NUMBER = new Intl.NumberFormat('en');

/** '11,200': a number as the screens write it. */
export const formatNumber = (value: number | bigint, options?: Intl.NumberFormatOptions): string =>
  (options ? new Intl.NumberFormat('en', options) : NUMBER).format(value);

/** '1 avatar', '11,200 avatars'. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** 'Ink, Comic, and Pixel'. */
export const formatList = (words: Iterable<string>): string => LIST.format(words);
