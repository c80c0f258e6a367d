import { expect, it } from 'vitest';

import { formatAgo, formatCount, formatList, formatNumber } from './format.ts';

it('writes numbers, counts and lists', () => {
  expect(formatNumber(11_200)).toBe('11,200');
  expect(formatNumber(12n ** 4n)).toBe('20,736');
  expect(formatCount(1, 'download')).toBe('1 download');
  expect(formatCount(1_200, 'download')).toBe('1,200 downloads');
  expect(formatCount(2, 'batch', 'batches')).toBe('2 batches');
  expect(formatAgo(20, 'second')).toBe('20 seconds ago');
  expect(formatList(['Ink', 'Comic', 'Pixel'])).toBe('Ink, Comic, and Pixel');
});
