import { choicesOf, type Choices, type Draft } from '../../core/drafts.ts';
import { errorCode } from '../../core/errors.ts';
import { NO_HISTORY } from '../../core/history.ts';
import { omit } from '../../core/objects.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Memory } from '../remembered.ts';
import { parseChoices } from './choices.ts';
import type { DraftAnalyses } from './draft-analyses.ts';
import type { DraftState, Queued, Refused } from './draft-state.ts';
import { stepsOf, type Edited } from './editing.ts';
import type { DraftEntry } from './photo-life.ts';

interface Deps {
  readonly analyses: Pick<DraftAnalyses, 'use' | 'leave'>;
  readonly waiting: Subscribable<readonly Queued[]>;
  /** Where the photo on the stage and the choices are remembered for the next visit. */
  readonly memory: Memory;
  readonly defaults: () => Partial<Choices>;
  /** Stores a changed draft. */
  readonly save: (draftId: string) => void;
}

/** Without what belongs to one photo: the chosen face and the brush strokes. */
const ofAnyPhoto = (choices: Choices): Choices => ({
  ...choices,
  options: omit(choices.options, 'face', 'strokes'),
});

/**
 * What the Avatar Creator shows: the photos, in the order they were added, which of them is on the
 * stage, and the choices for it or for the next.
 */
export function createStage({ analyses, waiting, memory, defaults, save }: Deps) {
  let starting = true;
  const entries = createState<readonly DraftEntry[]>([]);
  let selected: string | undefined;
  /** Choices for a photo that isn't there yet: none was added, or it is still being read. */
  let loose: Edited = {
    choices: { ...parseChoices(memory.read('choices')), ...defaults() },
    history: NO_HISTORY,
  };
  let refused: readonly Refused[] = [];

  const find = (draftId: string): DraftEntry | undefined =>
    entries.snapshot().find(({ draft }) => draft.id === draftId);
  /** Undefined only while there is no photo. */
  const onStage = (): DraftEntry | undefined =>
    selected === undefined ? undefined : find(selected);
  const select = (draftId: string | undefined): void => {
    selected = draftId;
    memory.write('draft', draftId ?? null);
    if (draftId !== undefined) analyses.use(draftId);
  };
  /** Replaces the draft that has the same id. */
  const replace = (draft: Draft): void =>
    entries.update((before) =>
      before.map((entry) => (entry.draft.id === draft.id ? { ...entry, draft } : entry)),
    );

  /** The photo that is being read on the stage. */
  const arriving = (): Queued | undefined => {
    const [first] = waiting.snapshot();
    return first && (!first.addition.shown || !onStage()) ? first : undefined;
  };
  /** The draft that the choices belong to. */
  const chosenFor = (): Draft | undefined => (arriving() ? undefined : onStage()?.draft);
  const current = (): Edited => {
    const draft = chosenFor();
    return draft ? { choices: choicesOf(draft), history: draft.history ?? NO_HISTORY } : loose;
  };
  /** Lets the next photo have these choices, without what belongs to one photo. */
  const keepForNext = (choices: Choices): void => {
    loose = { choices: ofAnyPhoto(choices), history: NO_HISTORY };
  };
  const derive = (): DraftState => {
    const entry = onStage();
    const edited = current();
    return {
      phase: starting ? 'starting' : arriving() ? 'importing' : entry ? 'ready' : 'empty',
      entries: entries.snapshot(),
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
  /** Shows what has changed; what is waiting is followed. */
  const publish = (): void => state.set(derive());
  waiting.subscribe(publish);

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    publish,
    entries,
    find,
    onStage,
    select,
    replace,
    chosenFor,
    current,
    keepForNext,
    /** The stored drafts were read. */
    ready() {
      starting = false;
      publish();
    },
    /** Adds it at the end, without putting it on the stage. */
    show: (entry: DraftEntry): void => entries.update((before) => [...before, entry]),
    /**
     * Takes the photo off the screen. Its neighbour takes its place on the stage; the next photo
     * starts with the choices.
     */
    hide(draftId: string) {
      const at = entries.snapshot().findIndex(({ draft }) => draft.id === draftId);
      if (at < 0) return;
      keepForNext(current().choices);
      const rest = entries.snapshot().filter((_, index) => index !== at);
      entries.set(rest);
      analyses.leave(draftId);
      if (selected === draftId) select((rest[at] ?? rest[at - 1])?.draft.id);
      publish();
    },
    hideAll() {
      for (const { draft } of entries.snapshot()) analyses.leave(draft.id);
      entries.set([]);
      select(undefined);
    },
    put: ({ choices, history }: Edited): void => {
      const draft = chosenFor();
      if (draft) replace({ ...draft, ...choices, history });
      else loose = { choices, history };
      publish();
      remember(choices);
      if (draft) save(draft.id);
    },
    /**
     * A batch has the photo on show: it was planned, so that further pictures have other seeds, or
     * took the photo again.
     */
    batchPlanned({ id, seed, keep = false, batchIds = [] }: Draft) {
      const shown = find(id);
      if (!shown) return;
      replace({ ...shown.draft, seed, keep, batchIds });
      publish();
      if (chosenFor()?.id === id) remember(current().choices);
    },
    /** The current choices, as far as a further photo starts with them. */
    choicesForNext: (): Choices => ({
      ...ofAnyPhoto(current().choices),
      ...(chosenFor() && defaults()),
    }),
    /** Replaces what is shown as refused. */
    refuse(now: readonly Refused[]) {
      refused = now;
    },
    refuseAlso(one: Refused) {
      refused = [...refused, one];
    },
    fail: (failure: unknown): void => {
      refused = [{ code: errorCode(failure) }];
    },
  };
}
