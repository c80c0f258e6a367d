import type { Batch } from '../../core/batches.ts';
import { DRAFT_LIFETIME_MS } from '../../core/constants.ts';
import { DRAFT_SCOPE, type Draft } from '../../core/drafts.ts';
import type { Scope } from '../../core/scope.ts';
import type { Store } from '../../ports/store.ts';
import type { DraftAnalyses } from './draft-analyses.ts';

/** A draft with its photo. */
export interface DraftEntry {
  readonly draft: Draft;
  readonly photo: Blob;
}

/** When a photo is kept and when it goes: with its batch, on clearing, or after 24 hours. */
export interface PhotoLife {
  /** A batch of this photo is under way. */
  running(draft: Draft): Promise<boolean>;
  /** Deletes the photo and all that was made of it. */
  remove(draftId: string): Promise<void>;
  /** Out of sight at once; deleted at once too, unless a running batch needs the photo to its end. */
  putAway(draft: Draft): Promise<void>;
  /** Milliseconds until the photo is due. */
  left(draft: Draft): number;
  /** Deletes what is due, and gives the rest, the oldest first. */
  sweep(): Promise<{ readonly entries: readonly DraftEntry[]; readonly expired: boolean }>;
}

export function createPhotoLife(
  store: Store,
  analyses: Pick<DraftAnalyses, 'drop'>,
  now: () => number,
  scope: () => Scope,
): PhotoLife {
  /** What lies on the device follows into the account and is sealed with it, but for the photo of a guest's batch. */
  const takeOver = async (account: Scope): Promise<void> => {
    for (const draft of await store.list('drafts', DRAFT_SCOPE)) {
      const photo = (await life.running(draft)) ? undefined : await store.draftPhotos.get(draft.id);
      if (!photo) continue;
      await store.update('drafts', draft.id, (row) =>
        row ? [{ table: 'drafts', put: { ...row, ...account } }] : [],
      );
      await store.draftPhotos.put(draft.id, photo, account.profileId);
    }
  };
  const life: PhotoLife = {
    async running(draft) {
      const batches = await Promise.all(
        (draft.batchIds ?? []).map((id) => store.get('batches', id)),
      );
      // One that isn't found is in a locked account and goes on when that is opened.
      return batches.some(
        (batch: Batch | undefined) =>
          !batch || batch.state === 'running' || batch.state === 'paused',
      );
    },

    async remove(draftId) {
      analyses.drop(draftId);
      // The photo first: a row without its photo is swept, a photo without its row would be lost sight of.
      await store.draftPhotos.remove(draftId);
      await store.write([{ table: 'drafts', remove: draftId }]);
    },

    async putAway(draft) {
      if (!(await life.running(draft))) return life.remove(draft.id);
      await store.update('drafts', draft.id, (row) =>
        row ? [{ table: 'drafts', put: { ...row, putAway: true } }] : [],
      );
    },

    left: (draft) => draft.createdAt + DRAFT_LIFETIME_MS - now(),

    async sweep() {
      const entries: DraftEntry[] = [];
      let expired = false;
      await store.draftPhotos.sweep(now() - DRAFT_LIFETIME_MS);
      const mine = scope();
      if (mine.profileId !== DRAFT_SCOPE.profileId) await takeOver(mine);
      const rows = await store.list('drafts', DRAFT_SCOPE);
      if (mine.profileId !== DRAFT_SCOPE.profileId)
        rows.push(...(await store.list('drafts', mine)));
      for (const draft of rows.sort((a, b) => a.createdAt - b.createdAt)) {
        const old = life.left(draft) <= 0;
        const finished = (draft.batchIds?.length ?? 0) > 0 && !(await life.running(draft));
        const photo = old || finished ? undefined : await store.draftPhotos.get(draft.id);
        if (!photo) {
          await life.remove(draft.id);
          expired ||= old && !draft.putAway;
        } else if (!draft.putAway) {
          entries.push({ draft, photo });
        }
      }
      return { entries, expired };
    },
  };
  return life;
}
