import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { Engine, LongOptions, Sitting } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';

/** A draft's photo, analysed once however many screens and batches render from it. */
export interface Sittings {
  /** @throws LikenessError 'photo-expired' when the photo is gone, else as `Engine.sit` */
  of(draftId: string): Promise<Sitting>;
  /** Analyses a photo on the way in. */
  open(draftId: string, photo: Blob, options?: LongOptions): Promise<Sitting>;
  /** Forgets the analysis and what was made for it. */
  drop(draftId: string): void;
}

export function createSittings(
  engine: () => Promise<Engine>,
  store: Pick<Store, 'draftPhotos'>,
): Sittings {
  const opened = new Map<string, Promise<Sitting>>();

  const keep = (draftId: string, sitting: Promise<Sitting>): Promise<Sitting> => {
    opened.set(draftId, sitting);
    // A failure isn't kept: the next one who asks tries again.
    sitting.catch(() => opened.get(draftId) === sitting && opened.delete(draftId));
    return sitting;
  };
  const sit = async (photo: Blob, options?: LongOptions): Promise<Sitting> =>
    (await engine()).sit(photo, options);

  return {
    of: (draftId) =>
      opened.get(draftId) ??
      keep(
        draftId,
        store.draftPhotos.get(draftId).then((photo) => {
          if (!photo) throw new LikenessError('photo-expired');
          return sit(photo);
        }),
      ),
    open: (draftId, photo, options) => keep(draftId, sit(photo, options)),
    drop(draftId) {
      const sitting = opened.get(draftId);
      opened.delete(draftId);
      sitting
        ?.then(async (found) => {
          (await engine()).dismiss(found);
        })
        .catch(noted('drafts.dismiss'));
    },
  };
}
