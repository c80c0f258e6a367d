import { DRAFT_LIFETIME_MS, MOST_DRAFTS } from '../../core/constants.ts';
import { choicesOf, DRAFT_SCOPE, sameChoices, type Choices } from '../../core/drafts.ts';
import { errorCode, isAbort, LikenessError } from '../../core/errors.ts';
import { NO_HISTORY } from '../../core/history.ts';
import { noted } from '../../core/log/log.ts';
import { omit } from '../../core/objects.ts';
import type { Scope } from '../../core/scope.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Ports } from '../../ports/index.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import { countingSleep, type After } from '../after.ts';
import { randomId } from '../random.ts';
import type { Memory } from '../remembered.ts';
import { isRunning, type DraftAnalyses } from './draft-analyses.ts';
import type { Addition, Drafts, Queued } from './draft-state.ts';
import { createEditing } from './editing.ts';
import { createExpiries } from './expiries.ts';
import { importDraft, type Reading } from './import-draft.ts';
import { createPhotoLife } from './photo-life.ts';
import { createStage } from './stage.ts';

/** Milliseconds without a change after which the last of several changes is written. */
const QUIET_MS = 250;

/**
 * Writes changed drafts: the first change at once, and what follows it, as in a drag, when nothing
 * has changed for a moment, or with `flush`. A failure is only logged: the next change tries again.
 */
function createAutosave(write: (id: string) => Promise<void>, after: After) {
  const dirty = new Set<string>();
  let writes: Promise<void> = Promise.resolve();
  let stopWaiting: (() => void) | undefined;
  const flush = (): Promise<void> => {
    writes = writes.then(async () => {
      for (const id of [...dirty]) {
        dirty.delete(id);
        await write(id).catch(noted('drafts.save'));
      }
    });
    return writes;
  };
  const save = (id: string): void => {
    dirty.add(id);
    if (stopWaiting) stopWaiting();
    else void flush();
    stopWaiting = after(QUIET_MS, () => {
      stopWaiting = undefined;
      void flush();
    });
  };
  return { save, flush };
}

interface Deps extends Pick<Ports, 'store' | 'photos'> {
  readonly analyses: DraftAnalyses;
  readonly memory: Memory;
  readonly now: () => number;
  /** Where drafts are kept: on the device, or sealed in the open account. */
  readonly scope: Subscribable<Scope>;
  /** Unsigned 32-bit. */
  readonly random: () => number;
  /**
   * What every new photo starts with, if the settings say so, regardless of what was chosen last.
   */
  readonly defaults: () => Partial<Pick<Choices, 'style' | 'background'>>;
  readonly after: After;
}

/** Calls back when another profile's scope takes the place of the one before. */
function onOtherProfile(scope: Subscribable<Scope>, listener: () => void): void {
  let { profileId } = scope.snapshot();
  scope.subscribe(() => {
    if (scope.snapshot().profileId === profileId) return;
    ({ profileId } = scope.snapshot());
    listener();
  });
}

