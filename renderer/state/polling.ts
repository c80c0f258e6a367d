/**
 * How often the chain is asked while somebody waits. Milliseconds. The aim: at most 90 requests in
 * the first minute, 12 a minute after it.
 */
const MINUTE = 60_000;

/** Following a sent transaction: 57 + 12 + 10 requests in the first minute, then about 11 a minute. */
export const statusEvery = (age: number): number =>
  age < 20_000 ? 800 : age < MINUTE ? 1_250 : 8_000;
export const rebroadcastEvery = (age: number): number => (age < MINUTE ? 5_000 : 30_000);
export const heightEvery = (age: number): number => (age < MINUTE ? 6_000 : 30_000);

/** Past the last valid block height the proof of expiry is all that is asked: 4 requests a node. */
export const PROOF_EVERY = 45_000;

/** Looking for a transfer under the reference and by amount: 2 requests a look. */
export const scanEvery = (age: number): number => (age < MINUTE ? 3_000 : 12_000);

/** Between the orders that a start looks after once. */
export const BETWEEN_LATE_SCANS = 10_000;

/** Solana's aim for a slot; for the countdown on the screen only. */
export const SLOT_MS = 400;
