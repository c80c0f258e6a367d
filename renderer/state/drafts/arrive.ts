import { errorCode, isAbort } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { DraftCollection } from './collection.ts';
import { sameChoices } from './history.ts';
import type { Queued, Waiting } from './import-queue.ts';
import type { PhotoLife } from './photo-life.ts';
import type { Stage } from './stage.ts';
import { takeIn, type Reading, type TakeInDeps } from './take-in.ts';

interface Deps extends TakeInDeps {
  readonly collection: DraftCollection;
  readonly waiting: Waiting;
  readonly stage: Stage;
  readonly life: Pick<PhotoLife, 'remove'>;
  /** Stores a changed draft. */
  readonly save: (draftId: string) => void;
}

/** Reads a queued photo and shows it, the first of an addition on the stage. Doesn't reject. */
export async function arrive(
  { id, picked, addition, signal }: Queued,
  { collection, waiting, stage, life, save, ...deps }: Deps,
): Promise<void> {
  const report = (now: Reading): void =>
    waiting.update((before) => before.map((item) => (item.id === id ? { ...item, ...now } : item)));
  try {
    const choices = stage.choicesForNext();
    const entry = await takeIn(deps, { id, picked, choices, signal, report });
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
