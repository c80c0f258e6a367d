import type { Draft } from '../../core/drafts.ts';
import type { Memory } from '../remembered.ts';
import type { Expiries } from './expiries.ts';
import type { DraftEntry } from './photo-life.ts';
import type { RecentAnalyses } from './recent-analyses.ts';

interface Deps {
  readonly recent: RecentAnalyses;
  readonly expiries: Expiries;
  /** Where the photo on the stage is remembered for the next visit. */
  readonly memory: Memory;
  /** Milliseconds until the photo is due. */
  readonly left: (draft: Draft) => number;
  /** Another photo, or none, is on the stage. */
  readonly onSelect: () => void;
}

/** The photos that are shown, in the order of adding, and the one of them on the stage. */
export interface DraftCollection {
  entries(): readonly DraftEntry[];
  find(draftId: string): DraftEntry | undefined;
  /** None only while there is no photo. */
  onStage(): DraftEntry | undefined;
  /** Adds it at the end, beside the stage. */
  show(entry: DraftEntry): void;
  select(draftId: string | undefined): void;
  /** Puts the changed draft in the place of the one with its id. */
  replace(draft: Draft): void;
  /** Takes the photo off the screen; its neighbour follows on the stage. */
  hide(draftId: string): void;
  hideAll(): void;
}

export function createCollection({
  recent,
  expiries,
  memory,
  left,
  onSelect,
}: Deps): DraftCollection {
  let entries: readonly DraftEntry[] = [];
  let selected: string | undefined;

  const collection: DraftCollection = {
    entries: () => entries,
    find: (draftId) => entries.find(({ draft }) => draft.id === draftId),
    onStage: () => (selected === undefined ? undefined : collection.find(selected)),

    show(entry) {
      entries = [...entries, entry];
      expiries.set(entry.draft.id, left(entry.draft));
    },

    select(draftId) {
      selected = draftId;
      onSelect();
      memory.write('draft', draftId ?? null);
      if (draftId !== undefined) recent.use(draftId);
    },

    replace(draft) {
      entries = entries.map((entry) => (entry.draft.id === draft.id ? { ...entry, draft } : entry));
    },

    hide(draftId) {
      const at = entries.findIndex(({ draft }) => draft.id === draftId);
      if (at < 0) return;
      entries = entries.filter((_, index) => index !== at);
      expiries.cancel(draftId);
      recent.forget(draftId);
      if (selected === draftId) collection.select((entries[at] ?? entries[at - 1])?.draft.id);
    },

    hideAll() {
      entries = [];
      expiries.cancelAll();
      recent.forgetAll();
      collection.select(undefined);
    },
  };
  return collection;
}
