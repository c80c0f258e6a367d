import { parseSol, type Lamports } from './money.ts';
import type { PlanId } from './plans.ts';

interface BookedPlan {
  readonly price: Lamports;
  readonly credits: number;
}

/** What the plans cost and granted, from a day on. */
export interface PriceBook {
  readonly version: number;
  /** Unix milliseconds. */
  readonly since: number;
  readonly plans: Readonly<Record<PlanId, BookedPlan>>;
}

/**
 * Every price there ever was, oldest first: a purchase restored from the chain is worth what was
 * sold then. Never edit a published book; add one, and raise `PRICE_BOOK_VERSION` in plans.ts.
 */
const PRICE_BOOKS: readonly PriceBook[] = [
  {
    version: 1,
    since: Date.UTC(2026, 0, 1),
    plans: {
      basic: { price: parseSol('1.2'), credits: 1_000 },
      creator: { price: parseSol('3.5'), credits: 5_300 },
      pro: { price: parseSol('6.9'), credits: 11_200 },
    },
  },
];

export const priceBook = (version: number): PriceBook | undefined =>
  PRICE_BOOKS.find((book) => book.version === version);

export interface SoldPlan extends BookedPlan {
  readonly plan: PlanId;
  readonly priceBook: number;
}

/**
 * The plan that was sold for exactly that amount at that time (Unix milliseconds). The book that
 * was in force comes first, then the others: the buyer's clock may have been wrong.
 */
export function soldFor(amount: bigint, at: number): SoldPlan | undefined {
  const newestFirst = PRICE_BOOKS.toReversed();
  const inForce = newestFirst.find(({ since }) => since <= at);
  for (const book of inForce ? [inForce, ...newestFirst] : newestFirst) {
    for (const [plan, booked] of Object.entries(book.plans)) {
      if (booked.price === amount)
        return { plan: plan as PlanId, priceBook: book.version, ...booked };
    }
  }
  return undefined;
}
