/** How many answers an origin gave, by the browser's own record. */
export interface SeenOrigin {
  /** 'https://host:port', or 'app://likeness'. */
  readonly origin: string;
  readonly page: number;
  readonly workers: number;
}

/**
 * The browser's own record of what was loaded, by this page and by each worker: a second source
 * beside the request ledger, which the app keeps itself.
 */
export interface ResourceMonitor {
  origins(): readonly SeenOrigin[];
  subscribe(listener: () => void): () => void;
  /** What a worker's own record holds: the page's doesn't see it. */
  tell(addresses: readonly string[]): void;
}
