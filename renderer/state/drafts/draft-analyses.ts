import { isOpen } from '../../core/batches.ts';
import type { Draft } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { isUndecided } from '../../core/look-runs.ts';
import type { Engine, LongOptions, OpenedPhoto, PhotoAnalysis } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';

/**
 * Most analyses that stay open: each takes some 30 MB, and opening one again takes about a second.
 */
const MOST_ANALYSES = 3;

/**
 * The analyses of the drafts' photos. Each photo is analysed once, however many screens and batches
 * render from it. Those used last stay open, and any that a batch, a look or a screen works with.
 */
export interface DraftAnalyses {
  /**
   * The caller works with it until `signal` aborts. Without one, only what runs or was used last
   * keeps it open.
   * @throws LikenessError 'photo-expired' when the photo is gone, else as `Engine.analyse`
   */
  of(draftId: string, signal?: AbortSignal): Promise<PhotoAnalysis>;
  /** Imports and analyses a picked file. @throws LikenessError as `Engine.openPhoto` */
  open(draftId: string, file: Blob, options?: LongOptions): Promise<OpenedPhoto>;
  /** Marks the photo as used now. The one on the stage ranks before it. */
  use(draftId: string, onStage?: string): void;
  /** The photo is no longer shown. Its analysis stays open until it is dropped. */
  leave(draftId: string): void;
  /** Drops the analysis, unless it has to stay open. */
  dropUnlessUsed(draftId: string): Promise<void>;
  /** Forgets the analysis, and frees what was made for it. */
  drop(draftId: string): void;
}

/** Whether a batch or a look of this photo is under way. */
export async function isRunning(
  store: Pick<Store, 'get'>,
  { batchIds = [], lookIds = [] }: Draft,
): Promise<boolean> {
  const batches = await Promise.all(batchIds.map((id) => store.get('batches', id)));
  const looks = await Promise.all(lookIds.map((id) => store.get('looks', id)));
  // What isn't found belongs to a locked account and continues when that is opened.
  return (
    batches.some((batch) => !batch || isOpen(batch)) ||
    looks.some((look) => !look || isUndecided(look))
  );
}

export function createDraftAnalyses(
  engine: () => Promise<Engine>,
  store: Pick<Store, 'draftPhotos' | 'get'>,
): DraftAnalyses {
  const opened = new Map<string, Promise<PhotoAnalysis>>();
  /** Ids of the photos used last, the latest first. */
  let recent: readonly string[] = [];
  /** Of those who work with a photo's analysis. */
  const signals = new Map<string, readonly AbortSignal[]>();
  const holding = (draftId: string): readonly AbortSignal[] =>
    signals.get(draftId)?.filter(({ aborted }) => !aborted) ?? [];

  const keep = (draftId: string, analysis: Promise<PhotoAnalysis>): Promise<PhotoAnalysis> => {
    opened.set(draftId, analysis);
    // A failure isn't kept: the next caller tries again.
    analysis.catch(() => opened.get(draftId) === analysis && opened.delete(draftId));
    return analysis;
  };

  async function analyseStored(draftId: string): Promise<PhotoAnalysis> {
    const photo = await store.draftPhotos.get(draftId);
    if (!photo) throw new LikenessError('photo-expired');
    return (await engine()).analyse(photo);
  }

  const analyses: DraftAnalyses = {
    of(draftId, signal) {
      if (signal && !holding(draftId).includes(signal)) {
        signals.set(draftId, [...holding(draftId), signal]);
        const done = (): void => void analyses.dropUnlessUsed(draftId).catch(noted('drafts.photo'));
        signal.addEventListener('abort', done, { once: true });
      }
      return opened.get(draftId) ?? keep(draftId, analyseStored(draftId));
    },
    open(draftId, file, options) {
      const photo = engine().then((ready) => ready.openPhoto(file, options));
      const analysis = photo.then((opened) => opened.analysis);
      void keep(draftId, analysis);
      return photo;
    },
    use(draftId, onStage = draftId) {
      const order = [...new Set([onStage, draftId, ...recent])];
      recent = order.slice(0, MOST_ANALYSES);
      for (const id of order.slice(MOST_ANALYSES))
        analyses.dropUnlessUsed(id).catch(noted('drafts.photo'));
    },
    leave(draftId) {
      recent = recent.filter((id) => id !== draftId);
    },
    async dropUnlessUsed(draftId) {
      const row = await store.get('drafts', draftId);
      const running = row !== undefined && (await isRunning(store, row));
      if (!running && !recent.includes(draftId) && holding(draftId).length === 0)
        analyses.drop(draftId);
    },
    drop(draftId) {
      const analysis = opened.get(draftId);
      opened.delete(draftId);
      signals.delete(draftId);
      analysis
        ?.then(async (found) => {
          (await engine()).release(found);
        })
        .catch(noted('drafts.dismiss'));
    },
  };
  return analyses;
}
