import { errorCode, isAbort } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import { randomId } from '../random.ts';
import type { DraftCollection } from './collection.ts';
import type { Addition, Queued, Waiting } from './draft-state.ts';
import { sameChoices } from './history.ts';
import { importDraft, type ImportDraftDeps, type Reading } from './import-draft.ts';
import type { PhotoLife } from './photo-life.ts';
import type { Stage } from './stage.ts';

export interface ImportQueue {
  /** Reads them after `begun`. Resolves when each of them was read or refused. */
  add(photos: readonly PickedPhoto[], begun: Promise<void>): Promise<void>;
  cancel(id: string): void;
}

interface Deps extends ImportDraftDeps {
  readonly collection: DraftCollection;
  readonly waiting: Waiting;
  readonly stage: Stage;
  readonly life: Pick<PhotoLife, 'remove'>;
  /** Stores a changed draft. */
  readonly save: (draftId: string) => void;
  readonly random: () => number;
}

/** Reads a queued photo and shows it, the first of an addition on the stage. Doesn't reject. */
async function importNext(
  { id, picked, addition, signal }: Queued,
  { collection, waiting, stage, life, save, ...deps }: Deps,
): Promise<void> {
  const report = (now: Reading): void =>
    waiting.update((before) => before.map((item) => (item.id === id ? { ...item, ...now } : item)));
  try {
    const choices = stage.choicesForNext();
    const entry = await importDraft(deps, { id, picked, choices, signal, report });
    collection.show(entry);
    const onStage = collection.onStage();
    if (!addition.shown || !onStage) {
      const chosen = stage.current();
      collection.select(id);
      // Applies what was chosen while the photo was read.
      if (!sameChoices(choices, chosen.choices)) {
        collection.replace({ ...entry.draft, ...chosen.choices, history: chosen.history });
        save(id);
      }
    } else deps.analyses.use(id, onStage.draft.id);
    addition.shown = true;
  } catch (failure) {
    await life.remove(id).catch(noted('drafts.remove'));
    if (!isAbort(failure)) stage.refuseAlso({ code: errorCode(failure), fileName: picked.name });
  }
}

/** Reads photos one after the other, in the order they were added: each keeps the engine busy. */
export function createImportQueue(deps: Deps): ImportQueue {
  const { waiting, random } = deps;
  let turn: Promise<void> | undefined;
  const leave = (item: Queued): void =>
    waiting.update((before) => before.filter(({ id }) => id !== item.id));

  return {
    async add(photos, begun) {
      const addition: Addition = { shown: false };
      const items = photos.map((picked): Queued => {
        const abort = new AbortController();
        return {
          id: randomId(random),
          fileName: picked.name,
          progress: 0,
          shrinking: false,
          picked,
          addition,
          signal: abort.signal,
          stop: () => abort.abort(),
        };
      });
      waiting.update((before) => [...before, ...items]);
      const reads = items.map((item) => {
        turn = (turn ?? begun)
          .then(() => (item.signal.aborted ? undefined : importNext(item, deps)))
          .finally(() => leave(item));
        return turn;
      });
      await Promise.all(reads);
    },
    cancel(id) {
      const [first] = waiting.snapshot();
      const item = waiting.snapshot().find((queued) => queued.id === id);
      item?.stop();
      // A photo that still waits leaves at once. The one being read leaves when its work has
      // stopped.
      if (item && item !== first) leave(item);
    },
  };
}
