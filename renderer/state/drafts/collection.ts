import type { Draft } from '../../core/drafts.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Memory } from '../remembered.ts';
import type { DraftAnalyses } from './draft-analyses.ts';
import type { DraftEntry } from './photo-life.ts';

interface Deps {
  readonly analyses: Pick<DraftAnalyses, 'use' | 'leave'>;
  /** Where the photo on the stage is remembered for the next visit. */
  readonly memory: Memory;
}

/** The photos that are shown, in the order they were added, and which of them is on the stage. */
export interface DraftCollection {
  readonly entries: Subscribable<readonly DraftEntry[]>;
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

export function createCollection({ analyses, memory }: Deps): DraftCollection {
  const entries = createState<readonly DraftEntry[]>([]);
  let selected: string | undefined;

  const collection: DraftCollection = {
    entries,
    find: (draftId) => entries.snapshot().find(({ draft }) => draft.id === draftId),
    onStage: () => (selected === undefined ? undefined : collection.find(selected)),

    show: (entry) => entries.update((before) => [...before, entry]),

    select(draftId) {
      selected = draftId;
      memory.write('draft', draftId ?? null);
      if (draftId !== undefined) analyses.use(draftId);
    },

    replace: (draft) =>
      entries.update((before) =>
        before.map((entry) => (entry.draft.id === draft.id ? { ...entry, draft } : entry)),
      ),

    hide(draftId) {
      const at = entries.snapshot().findIndex(({ draft }) => draft.id === draftId);
      if (at < 0) return;
      const rest = entries.snapshot().filter((_, index) => index !== at);
      entries.set(rest);
      analyses.leave(draftId);
      if (selected === draftId) collection.select((rest[at] ?? rest[at - 1])?.draft.id);
    },

    hideAll() {
      for (const { draft } of entries.snapshot()) analyses.leave(draft.id);
      entries.set([]);
      collection.select(undefined);
    },
  };
  return collection;
}
