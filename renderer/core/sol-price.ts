import { formatAgo, formatNumber } from '../i18n/index.ts';
import { LAMPORTS_PER_SOL } from './money.ts';

/** The price of one SOL in US dollars: `price` × 10^`exponent`, as of `publishedAt` (Unix ms). */
export interface SolPrice {
  readonly price: bigint;
  readonly exponent: number;
  readonly publishedAt: number;
}

/** An older price says too little about the current one. */
const PRICE_HOLDS_MS = 5 * 60_000;
/** Tolerance for devices' clocks that are a little off. */
const AHEAD_MS = 60_000;

/** Whether a price is recent enough. */
export const priceHolds = ({ publishedAt }: SolPrice, now: number): boolean =>
  now - publishedAt <= PRICE_HOLDS_MS && publishedAt - now <= AHEAD_MS;

/** The value of lamports, rounded to whole cents: '$214.20'. */
export function inDollars(lamports: bigint, { price, exponent }: SolPrice): string {
  const divisor = LAMPORTS_PER_SOL * 10n ** BigInt(-exponent);
  const cents = (lamports * price * 100n + divisor / 2n) / divisor;
  return formatNumber(Number(cents) / 100, { style: 'currency', currency: 'USD' });
}

/** '20 seconds ago', '3 minutes ago'. */
export function priceAge({ publishedAt }: SolPrice, now: number): string {
  const seconds = Math.max(0, Math.round((now - publishedAt) / 1000));
  return seconds < 60
    ? formatAgo(seconds, 'second')
    : formatAgo(Math.floor(seconds / 60), 'minute');
}
