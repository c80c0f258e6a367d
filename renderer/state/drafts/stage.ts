import { choicesOf, type Choices, type Draft } from '../../core/drafts.ts';
import { errorCode } from '../../core/errors.ts';
import { NO_HISTORY } from '../../core/history.ts';
import { omit } from '../../core/objects.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Memory } from '../remembered.ts';
import { parseChoices } from './choices.ts';
import type { DraftCollection } from './collection.ts';
import type { DraftState, Queued, Refused } from './draft-state.ts';
import { stepsOf, type Edited } from './editing.ts';

interface Deps {
  readonly collection: DraftCollection;
  readonly waiting: Subscribable<readonly Queued[]>;
  readonly memory: Memory;
  readonly defaults: () => Partial<Choices>;
  /** Stores a changed draft. */
  readonly save: (draftId: string) => void;
}

/** What the Avatar Creator shows, and the choices for the photo on the stage or for the next. */
export interface Stage extends Subscribable<DraftState> {
  /** Shows what has changed; what is waiting is followed. */
  readonly publish: () => void;
  /** The stored drafts were read. */
  readonly ready: () => void;
  /** The draft that the choices belong to. */
  chosenFor(): Draft | undefined;
  readonly current: () => Edited;
  readonly put: (next: Edited) => void;
  /**
   * A batch has the photo on show: it was planned, so that further pictures have other seeds, or
   * took the photo again.
   */
  batchPlanned(stored: Draft): void;
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
  options: omit(choices.options, 'face', 'strokes'),
});

export function createStage({ collection, waiting, memory, defaults, save }: Deps): Stage {
  let starting = true;
  /** Choices for a photo that isn't there yet: none was added, or it is still being read. */
  let loose: Edited = {
    choices: { ...parseChoices(memory.read('choices')), ...defaults() },
    history: NO_HISTORY,
  };
  let refused: readonly Refused[] = [];

  /** The photo that is being read on the stage. */
  const arriving = (): Queued | undefined => {
    const [first] = waiting.snapshot();
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
      entries: collection.entries.snapshot(),
      ...(entry && { draft: entry.draft, photo: entry.photo }),
      choices: edited.choices,
      ...stepsOf(edited),
      incoming: waiting.snapshot(),
      refused,
    };
  };
  /** For the next visit. The user's own picture stays in the encrypted rows. */
  const remember = (choices: Choices): void =>
    memory.write(
      'choices',
      ofAnyPhoto({ ...choices, options: omit(choices.options, 'backdropPicture') }),
    );
  const state = createState<DraftState>(derive());
  const publish = (): void => state.set(derive());
  waiting.subscribe(publish);

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    publish,
    ready() {
      starting = false;
      publish();
    },
    chosenFor,
    current,
    put({ choices, history }) {
      const draft = chosenFor();
      if (draft) collection.replace({ ...draft, ...choices, history });
      else loose = { choices, history };
      publish();
      remember(choices);
      if (draft) save(draft.id);
    },
    batchPlanned({ id, seed, keep = false, batchIds = [] }) {
      const shown = collection.find(id);
      if (!shown) return;
      collection.replace({ ...shown.draft, seed, keep, batchIds });
      publish();
      if (chosenFor()?.id === id) remember(current().choices);
    },
    choicesForNext: () => ({ ...ofAnyPhoto(current().choices), ...(chosenFor() && defaults()) }),
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
