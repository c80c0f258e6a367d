import { DRAFT_LIFETIME_MS } from '../../core/constants.ts';
import { DRAFT_SCOPE, expiresAt, type Draft } from '../../core/drafts.ts';
import type { Scope } from '../../core/scope.ts';
import type { Store } from '../../ports/store.ts';
import { isRunning, type DraftAnalyses } from './draft-analyses.ts';

/** A draft with its photo. */
export interface DraftEntry {
  readonly draft: Draft;
  readonly photo: Blob;
}

/** When a photo is kept and when it goes: with its batch, on clearing, or after 24 hours. */
export interface PhotoLife {
  /** Deletes the photo and all that was made of it. */
  remove(draftId: string): Promise<void>;
  /** Hides the photo at once. Deletes it at once, too, unless a running batch still needs it. */
  putAway(draft: Draft): Promise<void>;
  /** Milliseconds until the photo expires. */
  readonly left: (draft: Draft) => number;
  /**
   * Deletes expired photos and returns the rest, the oldest first. `aside` are those of a folder.
   */
  sweep(): Promise<{
    readonly entries: readonly DraftEntry[];
    readonly aside: readonly Draft[];
    readonly expired: boolean;
  }>;
}

/** The drafts of the device, and those of the account whose scope this is. */
export async function listDrafts(store: Pick<Store, 'list'>, mine: Scope): Promise<Draft[]> {
  const rows = await store.list('drafts', DRAFT_SCOPE);
  return mine.profileId === DRAFT_SCOPE.profileId
    ? rows
    : [...rows, ...(await store.list('drafts', mine))];
}

/** Deletes a photo and all that was made of it. */
export async function removeDraft(
  { store, analyses }: { readonly store: Store; readonly analyses: Pick<DraftAnalyses, 'drop'> },
  draftId: string,
): Promise<void> {
  analyses.drop(draftId);
  // The photo goes first: a row without its photo is swept later, but a photo without its row would
  // never be found.
  await store.draftPhotos.remove(draftId);
  await store.write([{ table: 'drafts', remove: draftId }]);
}

export function createPhotoLife(
  store: Store,
  analyses: Pick<DraftAnalyses, 'drop'>,
  now: () => number,
  scope: () => Scope,
): PhotoLife {
  /**
   * Moves the device's photos into the account, encrypted with its key, except for the photos of a
   * guest's batch.
   */
  const takeOver = async (account: Scope): Promise<void> => {
    for (const draft of await store.list('drafts', DRAFT_SCOPE)) {
      const photo = (await isRunning(store, draft))
        ? undefined
        : await store.draftPhotos.get(draft.id);
      if (!photo) continue;
      // Sealed before its row moves: a row that has moved isn't taken over again.
      await store.draftPhotos.put(draft.id, photo, account.profileId, draft.createdAt);
      await store.update('drafts', draft.id, (row) =>
        row ? [{ table: 'drafts', put: { ...row, ...account } }] : [],
      );
    }
  };
  /** A photo that was added while the clock was ahead would stay too long: its day begins now. */
  const correctTimes = async (mine: Scope): Promise<void> => {
    const ahead = (await listDrafts(store, mine)).filter(({ createdAt }) => createdAt > now());
    const ids = ahead.map(({ id }) => id);
    await store.updateEach('drafts', ids, (row) => ({ ...row, createdAt: now() }));
  };
  const life: PhotoLife = {
    remove: (draftId) => removeDraft({ store, analyses }, draftId),

    async putAway(draft) {
      if (!(await isRunning(store, draft))) return life.remove(draft.id);
      await store.updateEach('drafts', [draft.id], (row) => ({ ...row, putAway: true }));
    },

    left: (draft) => expiresAt(draft) - now(),

    async sweep() {
      const entries: DraftEntry[] = [];
      const aside: Draft[] = [];
      let expired = false;
      await store.draftPhotos.sweep(now() - DRAFT_LIFETIME_MS);
      const mine = scope();
      await correctTimes(mine);
      if (mine.profileId !== DRAFT_SCOPE.profileId) await takeOver(mine);
      const rows = await listDrafts(store, mine);
      for (const draft of rows.sort((a, b) => a.createdAt - b.createdAt)) {
        const old = life.left(draft) <= 0;
        const finished =
          (!draft.keep || draft.putAway === true) &&
          (draft.batchIds?.length ?? 0) > 0 &&
          !(await isRunning(store, draft));
        // A folder's photos aren't shown; they are opened when their turn comes.
        if (draft.bulk && !old && !finished) {
          aside.push(draft);
          continue;
        }
        const photo = old || finished ? undefined : await store.draftPhotos.get(draft.id);
        if (!photo) {
          await life.remove(draft.id);
          expired ||= old && !draft.putAway && !draft.bulk;
        } else if (!draft.putAway) {
          entries.push({ draft, photo });
        }
      }
      return { entries, aside, expired };
    },
  };
  return life;
}
