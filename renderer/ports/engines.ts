import type { EngineErrorCode, LookJob, Readiness } from '../core/engines/engine.ts';

/** Where an engine is, by the address that its name stands for. */
export type AddressClass = 'machine' | 'network' | 'internet';

/** How an engine is reached. `core/engines/setup.ts` reads it, and each kind's adapter follows it. */
export interface EngineSetup {
  /** As the user calls it: small letters, digits and hyphens. */
  readonly name: string;
  readonly kind: 'edits' | 'comfy' | 'sdcpp' | 'sdapi';
  /** http or https, without a name, a password, a query or a slash at its end. */
  readonly address: string;
  /** For `edits`, of a server that has several models. */
  readonly model?: string;
  /** For `comfy`: one of our graphs, or the user's own in API format, as JSON. */
  readonly workflow?: string;
}

/** An engine as it is set up. A key is written, and never read back. */
export interface KnownEngine extends EngineSetup {
  readonly hasKey: boolean;
  /** The class of address that the user allowed photos to be sent to. Undefined: not asked, said no, or the address changed since. */
  readonly photosAllowed?: AddressClass;
  /** Bytes of photos that it was sent since it was set up. */
  readonly photoBytes: number;
}

export interface Probed extends Readiness {
  readonly class: AddressClass;
}

/** How making a picture ended. `sentence` is English, for the log; screens have their own by `code`. */
export interface EngineFailure {
  readonly code: EngineErrorCode | 'not-allowed' | 'unknown-engine';
  /** What the engine said, one line, cut. */
  readonly said: string;
  readonly sentence: string;
}

/** An engine's failure, as these methods reject with it. */
export class EngineFailed extends Error {
  override readonly name = 'EngineFailed';
  readonly failure: EngineFailure;

  constructor(failure: EngineFailure) {
    super(failure.sentence);
    this.failure = failure;
  }
}

export interface Following {
  readonly signal: AbortSignal;
  /** Only what the engine says itself. */
  readonly onProgress: (progress: string) => void;
  /** The engine's own name for the job, to be written down before anything else happens. */
  readonly onKeep: (engineJob: string) => Promise<void>;
}

/**
 * The engines of the user's own. The page calls none of them: the desktop's main process does, or the
 * local server that the page came from. Every method rejects with `EngineFailed`.
 */
export interface Engines {
  list(): Promise<readonly KnownEngine[]>;
  /**
   * Adds an engine, or replaces the one of that name. A changed address, kind or workflow withdraws
   * the consent to send photos. Without `key` the stored key stays; '' removes it.
   */
  save(setup: EngineSetup, key?: string): Promise<KnownEngine>;
  remove(name: string): Promise<void>;
  /** Asks what the engine is and what it lacks. Sends no photo. */
  probe(name: string, signal: AbortSignal): Promise<Probed>;
  /** Records the user's yes to photos for this engine, address and class; null withdraws it. */
  allowPhotos(name: string, allowed: AddressClass | null): Promise<void>;
  /**
   * Has a picture made.
   * @returns the bytes as they came, of at most 64 MB
   * Rejects with 'not-allowed' before anything is sent, if consent is missing or the class differs.
   */
  make(name: string, job: LookJob, following: Following): Promise<Uint8Array>;
  /** Waits for a picture that was begun earlier. Rejects with 'job-lost' if it isn't known there. */
  resume(name: string, job: LookJob, following: Following): Promise<Uint8Array>;
}
