import type { LookJob, Readiness } from '../core/engines/engine.ts';
import type {
  AddressClass,
  EngineFailure,
  EngineKind,
  EngineSetup,
  KnownEngine,
} from '../core/engines/setup.ts';

export type { AddressClass, EngineFailure, EngineSetup, KnownEngine };

export interface Probed extends Readiness {
  readonly class: AddressClass;
}

/** An engine's failure, as these methods reject with it. */
export class EngineFailed extends Error {
  override readonly name = 'EngineFailed';
  readonly failure: EngineFailure;

  constructor(failure: EngineFailure, cause?: unknown) {
    super(failure.sentence, { cause });
    this.failure = failure;
  }
}

export interface Following {
  readonly signal: AbortSignal;
  /** The job's place in the engine's queue, from 1; 0 while its picture is made. */
  readonly onProgress: (place: number) => void;
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
   * Asks an address, and the same with `/v1`, what kind of engine is there. Sends no photo.
   * Rejects with 'cannot-edit' if something else answers.
   */
  find(
    address: string,
    key: string,
    signal: AbortSignal,
  ): Promise<{ readonly kind: EngineKind; readonly address: string }>;
  /**
   * Adds an engine, or replaces the one of that name. A changed address, kind, model or workflow
   * withdraws the consent to send photos. Without `key` the stored key stays, unless the address
   * changed; '' removes it. On the desktop, the system asks before a new address is contacted; after a
   * no it rejects with 'not-contacted', and with 'not-asked' if it didn't ask.
   */
  save(setup: EngineSetup, key?: string): Promise<KnownEngine>;
  remove(name: string): Promise<void>;
  /** Asks what the engine is and what it lacks. Sends no photo. */
  probe(name: string, signal: AbortSignal): Promise<Probed>;
  /**
   * Records the user's yes to photos for this engine, address and class; null withdraws it. On the
   * desktop, the system asks once more. Rejects with 'not-allowed' after a no there, and if the class
   * isn't the address's; with 'not-asked' as `save`.
   */
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
