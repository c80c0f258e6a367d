import type { AvatarSize } from '../../core/avatars.ts';
import type { Batch } from '../../core/batches.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Scope } from '../../core/scope.ts';
import type { BackgroundId, StyleId } from '../../core/styles.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Store } from '../../ports/store.ts';
import type { DraftAnalyses } from '../drafts/draft-analyses.ts';
import type { Watched } from '../observable.ts';

export interface BatchRequest {
  readonly draftId: string;
  readonly count: number;
  /** The draft's own style when missing. */
  readonly styles?: readonly StyleId[];
  readonly backgrounds?: readonly BackgroundId[];
  readonly size?: AvatarSize;
}

/** The picture that is being made in this tab, by batch: its uid and how far it is, 0 to 1. */
export type RenderProgress = ReadonlyMap<string, { readonly uid: string; readonly done: number }>;

export interface Generation extends Watched<RenderProgress> {
  /** @throws LikenessError 'credits-too-few' | 'photo-expired' | storage-* */
  start(request: BatchRequest, scope: Scope): Promise<Batch>;
  /**
   * A paid order's draft becomes a batch, once: repeated calls give the first one. Undefined
   * without a draft, or when a batch of the draft was begun by hand: the credits wait.
   */
  startForOrder(order: Order): Promise<Batch | undefined>;
  /** Goes on with every batch of the chain that is running and can be read, and starts those of its paid orders as they are paid. */
  resume(genesis: string): Promise<void>;
  cancel(batchId: string): Promise<void>;
  pause(batchId: string): Promise<void>;
  proceed(batchId: string): Promise<void>;
  /** Ends all work of this page; storage keeps what is needed to go on. */
  close(): void;
}

export interface GenerationDeps {
  readonly store: Store;
  readonly engine: () => Promise<Engine>;
  readonly analyses: DraftAnalyses;
  /** Deletes the photo when no other batch needs it. */
  readonly releaseDraft: (draftId: string) => Promise<void>;
  readonly locks: Locks;
  /** What was chosen last: a batch that a payment starts is of this size, as far as the photo has the detail. */
  readonly size: () => AvatarSize;
  readonly clock: Clock;
  /** Unsigned 32-bit. */
  readonly random: () => number;
}
