import { parseSol, type Lamports } from './money.ts';
import type { PlanId } from './plans.ts';

interface BookedPlan {
  readonly price: Lamports;
  readonly credits: number;
}

/** What the plans cost and granted, from a date until the next book begins. */
export interface PriceBook {
  readonly version: number;
  /** Unix milliseconds. */
  readonly since: number;
  readonly plans: Readonly<Record<PlanId, BookedPlan>>;
}

/**
 * How long a book's prices are honoured after its end: anyone who had the page open, or the exact
 * amount for a manual transfer, pays what was shown.
 */
export const PRICE_GRACE_MS = 14 * 24 * 60 * 60 * 1_000;

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

/** A plan as an order or a payment refers to it. */
export interface SoldPlan extends BookedPlan {
  readonly plan: PlanId;
  readonly priceBook: number;
}

/** The books in force at a time (Unix milliseconds), newest first. The oldest has no beginning. */
function booksAt(at: number, books: readonly PriceBook[]): readonly PriceBook[] {
  return books
    .filter((book, index) => {
      const end = books[index + 1]?.since ?? Infinity;
      return (index === 0 || book.since <= at) && at < end + PRICE_GRACE_MS;
    })
    .toReversed();
}

/**
 * Whether a plan was on sale that way when it was paid.
 * @param paidAt the chain's time, in Unix milliseconds
 */
export const wasSoldAs = (
  { priceBook: version, plan, price, credits }: SoldPlan,
  paidAt: number,
  books: readonly PriceBook[] = PRICE_BOOKS,
): boolean =>
  booksAt(paidAt, books).some(
    (book) =>
      book.version === version &&
      book.plans[plan].price === price &&
      book.plans[plan].credits === credits,
  );

/**
 * Whether an amount, the price or more, bought that plan when it was paid.
 * @param paidAt the chain's time, in Unix milliseconds
 */
export const paysFor = (plan: PlanId, amount: bigint, paidAt: number): boolean =>
  booksAt(paidAt, PRICE_BOOKS).some((book) => amount >= book.plans[plan].price);

/**
 * The plan that was sold for exactly that amount when it was paid.
 * @param paidAt the chain's time, in Unix milliseconds
 */
export function soldFor(
  amount: bigint,
  paidAt: number,
  books: readonly PriceBook[] = PRICE_BOOKS,
): SoldPlan | undefined {
  for (const book of booksAt(paidAt, books)) {
    for (const [plan, booked] of Object.entries(book.plans)) {
      if (booked.price === amount)
        return { plan: plan as PlanId, priceBook: book.version, ...booked };
    }
  }
  return undefined;
}
