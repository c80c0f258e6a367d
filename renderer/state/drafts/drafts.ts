import { DRAFT_LIFETIME_MS, MOST_DRAFTS } from '../../core/constants.ts';
import { DRAFT_SCOPE, type Choices, type Draft } from '../../core/drafts.ts';
import { errorCode, isAbort } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { Scope } from '../../core/scope.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Photos } from '../../ports/photos.ts';
import type { Store } from '../../ports/store.ts';
import { observable, type Watched } from '../observable.ts';
import { omit } from '../omit.ts';
import type { Memory } from '../remembered.ts';
import { createAutosave } from './autosave.ts';
import { parseChoices } from './choices.ts';
import { createCollection } from './collection.ts';
import type { DraftAnalyses } from './draft-analyses.ts';
import type { Drafts, DraftState, Refused } from './draft-state.ts';
import { createEditing, stepsOf, type Edited } from './editing.ts';
import { createExpiries, type After } from './expiries.ts';
import { NO_HISTORY, sameChoices } from './history.ts';
import { createImportQueue, type Queued } from './import-queue.ts';
import { createPhotoLife } from './photo-life.ts';
import { createRecentAnalyses } from './recent-analyses.ts';
import { takeIn } from './take-in.ts';

interface Deps {
  readonly store: Store;
  readonly photos: Photos;
  readonly engine: () => Promise<Engine>;
  readonly analyses: DraftAnalyses;
  readonly memory: Memory;
  readonly now: () => number;
  /** Where drafts are kept: on the device, or sealed in the open account. */
  readonly scope?: Watched<Scope>;
  /** Unsigned 32-bit. */
  readonly random: () => number;
  /** What a new photo begins with whatever was chosen last: the settings' word, if they have one. */
  readonly preset?: () => Partial<Pick<Choices, 'style' | 'background'>>;
  readonly after: After;
}

const ON_THE_DEVICE: Watched<Scope> = {
  snapshot: () => DRAFT_SCOPE,
  subscribe: () => () => undefined,
};

const withoutFace = (choices: Choices): Choices => ({
  ...choices,
  options: omit(choices.options, 'face'),
});
const choicesOf = ({ style, background, seed, options }: Choices): Choices => ({
  style,
  background,
  seed,
  options,
});

