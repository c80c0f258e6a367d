/** Why a request is made; the ledger shows it. */
export type RequestPurpose = 'chain' | 'faucet' | 'app' | 'media' | 'message' | 'update';

export interface RequestRecord {
  readonly id: number;
  readonly at: number;
  readonly purpose: RequestPurpose;
  readonly host: string;
  /** What was asked, e.g. a JSON-RPC method name. Never a body. */
  readonly label: string;
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** Bytes of the picture among them: 0 but for media the user chose to publish. */
  readonly photoBytes: number;
  readonly status: 'open' | 'done' | 'failed';
}

/** Sums over every request of this visit, also those that the list has let go. */
export interface RequestTotals {
  readonly requests: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly photoBytes: number;
}

/**
 * The one way out. Bodies are typed payloads (JSON text), never a Blob or a buffer, except in
 * purposes that publish a picture on the user's word.
 */
export interface Requests {
  /** Sends JSON and gives the response's text. @throws LikenessError 'network-unreachable', also for an answer over 8 MB */
  json(request: {
    readonly url: string;
    readonly purpose: RequestPurpose;
    readonly label: string;
    readonly body: string;
    /** Sent as the `Idempotency-Key` header: what is sent twice under one key counts once. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  }): Promise<{ readonly status: number; readonly text: string; readonly retryAfter?: string }>;
  /** Gets bytes. @throws LikenessError 'network-unreachable', also for an answer over `largest` bytes */
  get(request: {
    readonly url: string;
    readonly purpose: RequestPurpose;
    readonly label: string;
    readonly largest: number;
    readonly signal?: AbortSignal;
  }): Promise<{ readonly status: number; readonly bytes: Uint8Array }>;
  /**
   * Publishes a file that the user chose to publish, always with the purpose 'media'; `photoBytes`
   * of it are the picture's. @throws LikenessError 'network-unreachable'
   */
  publish(request: {
    readonly url: string;
    readonly label: string;
    readonly body: Uint8Array<ArrayBuffer>;
    readonly photoBytes: number;
    readonly signal?: AbortSignal;
  }): Promise<{ readonly status: number; readonly text: string }>;
  /** Writes down a request that the main process made on the page's word (desktop). */
  note(
    request: Pick<RequestRecord, 'purpose' | 'host' | 'label' | 'bytesUp' | 'bytesDown'> & {
      readonly status: 'done' | 'failed';
    },
  ): void;
  /** The last ones; a long visit makes more than need be kept. */
  records(): readonly RequestRecord[];
  /** In all, or of one purpose. */
  totals(purpose?: RequestPurpose): RequestTotals;
  subscribe(listener: () => void): () => void;
}
