import { choicesOf, type Choices, type Draft } from '../../core/drafts.ts';
import { errorCode } from '../../core/errors.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import { omit } from '../omit.ts';
import type { Memory } from '../remembered.ts';
import { parseChoices } from './choices.ts';
import type { DraftCollection } from './collection.ts';
import type { DraftState, Refused } from './draft-state.ts';
import { stepsOf, type Edited } from './editing.ts';
import { NO_HISTORY } from './history.ts';
import type { ImportQueue, Queued } from './import-queue.ts';

interface Deps {
  readonly collection: DraftCollection;
  readonly queue: Pick<ImportQueue, 'waiting'>;
  readonly memory: Memory;
  readonly preset: () => Partial<Choices>;
  /** Stores a changed draft. */
  readonly save: (draftId: string) => void;
}

/** What the studio shows, and the choices for the photo on the stage or for the next one. */
export interface Stage extends Subscribable<DraftState> {
  /** Shows what has changed. */
  publish(): void;
  /** The stored drafts were read. */
  readonly ready: () => void;
  /** The draft that the choices belong to. */
  chosenFor(): Draft | undefined;
  readonly current: () => Edited;
  readonly put: (next: Edited) => void;
  /** The current choices, as far as a further photo starts with them. */
  choicesForNext(): Choices;
  /** Lets the next photo have these choices, without what belongs to one photo. */
  keepForNext(choices: Choices): void;
  /** Replaces what is shown as refused. */
  refuse(refused: readonly Refused[]): void;
  refuseAlso(one: Refused): void;
  readonly fail: (failure: unknown) => void;
}

/** Without what belongs to one photo: the chosen face and the brush strokes. */
const ofAnyPhoto = (choices: Choices): Choices => ({
  ...choices,
  options: omit(omit(choices.options, 'face'), 'strokes'),
});

export function createStage({ collection, queue, memory, preset, save }: Deps): Stage {
  let starting = true;
  /** Choices for a photo that isn't there yet: none was added, or it is still being read. */
  let loose: Edited = {
    choices: { ...parseChoices(memory.read('choices')), ...preset() },
    history: NO_HISTORY,
  };
  let refused: readonly Refused[] = [];

  /** The photo that is being read on the stage. */
  const arriving = (): Queued | undefined => {
    const first = queue.waiting()[0];
    return first && (!first.addition.shown || !collection.onStage()) ? first : undefined;
  };
  const chosenFor = (): Draft | undefined => (arriving() ? undefined : collection.onStage()?.draft);
  const current = (): Edited => {
    const draft = chosenFor();
    return draft ? { choices: choicesOf(draft), history: draft.history ?? NO_HISTORY } : loose;
  };
  const derive = (): DraftState => {
    const entry = collection.onStage();
    const edited = current();
    return {
      phase: starting ? 'starting' : arriving() ? 'importing' : entry ? 'ready' : 'empty',
      entries: collection.entries(),
      ...(entry && { draft: entry.draft, photo: entry.photo }),
      choices: edited.choices,
      ...stepsOf(edited),
      incoming: queue.waiting(),
      refused,
    };
  };
  const state = createState<DraftState>(derive());

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    publish: () => state.set(derive()),
    ready() {
      starting = false;
      state.set(derive());
    },
    chosenFor,
    current,
    put({ choices, history }) {
      const draft = chosenFor();
      refused = [];
      if (draft) collection.replace({ ...draft, ...choices, history });
      else loose = { choices, history };
      state.set(derive());
      // The user's own picture stays in the encrypted rows.
      memory.write(
        'choices',
        ofAnyPhoto({ ...choices, options: omit(choices.options, 'backdropPicture') }),
      );
      if (draft) save(draft.id);
    },
    choicesForNext: () => ({ ...ofAnyPhoto(current().choices), ...(chosenFor() && preset()) }),
    keepForNext(choices) {
      loose = { choices: ofAnyPhoto(choices), history: NO_HISTORY };
    },
    refuse(now) {
      refused = now;
    },
    refuseAlso(one) {
      refused = [...refused, one];
    },
    fail(failure) {
      refused = [{ code: errorCode(failure) }];
    },
  };
}