export function createDrafts(parts: Deps): Drafts {
  const {
    store,
    photos,
    analyses,
    memory,
    now,
    random,
    after,
    preset = () => ({}),
    scope = ON_THE_DEVICE,
  } = parts;
  const life = createPhotoLife(store, analyses, now, scope.snapshot);
  const recent = createRecentAnalyses(analyses, store);
  const expiries = createExpiries(after, (draftId) => void expire(draftId));
  const collection = createCollection({
    recent,
    expiries,
    memory,
    left: (draft) => life.left(draft),
    onSelect: () => editing.endGesture(),
  });
  const queue = createImportQueue({
    read: (item) => read(item),
    begin: () => started,
    changed: () => publish(),
    random,
  });
  let starting = true;
  let started: Promise<void> = Promise.resolve();
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
  /** The draft that the choices belong to. */
  const chosenFor = (): Draft | undefined => (arriving() ? undefined : collection.onStage()?.draft);
  const current = (): Edited => {
    const draft = chosenFor();
    return draft ? { choices: choicesOf(draft), history: draft.history ?? NO_HISTORY } : loose;
  };
  const look = (): DraftState => {
    const entry = collection.onStage();
    const edited = current();
    const incoming = queue.waiting();
    return {
      phase: starting ? 'starting' : arriving() ? 'importing' : entry ? 'ready' : 'empty',
      entries: collection.entries(),
      ...(entry && { draft: entry.draft, photo: entry.photo }),
      choices: edited.choices,
      ...stepsOf(edited),
      incoming,
      refused,
    };
  };
  const state = observable<DraftState>(look());
  const publish = (): void => state.set(look());
  const tell = (failure: unknown): void => {
    refused = [{ code: errorCode(failure) }];
  };

  // The choice stands on the screen; storage that fails is told when a photo is added.
  const save = createAutosave(async (draftId) => {
    const kept = collection.find(draftId)?.draft;
    if (!kept) return;
    const { history = NO_HISTORY } = kept;
    await store.update('drafts', draftId, (row) =>
      row ? [{ table: 'drafts', put: { ...row, ...choicesOf(kept), history } }] : [],
    );
  });
  const put = ({ choices, history }: Edited): void => {
    const draft = chosenFor();
    refused = [];
    if (draft) collection.replace({ ...draft, ...choices, history });
    else loose = { choices, history };
    publish();
    memory.write('choices', choices);
    if (draft) save(draft.id);
  };
  const editing = createEditing(current, put);

  const hide = (draftId: string): void => {
    if (!collection.find(draftId)) return;
    loose = { choices: withoutFace(current().choices), history: NO_HISTORY };
    collection.hide(draftId);
    publish();
  };
  const expire = async (draftId: string): Promise<void> => {
    if (collection.find(draftId)) refused = [{ code: 'photo-expired' }];
    hide(draftId);
    await life.remove(draftId);
  };
  const putAway = async (draftId: string): Promise<void> => {
    hide(draftId);
    const row = await store.get('drafts', draftId);
    if (row) await life.putAway(row);
  };

  const restore = async (): Promise<void> => {
    const { entries: kept, expired } = await life.sweep();
    for (const entry of kept) collection.show(entry);
    const last = memory.read('draft');
    collection.select(
      ((typeof last === 'string' ? collection.find(last) : undefined) ?? kept.at(-1))?.draft.id,
    );
    if (expired) refused = [{ code: 'photo-expired' }];
  };

  const read = async ({ id, picked, addition, signal }: Queued): Promise<void> => {
    const report = (progress: number, photo?: Blob): void => queue.report(id, progress, photo);
    try {
      const choices = { ...withoutFace(current().choices), ...(chosenFor() && preset()) };
      const entry = await takeIn({ ...parts, scope }, { id, picked, choices, signal, report });
      collection.show(entry);
      const onStage = collection.onStage();
      if (!addition.shown || !onStage) {
        collection.select(id);
        // What was chosen while it was read.
        if (!sameChoices(choices, loose.choices)) {
          collection.replace({ ...entry.draft, ...loose.choices, history: loose.history });
          save(id);
        }
      } else recent.use(id, onStage.draft.id);
      addition.shown = true;
    } catch (failure) {
      await life.remove(id).catch(noted('drafts.remove'));
      if (!isAbort(failure))
        refused = [...refused, { code: errorCode(failure), fileName: picked.name }];
    }
  };

  /** An account was opened or locked: what is on the table changes, and what was read of a locked one is forgotten. */
  const change = async (): Promise<void> => {
    for (const { id } of queue.waiting()) queue.cancel(id);
    const left = collection
      .entries()
      .filter(
        ({ draft }) =>
          draft.profileId !== DRAFT_SCOPE.profileId &&
          draft.profileId !== scope.snapshot().profileId,
      );
    for (const { draft } of left) analyses.drop(draft.id);
    const last = collection.onStage();
    if (left.length > 0) loose = { choices: withoutFace(loose.choices), history: NO_HISTORY };
    collection.hideAll();
    if (last) memory.write('draft', last.draft.id);
    await restore();
    publish();
    // A photo that waits in a locked account goes in time, too.
    if (left.length > 0)
      after(
        DRAFT_LIFETIME_MS,
        () => void store.draftPhotos.sweep(now() - DRAFT_LIFETIME_MS).catch(noted('drafts.sweep')),
      );
  };

  const drafts: Drafts = {
    snapshot: state.snapshot,
    subscribe: state.subscribe,

    async start() {
      started = restore()
        .catch(tell)
        .then(() => {
          starting = false;
          publish();
        });
      await started;
      let place = scope.snapshot().profileId;
      scope.subscribe(() => {
        if (scope.snapshot().profileId === place) return;
        place = scope.snapshot().profileId;
        started = started.then(change).catch((failure: unknown) => {
          tell(failure);
          publish();
        });
      });
      store.watch(['drafts'], () => {
        // Cleared, used up or expired in another tab, or by a batch that has ended.
        for (const { draft } of collection.entries()) {
          store.get('drafts', draft.id).then((row) => {
            if (!row || row.putAway) hide(draft.id);
          }, noted('drafts.photo'));
        }
      });
    },

    async pick() {
      await drafts.add(await photos.pick());
    },

    async add(added) {
      const room = Math.max(0, MOST_DRAFTS - collection.entries().length - queue.waiting().length);
      refused = added.length > room ? [{ code: 'photo-too-many' }] : [];
      if (chosenFor())
        loose = {
          choices: { ...withoutFace(current().choices), ...preset() },
          history: NO_HISTORY,
        };
      await queue.add(added.slice(0, room));
    },

    cancelImport: (id) => queue.cancel(id),

    select(draftId) {
      if (draftId === collection.onStage()?.draft.id || !collection.find(draftId)) return;
      collection.select(draftId);
      publish();
    },

    async clear() {
      const entry = collection.onStage();
      refused = [];
      if (entry) await putAway(entry.draft.id);
    },

    async clearAll() {
      await started;
      refused = [];
      for (const { draft } of collection.entries()) await putAway(draft.id);
    },

    choose: (change, gesture) => editing.choose(change, gesture),

    regenerate: () => editing.choose({ seed: random() }),

    undo: () => editing.undo(),
    redo: () => editing.redo(),

    dismissRefused() {
      refused = [];
      publish();
    },

    async release(draftId) {
      const row = await store.get('drafts', draftId);
      if (row && !(await life.running(row))) {
        hide(draftId);
        await life.remove(draftId);
      }
    },
  };
  return drafts;
}
