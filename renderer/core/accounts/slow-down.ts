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
 * Milliseconds until the next try, never more than the longest wait, even with a clock set back.
 */
export const waitLeft = (notBefore: number, now: number): number =>
  Math.min(LONGEST_WAIT_MS, Math.max(0, notBefore - now));
