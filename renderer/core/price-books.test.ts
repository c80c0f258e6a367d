import { describe, expect, it } from 'vitest';

import { parseSol } from './money.ts';
import { PLAN_IDS, PLANS, PRICE_BOOK_VERSION } from './plans.ts';
import { PRICE_GRACE_MS, priceBook, soldFor, wasSoldAs, type PriceBook } from './price-books.ts';

describe('the price books', () => {
  it('end with the one that today’s plans are sold by', () => {
    const today = priceBook(PRICE_BOOK_VERSION);
    for (const id of PLAN_IDS)
      expect(today?.plans[id]).toEqual({ price: PLANS[id].price, credits: PLANS[id].avatars });
    expect(priceBook(PRICE_BOOK_VERSION + 1)).toBeUndefined();
  });

  it('recognise a plan by its exact amount', () => {
    const creator = { plan: 'creator', priceBook: 1, credits: 5_300, price: parseSol('3.5') };
    expect(soldFor(parseSol('3.5'), Date.UTC(2026, 10, 1))).toEqual(creator);
    // There were no prices before the first book.
    expect(soldFor(parseSol('3.5'), 0)).toEqual(creator);
    expect(soldFor(parseSol('3.5') + 1n, Date.UTC(2026, 10, 1))).toBeUndefined();
  });

  describe('once there is a second', () => {
    const [first] = [1].map(priceBook);
    if (!first) throw new Error('no first book');
    const change = Date.UTC(2027, 0, 1);
    const dearer = (sol: string, credits: number) => ({ price: parseSol(sol), credits });
    const books: PriceBook[] = [
      first,
      {
        version: 2,
        since: change,
        plans: {
          basic: dearer('3.5', 1_000),
          creator: dearer('7', 5_300),
          pro: dearer('14', 11_200),
        },
      },
    ];
    const sold = (sol: string, at: number) => soldFor(parseSol(sol), at, books);

    it('end permanently, after days of grace', () => {
      expect(sold('1.2', change - 1)).toMatchObject({ plan: 'basic', priceBook: 1 });
      expect(sold('1.2', change + PRICE_GRACE_MS - 1)).toMatchObject({ priceBook: 1 });
      expect(sold('1.2', change + PRICE_GRACE_MS)).toBeUndefined();
      expect(sold('1.2', Date.UTC(2027, 5, 1))).toBeUndefined();
    });

    it('use the newest one in force: 3.5 SOL is Basic by then, whatever date an id claims', () => {
      expect(sold('3.5', Date.UTC(2027, 5, 1))).toMatchObject({ plan: 'basic', credits: 1_000 });
      expect(sold('3.5', change)).toMatchObject({ plan: 'basic', priceBook: 2 });
      expect(sold('3.5', change - 1)).toMatchObject({ plan: 'creator', priceBook: 1 });
      expect(sold('14', change - 1)).toBeUndefined();
    });

    it('check a receipt against the book of its payment’s day', () => {
      const old = { plan: 'creator', priceBook: 1, ...first.plans.creator } as const;
      expect(wasSoldAs(old, change - 1, books)).toBe(true);
      expect(wasSoldAs(old, change + PRICE_GRACE_MS, books)).toBe(false);
      expect(wasSoldAs({ ...old, credits: 9_999_999 }, change - 1, books)).toBe(false);
      expect(wasSoldAs({ ...old, priceBook: 2 }, change - 1, books)).toBe(false);
    });
  });
});
