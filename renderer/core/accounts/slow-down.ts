const FREE_TRIES = 3;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15 * 60 * 1_000;

/**
 * How long to wait after this many wrong passwords in a row: 5 s from the third on, doubling each
 * time, at most 15 minutes.
 */
export const waitAfter = (failures: number): number =>
  failures < FREE_TRIES
    ? 0
    : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_TRIES));

/**
 * Milliseconds until the next try. A time further away than the longest wait was written by a clock
 * that was ahead, and counts for nothing.
 */
export const waitLeft = (notBefore: number, now: number): number => {
  const left = notBefore - now;
  return left > LONGEST_WAIT_MS ? 0 : Math.max(0, left);
};
