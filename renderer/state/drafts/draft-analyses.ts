import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { Engine, LongOptions, PhotoAnalysis } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';

/** A draft's photo, analysed once however many screens and batches render from it. */
export interface DraftAnalyses {
  /** @throws LikenessError 'photo-expired' when the photo is gone, else as `Engine.analyse` */
  of(draftId: string): Promise<PhotoAnalysis>;
  /** Analyses a photo on the way in. */
  open(draftId: string, photo: Blob, options?: LongOptions): Promise<PhotoAnalysis>;
  /** Forgets the analysis and what was made for it. */
  drop(draftId: string): void;
}

export function createDraftAnalyses(
  engine: () => Promise<Engine>,
  store: Pick<Store, 'draftPhotos'>,
): DraftAnalyses {
  const opened = new Map<string, Promise<PhotoAnalysis>>();

  const keep = (draftId: string, analysis: Promise<PhotoAnalysis>): Promise<PhotoAnalysis> => {
    opened.set(draftId, analysis);
    // A failure isn't kept: the next one who asks tries again.
    analysis.catch(() => opened.get(draftId) === analysis && opened.delete(draftId));
    return analysis;
  };
  const analyse = async (photo: Blob, options?: LongOptions): Promise<PhotoAnalysis> =>
    (await engine()).analyse(photo, options);

  return {
    of: (draftId) =>
      opened.get(draftId) ??
      keep(
        draftId,
        store.draftPhotos.get(draftId).then((photo) => {
          if (!photo) throw new LikenessError('photo-expired');
          return analyse(photo);
        }),
      ),
    open: (draftId, photo, options) => keep(draftId, analyse(photo, options)),
    drop(draftId) {
      const analysis = opened.get(draftId);
      opened.delete(draftId);
      analysis
        ?.then(async (found) => {
          (await engine()).release(found);
        })
        .catch(noted('drafts.dismiss'));
    },
  };
}
