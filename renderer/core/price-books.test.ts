import { describe, expect, it } from 'vitest';

import { parseSol } from './money.ts';
import { PLAN_IDS, PLANS, PRICE_BOOK_VERSION } from './plans.ts';
import { priceBook, soldFor } from './price-books.ts';

describe('the price books', () => {
  it('end with the one that the plans are sold by today', () => {
    const today = priceBook(PRICE_BOOK_VERSION);
    for (const id of PLAN_IDS)
      expect(today?.plans[id]).toEqual({ price: PLANS[id].price, credits: PLANS[id].avatars });
    expect(priceBook(PRICE_BOOK_VERSION + 1)).toBeUndefined();
  });

  it('know a plan by the exact amount, whatever the buyer’s clock said', () => {
    const creator = { plan: 'creator', priceBook: 1, credits: 5_300, price: parseSol('3.5') };
    expect(soldFor(parseSol('3.5'), Date.UTC(2026, 10, 1))).toEqual(creator);
    expect(soldFor(parseSol('3.5'), 0)).toEqual(creator);
    expect(soldFor(parseSol('3.5') + 1n, Date.UTC(2026, 10, 1))).toBeUndefined();
  });
});
