import type { Subscribable } from '../core/subscribable.ts';

/** The reason for a request, as the ledger shows it. */
export type RequestPurpose = 'chain' | 'engine' | 'faucet' | 'app' | 'media' | 'message' | 'update';

export interface RequestRecord {
  readonly id: number;
  readonly at: number;
  readonly purpose: RequestPurpose;
  readonly host: string;
  /** What was requested, e.g. a JSON-RPC method name. Never a body. */
  readonly label: string;
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** Photo bytes in the request: 0, except for what the user has an engine of their own make. */
  readonly photoBytes: number;
  /** Avatar bytes in the request: 0, except for what the user chose to publish. */
  readonly avatarBytes: number;
  readonly status: 'open' | 'done' | 'failed';
}

/** Sums over every request of this visit, including those no longer in the list. */
export interface RequestTotals {
  readonly requests: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly photoBytes: number;
  readonly avatarBytes: number;
}

/** The requests of this visit, and their sums. */
export interface Ledger {
  /** The latest; old ones are dropped during a long visit. */
  readonly records: readonly RequestRecord[];
  readonly totals: RequestTotals;
}

/**
 * The only way to the network. Bodies are typed payloads (JSON text), never a Blob or a buffer,
 * except for purposes that publish a picture at the user's request.
 */
export interface Requests {
  /**
   * Sends JSON and returns the response's text. @throws LikenessError 'network-unreachable', also
   * for an answer over 8 MB
   */
  json(request: {
    readonly url: string;
    readonly purpose: RequestPurpose;
    readonly label: string;
    readonly body: string;
    /** Sent as the `Idempotency-Key` header: two requests with the same key count once. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  }): Promise<{ readonly status: number; readonly text: string; readonly retryAfter?: string }>;
  /**
   * Downloads bytes. @throws LikenessError 'network-unreachable', also for an answer over `largest`
   * bytes
   */
  get(request: {
    readonly url: string;
    readonly purpose: RequestPurpose;
    readonly label: string;
    readonly largest: number;
    readonly signal?: AbortSignal;
  }): Promise<{ readonly status: number; readonly bytes: Uint8Array }>;
  /**
   * Publishes a file that the user chose to publish, always with the purpose 'media'. `avatarBytes`
   * of its bytes are the avatar's. @throws LikenessError 'network-unreachable'
   */
  publish(request: {
    readonly url: string;
    readonly label: string;
    readonly body: Uint8Array<ArrayBuffer>;
    readonly avatarBytes: number;
    readonly signal?: AbortSignal;
  }): Promise<{ readonly status: number; readonly text: string }>;
  /**
   * Asks the server that the page came from, if that is on this machine, to call an engine of the
   * user's own. Gives each line of its answer as it comes, however long it takes.
   * @throws LikenessError 'network-unreachable'
   */
  relay(request: {
    readonly path: string;
    readonly body: string;
    readonly onLine: (line: string) => void;
  }): Promise<{ readonly status: number }>;
  /** Records a request that the main process, or the local server, made for the page. */
  note(
    request: Pick<RequestRecord, 'purpose' | 'host' | 'label' | 'bytesUp' | 'bytesDown'> & {
      readonly status: 'done' | 'failed';
      readonly photoBytes?: number;
    },
  ): void;
  readonly ledger: Subscribable<Ledger>;
}
