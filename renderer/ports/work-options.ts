/** How something long is followed and ended. */
export interface WorkOptions {
  /** Aborted, it rejects with 'engine-aborted'. */
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (done: number) => void;
}
