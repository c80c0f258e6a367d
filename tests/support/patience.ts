import { availableParallelism, loadavg } from 'node:os';

/** What waits to run on each core while the browser tests have the machine to themselves. */
const USUAL_LOAD = 2.5;
const MOST = 6;

/**
 * By how much the tests' time limits stretch: 1 on a machine that is free for them, more where other
 * work shares it, so that a hang is found soon and a busy machine is not taken for one.
 */
export const PATIENCE = Math.min(
  MOST,
  Math.max(1, (loadavg()[0] ?? 0) / availableParallelism() / USUAL_LOAD),
);

/** A time limit in milliseconds for what takes more than the usual one, on a machine as busy as this. */
export const minutes = (count: number): number => count * 60_000 * PATIENCE;
