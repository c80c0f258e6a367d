import type { Subscribable } from '../core/subscribable.ts';

/** How many responses came from an origin, according to the browser. */
export interface SeenOrigin {
  /** 'https://host:port', or 'app://likeness'. */
  readonly origin: string;
  readonly page: number;
  readonly workers: number;
}

/**
 * The browser's own record of what the page and each worker loaded. It is independent of the
 * request ledger, which the app keeps itself.
 */
export interface ResourceMonitor extends Subscribable<readonly SeenOrigin[]> {
  /** Adds the addresses in a worker's record, which the page's record doesn't include. */
  addFromWorker(addresses: readonly string[]): void;
}