export function createDrafts(deps: Deps): Drafts {
  const { store, photos, analyses, memory, now, random, after, defaults, scope } = deps;
  const life = createPhotoLife(store, analyses, now, scope.snapshot);
  const waiting = createState<readonly Queued[]>([]);

  // The choice is on the screen already; failing storage is reported when a photo is added.
  const { save, flush } = createAutosave(async (draftId) => {
    const kept = stage.find(draftId)?.draft;
    if (!kept) return;
    const { history = NO_HISTORY, faults } = kept;
    const edited = { ...choicesOf(kept), history, ...(faults && { faults }) };
    await store.updateEach('drafts', [draftId], (row) => ({ ...row, ...edited }));
  }, after);
  const stage = createStage({ analyses, waiting, memory, defaults, save });
  const editing = createEditing(stage.current, stage.put, () => stage.chosenFor()?.id);

  const expire = async (draftId: string): Promise<void> => {
    if (stage.find(draftId)) stage.refuse([{ code: 'photo-expired' }]);
    stage.hide(draftId);
    await life.remove(draftId);
  };
  const putAway = async (draftId: string): Promise<void> => {
    const row = await store.get('drafts', draftId);
    if (row) await life.putAway(row);
    stage.hide(draftId);
  };
  const afterLong = countingSleep(after, now);
  const expiries = createExpiries({
    after: afterLong,
    entries: stage.entries,
    left: life.left,
    expire: (draftId) => void expire(draftId),
  });
  let started: Promise<void> = Promise.resolve();
  /** What was chosen before the stored photos were read: it is meant for the one that appears. */
  let early: Partial<Pick<Choices, 'style' | 'background'>> = {};

  /** Reads a queued photo and shows it, the first of an addition on the stage. Doesn't reject. */
  async function importNext({ id, picked, addition, signal }: Queued): Promise<void> {
    const report = (reading: Reading): void =>
      waiting.update((before) =>
        before.map((item) => (item.id === id ? { ...item, ...reading } : item)),
      );
    try {
      // Added before those of an earlier visit were read and counted.
      if (stage.entries.snapshot().length >= MOST_DRAFTS) throw new LikenessError('photo-too-many');
      const choices = stage.choicesForNext();
      const entry = await importDraft(deps, { id, picked, choices, signal, report });
      stage.show(entry);
      const onStage = stage.onStage();
      if (!addition.shown || !onStage) {
        const chosen = stage.current();
        stage.select(id);
        // Applies what was chosen while the photo was read.
        if (!sameChoices(choices, chosen.choices)) {
          stage.replace({ ...entry.draft, ...chosen.choices, history: chosen.history });
          save(id);
        }
      } else analyses.use(id, onStage.draft.id);
      addition.shown = true;
    } catch (failure) {
      await life.remove(id).catch(noted('drafts.remove'));
      if (!isAbort(failure)) stage.refuseAlso({ code: errorCode(failure), fileName: picked.name });
    }
  }

  let turn: Promise<void> | undefined;
  const leave = (item: Queued): void =>
    waiting.update((before) => before.filter(({ id }) => id !== item.id));
  /**
   * Reads photos one after the other, in the order they were added: each keeps the engine busy.
   * Resolves when each of them was read or refused.
   */
  async function importEach(picked: readonly PickedPhoto[]): Promise<void> {
    const addition: Addition = { shown: false };
    const items = picked.map((photo): Queued => {
      const abort = new AbortController();
      return {
        id: randomId(random),
        fileName: photo.name,
        progress: 0,
        shrinking: false,
        picked: photo,
        addition,
        signal: abort.signal,
        stop: () => abort.abort(),
      };
    });
    waiting.update((before) => [...before, ...items]);
    const reads = items.map((item) => {
      turn = (turn ?? started)
        .then(() => (item.signal.aborted ? undefined : importNext(item)))
        .finally(() => leave(item));
      return turn;
    });
    await Promise.all(reads);
  }
  const cancelImport = (id: string): void => {
    const [first] = waiting.snapshot();
    const item = waiting.snapshot().find((queued) => queued.id === id);
    item?.stop();
    // A photo that still waits leaves at once. The one being read leaves when its work has stopped.
    if (item && item !== first) leave(item);
  };

  /** Shows the photos of earlier visits that are readable now, and deletes those that have expired. */
  async function restore(): Promise<void> {
    const { entries, aside, expired } = await life.sweep();
    for (const entry of entries) stage.show(entry);
    for (const draft of aside) expiries.set(draft);
    const last = memory.read('draft');
    stage.select(
      ((typeof last === 'string' ? stage.find(last) : undefined) ?? entries.at(-1))?.draft.id,
    );
    if (expired) stage.refuse([{ code: 'photo-expired' }]);
  }

  /**
   * An account was opened or locked: shows the photos that are readable now, and forgets what was
   * read from a locked account.
   */
  async function restoreForAccount(): Promise<void> {
    for (const { id } of waiting.snapshot()) cancelImport(id);
    const readable = [DRAFT_SCOPE.profileId, scope.snapshot().profileId];
    const left = stage.entries
      .snapshot()
      .filter(({ draft }) => !readable.includes(draft.profileId));
    // Nothing more can be written for a locked account, whose photos leave the screen at once.
    if (left.length === 0) await flush();
    for (const { draft } of left) analyses.drop(draft.id);
    const last = stage.onStage();
    stage.hideAll();
    expiries.cancelAll();
    if (left.length > 0) stage.keepForNext(stage.current().choices);
    if (last) memory.write('draft', last.draft.id);
    await restore();
    stage.publish();
    // A photo in a locked account expires on time, too.
    if (left.length > 0)
      afterLong(
        DRAFT_LIFETIME_MS,
        () => void store.draftPhotos.sweep(now() - DRAFT_LIFETIME_MS).catch(noted('drafts.sweep')),
      );
  }

  const drafts: Drafts = {
    snapshot: stage.snapshot,
    subscribe: stage.subscribe,

    async start() {
      started = restore()
        .catch(stage.fail)
        .then(() => {
          stage.ready();
          editing.choose(early);
        });
      await started;
      onOtherProfile(scope, () => {
        started = started.then(restoreForAccount).catch((failure: unknown) => {
          stage.fail(failure);
          stage.publish();
        });
      });
      store.watch(['drafts'], () => {
        // Cleared, used up or expired in another tab, or by a batch that has begun or ended.
        for (const { draft } of stage.entries.snapshot()) {
          store.get('drafts', draft.id).then((row) => {
            if (!row || row.putAway) stage.hide(draft.id);
            else if (row.batchIds?.at(-1) !== draft.batchIds?.at(-1)) stage.batchPlanned(row);
          }, noted('drafts.photo'));
        }
      });
    },

    async pick() {
      await drafts.add(await photos.pick());
    },

    async add(added) {
      if (added.length === 0) return;
      const room = Math.max(
        0,
        MOST_DRAFTS - stage.entries.snapshot().length - waiting.snapshot().length,
      );
      stage.refuse(added.length > room ? [{ code: 'photo-too-many' }] : []);
      if (stage.chosenFor()) stage.keepForNext(stage.choicesForNext());
      await importEach(added.slice(0, room));
    },

    cancelImport,

    select(draftId) {
      if (draftId === stage.onStage()?.draft.id || !stage.find(draftId)) return;
      stage.select(draftId);
      stage.publish();
    },

    async clear() {
      const entry = stage.onStage();
      stage.refuse([]);
      if (!entry) return undefined;
      await flush();
      await putAway(entry.draft.id);
      return async () => {
        const { draft, photo } = entry;
        if (stage.find(draft.id) || life.left(draft) <= 0) return;
        await store.update('drafts', draft.id, (row) => [
          { table: 'drafts', put: row ? omit(row, 'putAway') : draft },
        ]);
        await store.draftPhotos.put(draft.id, photo, draft.profileId);
        stage.show(entry);
        stage.select(draft.id);
        expiries.set(draft);
        stage.publish();
      };
    },

    async clearAll() {
      await started;
      stage.refuse([]);
      for (const { draft } of stage.entries.snapshot()) await putAway(draft.id);
    },

    choose(change, gesture) {
      const { style, background } = change;
      if (stage.snapshot().phase === 'starting')
        early = { ...early, ...(style && { style }), ...(background && { background }) };
      editing.choose(change, gesture);
    },

    judge(draftId, faults) {
      const draft = stage.find(draftId)?.draft;
      if (!draft || draft.faults?.join() === faults.join()) return;
      stage.replace({ ...draft, faults });
      stage.publish();
      save(draftId);
    },

    async keep(keep) {
      // All before the first is stored, so that no edit made meanwhile is undone.
      const all = stage.entries.snapshot().map(({ draft }) => draft);
      for (const draft of all) stage.replace({ ...draft, keep });
      stage.publish();
      const ids = all.map(({ id }) => id);
      await store.updateEach('drafts', ids, (row) => ({ ...row, keep }));
    },

    flush,

    regenerate: () => editing.choose({ seed: random() }),

    undo: () => editing.undo(),
    redo: () => editing.redo(),

    dismissRefused() {
      stage.refuse([]);
      stage.publish();
    },

    expireInTime: expiries.set,

    async release(draftId) {
      const row = await store.get('drafts', draftId);
      if (row?.keep && !row.putAway && life.left(row) > 0) return analyses.dropUnlessUsed(draftId);
      if (row && !(await isRunning(store, row))) {
        stage.hide(draftId);
        await life.remove(draftId);
      }
    },
  };
  return drafts;
}
