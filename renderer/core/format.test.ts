import { expect, it } from 'vitest';

import { formatAgo, formatDecimal, formatList, formatNumber, formatSol } from './format.ts';

it('writes numbers, lists and ages', () => {
  expect(formatNumber(11_200)).toBe('11,200');
  expect(formatNumber(12n ** 4n)).toBe('20,736');
  expect(formatSol(-1_200_000_000n)).toBe('-1.2');
  expect(formatDecimal('0.000000001')).toBe('0.000000001');
  expect(formatAgo(20, 'second')).toBe('20 seconds ago');
  expect(formatList(['Ink', 'Comic', 'Pixel'])).toBe('Ink, Comic, and Pixel');
});
