import { hex } from './bytes.ts';
import type { SolPrice } from './sol-price.ts';

/** Pyth's sponsored price account for SOL/USD on Solana. It is updated at least once a minute. */
export const SOL_PRICE_ACCOUNT = '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE';
/** The program that writes price accounts after checking Pyth's signatures. */
export const PRICE_PROGRAM = 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ';
const SOL_USD = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d';
/** The first 8 bytes of SHA-256('account:PriceUpdateV2'). */
const PRICE_UPDATE_V2 = '22f123639d7ef4cd';
const FULLY_VERIFIED = 1;
/** The smallest ratio of price to confidence interval; a less certain price isn't shown. */
const WIDEST = 50n; // 1 / 50 = 2 %

/**
 * Reads a `PriceUpdateV2` account (pyth-solana-receiver-sdk). Its fields follow each other without
 * gaps, little-endian: discriminator (8 bytes), write authority (32), verification level (1, fully
 * verified), feed id (32), price (i64), confidence (u64), exponent (i32), publish time in seconds
 * (i64), and more that isn't needed here.
 * @returns undefined for anything but a fully verified, plausible price of SOL in US dollars
 */
export function readSolPrice(owner: string, account: Uint8Array): SolPrice | undefined {
  if (owner !== PRICE_PROGRAM || account.length < 101) return undefined;
  if (hex(account.subarray(0, 8)) !== PRICE_UPDATE_V2) return undefined;
  if (account[40] !== FULLY_VERIFIED || hex(account.subarray(41, 73)) !== SOL_USD) return undefined;
  const view = new DataView(account.buffer, account.byteOffset, account.byteLength);
  const price = view.getBigInt64(73, true);
  const confidence = view.getBigUint64(81, true);
  const exponent = view.getInt32(89, true);
  const publishedAt = Number(view.getBigInt64(93, true)) * 1000;
  if (price <= 0n || confidence * WIDEST > price) return undefined;
  if (exponent > 0 || exponent < -12 || !Number.isSafeInteger(publishedAt)) return undefined;
  return { price, exponent, publishedAt };
}
