import { describe, expect, test } from 'vitest';

import { parseSol } from './money.ts';
import { inDollars, priceAge, priceHolds } from './sol-price.ts';

const NOW = 1_763_850_000_000;

describe('the price', () => {
  const price = { price: 17_850_000_000n, exponent: -8, publishedAt: NOW };

  test('is exact to the cent', () => {
    expect(inDollars(parseSol('1.2'), price)).toBe('$214.20');
    expect(inDollars(parseSol('6.9'), price)).toBe('$1,231.65');
    expect(inDollars(parseSol('0.000028012'), price)).toBe('$0.01'); // just over half a cent
    expect(inDollars(parseSol('0.000028011'), price)).toBe('$0.00'); // just below half a cent
    expect(inDollars(parseSol('1'), { ...price, price: 178n, exponent: 0 })).toBe('$178.00');
  });

  test('is valid for five minutes, and not if it is from too far in the future', () => {
    expect(priceHolds(price, NOW + 5 * 60_000)).toBe(true);
    expect(priceHolds(price, NOW + 5 * 60_000 + 1)).toBe(false);
    expect(priceHolds(price, NOW - 60_000)).toBe(true);
    expect(priceHolds(price, NOW - 60_001)).toBe(false);
  });

  test('shows its age', () => {
    expect(priceAge(price, NOW - 5_000)).toBe('0 seconds ago');
    expect(priceAge(price, NOW + 1_000)).toBe('1 second ago');
    expect(priceAge(price, NOW + 20_400)).toBe('20 seconds ago');
    expect(priceAge(price, NOW + 119_000)).toBe('1 minute ago');
    expect(priceAge(price, NOW + 180_000)).toBe('3 minutes ago');
  });
});
