import type { AvatarSize, RecipeOptions } from '../../core/avatars.ts';
import type { Batch } from '../../core/batches.ts';
import type { BulkRun } from '../../core/bulk.ts';
import type { Choices } from '../../core/drafts.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Scope } from '../../core/scope.ts';
import type { SetChoice } from '../../core/sets.ts';
import type { BackgroundId, StyleId } from '../../core/styles.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type { Ports } from '../../ports/index.ts';
import type { DraftAnalyses } from '../drafts/draft-analyses.ts';
import type { Drafts } from '../drafts/draft-state.ts';

export interface BatchRequest {
  readonly draftId: string;
  /** Replaces what was chosen for the first photo. */
  readonly choices?: Choices;
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

export interface RepaintRequest {
  readonly uid: string;
  /** The draft of the photo. */
  readonly draftId: string;
  /** The mended cut-out; without strokes, as the engine cuts it out. */
  readonly options: Pick<RecipeOptions, 'strokes'>;
}

/** The picture that this tab is rendering, by batch: its uid and its progress, 0 to 1. */
export type RenderProgress = ReadonlyMap<string, { readonly uid: string; readonly done: number }>;

export interface Generation extends Subscribable<RenderProgress> {
  /**
   * @throws LikenessError 'credits-too-few' | 'bulk-too-many' | 'style-locked' | 'bulk-locked' |
   *   'photo-expired' | storage-*
   */
  start(request: BatchRequest, scope: Scope): Promise<Batch>;
  /**
   * Starts the batch of a paid order's draft, once: repeated calls return the first one. Returns
   * undefined if there is no draft, if the user already started a batch from it, or if the order
   * was refunded; the credits remain.
   * @throws LikenessError as `start`; the credits remain then, too
   */
  startForOrder(order: Order): Promise<Batch | undefined>;
  /**
   * Continues every running batch of the chain that can be read, and starts the batches of its
   * orders as they are paid.
   */
  resume(genesis: string): Promise<void>;
  /**
   * Paints an avatar, and the others of its set that were made from the same photo, again with a
   * mended cut-out: in place and free. A photo that was added again must be the one they were made
   * from. Returns the batch, which is made as any other.
   * @throws LikenessError 'photo-expired' | 'photo-other' | 'return-minted' | engine-* | storage-*
   */
  repaint(request: RepaintRequest): Promise<Batch>;
  /**
   * Puts a photo that was added again in the place of the one that an avatar, and the others of its
   * set, were made from, and keeps it for its 24 hours.
   * @throws LikenessError 'photo-expired' | 'photo-other' | engine-* | storage-*
   */
  restorePhoto(uid: string, draftId: string): Promise<void>;
  cancel(batchId: string): Promise<void>;
  pause(batchId: string): Promise<void>;
  proceed(batchId: string): Promise<void>;
}

export interface GenerationDeps extends Pick<Ports, 'store' | 'engine' | 'locks' | 'clock'> {
  readonly analyses: DraftAnalyses;
  readonly drafts: () => Pick<Drafts, 'flush' | 'release'>;
  /**
   * The size that was chosen last. A batch that a payment starts has it, if its photos have enough
   * detail.
   */
  readonly size: () => AvatarSize;
  /** The styles, backgrounds and photos of such a batch. */
  readonly set: () => SetChoice;
  /** Tells pictures of different photos apart: 0 for the same pixels, at most 255. */
  readonly difference: (one: Blob, other: Blob) => Promise<number>;
  /** Unsigned 32-bit. */
  readonly random: () => number;
}
