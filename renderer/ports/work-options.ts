/** Progress and cancellation of a long operation. */
export interface WorkOptions {
  /** When it aborts, the operation rejects with 'engine-aborted'. */
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (done: number) => void;
}
