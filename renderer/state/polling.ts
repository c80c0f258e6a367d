/**
 * How often the chain is asked while somebody waits, in milliseconds. The aim: at most 90 requests
 * in the first minute, then 12 a minute.
 */
const MINUTE = 60_000;

/** Whether less than `most` has passed. A clock that was set back by more says nothing of it. */
const isWithin = (age: number, most: number): boolean => Math.abs(age) < most;

/**
 * Following a sent transaction: 57 + 12 + 10 requests in the first minute, then about 11 a minute.
 */
export const statusEvery = (age: number): number =>
  isWithin(age, 20_000) ? 800 : isWithin(age, MINUTE) ? 1_250 : 8_000;
export const rebroadcastEvery = (age: number): number => (isWithin(age, MINUTE) ? 5_000 : 30_000);
export const heightEvery = (age: number): number => (isWithin(age, MINUTE) ? 6_000 : 30_000);

/** Whether `every` milliseconds have passed since `last`, or the clock was set back by more. */
export const isDue = (last: number, every: number, now: number): boolean =>
  Math.abs(now - last) >= every;

/** Past the last valid block height, only the proof of expiry is requested: 4 requests per node. */
export const PROOF_EVERY = 45_000;

/** While looking for a transfer under the reference and by amount: 2 requests each time. */
export const scanEvery = (age: number): number => (isWithin(age, MINUTE) ? 3_000 : 12_000);

/** Pause between the orders that are each checked once at the start. */
export const BETWEEN_LATE_SCANS = 10_000;

/** Solana's target duration of a slot; used only for the countdown on the screen. */
export const SLOT_MS = 400;
