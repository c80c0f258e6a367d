import type { Store } from '../../ports/store.ts';
import type { DraftCollection } from './collection.ts';
import type { PhotoLife } from './photo-life.ts';
import type { Stage } from './stage.ts';

interface Deps {
  readonly store: Store;
  readonly collection: DraftCollection;
  readonly stage: Stage;
  readonly life: PhotoLife;
}

/** Removes drafts: from the screen at once, their photos when nothing needs them any more. */
export function createRemoval({ store, collection, stage, life }: Deps) {
  /** Takes it off the screen; the next photo starts with its choices. */
  const hide = (draftId: string): void => {
    if (!collection.find(draftId)) return;
    stage.keepForNext(stage.current().choices);
    collection.hide(draftId);
    stage.publish();
  };
  const expire = async (draftId: string): Promise<void> => {
    if (collection.find(draftId)) stage.refuse([{ code: 'photo-expired' }]);
    hide(draftId);
    await life.remove(draftId);
  };
  const putAway = async (draftId: string): Promise<void> => {
    hide(draftId);
    const row = await store.get('drafts', draftId);
    if (row) await life.putAway(row);
  };
  /** Deletes it unless a batch needs it, or it is kept for more pictures within its 24 hours. */
  const release = async (draftId: string): Promise<void> => {
    const row = await store.get('drafts', draftId);
    if (row?.keep && !row.putAway && life.left(row) > 0) return;
    if (row && !(await life.running(row))) {
      hide(draftId);
      await life.remove(draftId);
    }
  };
  return { hide, expire, putAway, release };
}
