import type { AvatarSize } from '../../core/avatars.ts';
import type { Batch } from '../../core/batches.ts';
import type { BulkRun } from '../../core/bulk.ts';
import type { Choices } from '../../core/drafts.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Scope } from '../../core/scope.ts';
import type { SetChoice } from '../../core/sets.ts';
import type { BackgroundId, StyleId } from '../../core/styles.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Store } from '../../ports/store.ts';
import type { DraftAnalyses } from '../drafts/draft-analyses.ts';

export interface BatchRequest {
  readonly draftId: string;
  /** Replaces what was chosen for the first photo. */
  readonly look?: Choices;
  /** Further photos. One that no longer exists is left out. */
  readonly others?: readonly string[];
  readonly count: number;
  /** The draft's own style if missing. */
  readonly styles?: readonly StyleId[];
  readonly backgrounds?: readonly BackgroundId[];
  readonly size?: AvatarSize;
  /**
   * Whether this is a folder of photos: each is rendered in every style and on every background,
   * one person after the other.
   */
  readonly bulk?: BulkRun;
}

/** The picture that this tab is rendering, by batch: its uid and its progress, 0 to 1. */
export type RenderProgress = ReadonlyMap<string, { readonly uid: string; readonly done: number }>;

export interface Generation extends Subscribable<RenderProgress> {
  /**
   * @throws LikenessError 'credits-too-few' | 'style-locked' | 'bulk-locked' | 'photo-expired' |
   *   storage-*
   */
  start(request: BatchRequest, scope: Scope): Promise<Batch>;
  /**
   * Starts the batch of a paid order's draft, once: repeated calls return the first one. Returns
   * undefined if there is no draft, or if the user already started a batch from it; the credits
   * remain.
   * @throws LikenessError as `start`; the credits remain then, too
   */
  startForOrder(order: Order): Promise<Batch | undefined>;
  /**
   * Continues every running batch of the chain that can be read, and starts the batches of its
   * orders as they are paid.
   */
  resume(genesis: string): Promise<void>;
  cancel(batchId: string): Promise<void>;
  pause(batchId: string): Promise<void>;
  proceed(batchId: string): Promise<void>;
  /** Ends all work of this page. Storage keeps what is needed to continue. */
  close(): void;
}

export interface GenerationDeps {
  readonly store: Store;
  readonly engine: () => Promise<Engine>;
  readonly analyses: DraftAnalyses;
  /** Deletes the photo when no other batch needs it. */
  readonly releaseDraft: (draftId: string) => Promise<void>;
  readonly locks: Locks;
  /**
   * The size that was chosen last. A batch that a payment starts has it, if its photos have enough
   * detail.
   */
  readonly size: () => AvatarSize;
  /** The looks and photos of such a batch. */
  readonly set: () => SetChoice;
  readonly clock: Clock;
  /** Unsigned 32-bit. */
  readonly random: () => number;
}
