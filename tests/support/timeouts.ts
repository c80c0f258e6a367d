import { availableParallelism, loadavg } from 'node:os';

/** The usual load per core while the browser tests have the machine to themselves. */
const USUAL_LOAD = 2.5;
const MOST = 6;

/**
 * The factor for the tests' time limits: 1 on an idle machine, more where other work shares it. So
 * a hang is found soon, and a busy machine isn't mistaken for one.
 */
export const TIMEOUT_FACTOR = Math.min(
  MOST,
  Math.max(1, (loadavg()[0] ?? 0) / availableParallelism() / USUAL_LOAD),
);

/** A time limit in milliseconds, scaled to this machine's load. */
export const minutes = (count: number): number => count * 60_000 * TIMEOUT_FACTOR;
