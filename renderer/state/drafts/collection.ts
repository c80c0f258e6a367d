import type { Draft } from '../../core/drafts.ts';
import type { Memory } from '../remembered.ts';
import type { DraftAnalyses } from './draft-analyses.ts';
import type { Expiries } from './expiries.ts';
import type { DraftEntry } from './photo-life.ts';

interface Deps {
  readonly analyses: Pick<DraftAnalyses, 'use' | 'leave'>;
  readonly expiries: Expiries;
  /** Where the photo on the stage is remembered for the next visit. */
  readonly memory: Memory;
  /** Milliseconds until the photo expires. */
  readonly left: (draft: Draft) => number;
  /** Another photo, or none, is on the stage. */
  readonly onSelect: () => void;
}

/** The photos that are shown, in the order they were added, and which of them is on the stage. */
export interface DraftCollection {
  entries(): readonly DraftEntry[];
  find(draftId: string): DraftEntry | undefined;
  /** Undefined only while there is no photo. */
  onStage(): DraftEntry | undefined;
  /** Adds it at the end, without putting it on the stage. */
  show(entry: DraftEntry): void;
  select(draftId: string | undefined): void;
  /** Replaces the draft that has the same id. */
  replace(draft: Draft): void;
  /** Removes the photo from the screen. Its neighbour takes its place on the stage. */
  hide(draftId: string): void;
  hideAll(): void;
}

export function createCollection({
  analyses,
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
      if (draftId !== undefined) analyses.use(draftId);
    },

    replace(draft) {
      entries = entries.map((entry) => (entry.draft.id === draft.id ? { ...entry, draft } : entry));
    },

    hide(draftId) {
      const at = entries.findIndex(({ draft }) => draft.id === draftId);
      if (at < 0) return;
      entries = entries.filter((_, index) => index !== at);
      expiries.cancel(draftId);
      analyses.leave(draftId);
      if (selected === draftId) collection.select((entries[at] ?? entries[at - 1])?.draft.id);
    },

    hideAll() {
      for (const { draft } of entries) analyses.leave(draft.id);
      entries = [];
      expiries.cancelAll();
      collection.select(undefined);
    },
  };
  return collection;
}
