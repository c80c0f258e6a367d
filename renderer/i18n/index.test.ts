import { expect, it, onTestFinished } from 'vitest';

import { formatAgo, formatDecimal, formatList, formatNumber, formatSol, i18n } from './index.ts';

it('writes numbers, lists and ages', () => {
  expect(formatNumber(11_200)).toBe('11,200');
  expect(formatNumber(12n ** 4n)).toBe('20,736');
  expect(formatSol(-1_200_000_000n)).toBe('-1.2');
  expect(formatSol(2n ** 64n - 1n)).toBe('18446744073.709551615');
  expect(formatDecimal('0.000000001')).toBe('0.000000001');
  expect(formatAgo(20, 'second')).toBe('20 seconds ago');
  expect(formatList(['Ink', 'Comic', 'Pixel'])).toBe('Ink, Comic, and Pixel');
});

it('follows the language, which the desktop’s main process may change', () => {
  onTestFinished(() => i18n.speak({ locale: 'en', messages: {} }));
  i18n.speak({ locale: 'de', messages: {} });
  expect(formatNumber(11_200)).toBe('11.200');
  expect(formatSol(1_200_000_000n)).toBe('1,2');
  i18n.speak({ locale: 'ar', messages: {} });
  expect(formatNumber(11_200)).toBe('11,200');
  expect(formatSol(1_200_000_000n)).toBe('1.2');
});
