import { DRAFT_LIFETIME_MS, MOST_DRAFTS } from '../../core/constants.ts';
import { type Choices, DRAFT_SCOPE, type History } from '../../core/drafts.ts';
import { errorCode, isAbort } from '../../core/errors.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Photos } from '../../ports/photos.ts';
import type { Store } from '../../ports/store.ts';
import { omit } from '../omit.ts';
import type { Scope } from '../../core/scope.ts';
import { observable, type Watched } from '../observable.ts';
import type { Memory } from '../remembered.ts';
import { parseChoices } from './choices.ts';
import type { Drafts, DraftState, Refused } from './draft-state.ts';
import { NO_HISTORY, record, redo, sameChoices, stepBetween, undo } from './history.ts';
import { createImportQueue, type Queued } from './import-queue.ts';
import { createPhotoLife, type DraftEntry } from './photo-life.ts';
import type { Sittings } from './sittings.ts';
import { takeIn } from './take-in.ts';

interface Parts {
  readonly store: Store;
  readonly photos: Photos;
  readonly engine: () => Promise<Engine>;
  readonly sittings: Sittings;
  readonly memory: Memory;
  readonly now: () => number;
  /** Where drafts are kept: on the device, or sealed in the open account. */
  readonly scope?: Watched<Scope>;
  /** Unsigned 32-bit. */
  readonly random: () => number;
  /** What a new photo begins with whatever was chosen last: the settings' word, if they have one. */
  readonly preset?: () => Partial<Pick<Choices, 'style' | 'background'>>;
  /** Calls back after the time; gives what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

const ON_THE_DEVICE: Watched<Scope> = { snapshot: () => DRAFT_SCOPE, subscribe: () => () => undefined };

/** Analyses that stay open: each is some 30 MB, and opening one again takes about a second. */
const MOST_SITTINGS = 3;

const withoutFace = (choices: Choices): Choices => ({ ...choices, options: omit(choices.options, 'face') });
const choicesOf = ({ style, background, seed, options }: Choices): Choices => ({ style, background, seed, options });

export function createDrafts(parts: Parts): Drafts {
  const { store, photos, sittings, memory, now, random, after, preset = () => ({}), scope = ON_THE_DEVICE } = parts;
  const life = createPhotoLife(store, sittings, now, scope.snapshot);
  let starting = true;
  let entries: readonly DraftEntry[] = [];
  let selected: string | undefined;
  /** Choices without a photo. */
  let loose: { choices: Choices; history: History } = { choices: { ...parseChoices(memory.read('choices')), ...preset() }, history: NO_HISTORY };
  let refused: readonly Refused[] = [];
  let lastGesture: string | undefined;
  /** The latest first. */
  let seated: readonly string[] = [];
  const expiries = new Map<string, () => void>();
  const dirty = new Set<string>();
  let saving: Promise<void> = Promise.resolve();
  let started: Promise<void> = Promise.resolve();

  const queue = createImportQueue({ read: (item) => read(item), begin: () => started, changed: () => publish(), random });

  const find = (id: string | undefined): DraftEntry | undefined => entries.find(({ draft }) => draft.id === id);
  const current = (): { choices: Choices; history: History } => {
    const draft = find(selected)?.draft;
    return draft ? { choices: choicesOf(draft), history: draft.history ?? NO_HISTORY } : loose;
  };
  const look = (): DraftState => {
    const entry = find(selected);
    const { choices, history } = current();
    const back = history.past.at(-1);
    const forth = history.future[0];
    const undoes = back && stepBetween(choices, back);
    const redoes = forth && stepBetween(choices, forth);
    const incoming = queue.waiting();
    const onStage = incoming[0] && (!incoming[0].addition.shown || !entry);
    return {
      phase: starting ? 'starting' : onStage ? 'importing' : entry ? 'ready' : 'empty',
      entries,
      ...(entry && { draft: entry.draft, photo: entry.photo }),
      choices,
      ...(undoes && { undoes }),
      ...(redoes && { redoes }),
      incoming,
      refused,
    };
  };
  const state = observable<DraftState>(look());
  const publish = (): void => state.set(look());

  const save = (draftId: string): void => {
    // What is waiting to be written takes the newest choices along.
    if (dirty.has(draftId)) return;
    dirty.add(draftId);
    saving = saving
      .then(async () => {
        dirty.delete(draftId);
        const kept = find(draftId)?.draft;
        if (!kept) return;
        const { history = NO_HISTORY } = kept;
        await store.update('drafts', draftId, (row) => (row ? [{ table: 'drafts', put: { ...row, ...choicesOf(kept), history } }] : []));
      })
      // The choice stands on the screen; storage that fails is told when a photo is added.
      .catch(() => undefined);
  };
  const put = (next: { choices: Choices; history: History }): void => {
    refused = [];
    if (find(selected)) {
      entries = entries.map((entry) =>
        entry.draft.id === selected ? { ...entry, draft: { ...entry.draft, ...next.choices, history: next.history } } : entry,
      );
    } else {
      loose = next;
    }
    publish();
    memory.write('choices', next.choices);
    if (selected !== undefined) save(selected);
  };

  /** The photo whose analysis was used longest ago gives it up, unless a batch works with it. */
  const seat = (draftId: string): void => {
    const order = [...new Set([...(selected === undefined ? [] : [selected]), draftId, ...seated])];
    seated = order.slice(0, MOST_SITTINGS);
    const surplus = order.slice(MOST_SITTINGS);
    for (const id of surplus) {
      void store.get('drafts', id).then(
        (row) => {
          if (!row?.batchIds?.length && !seated.includes(id)) sittings.drop(id);
        },
        () => undefined,
      );
    }
  };
  const select = (draftId: string | undefined): void => {
    selected = draftId;
    lastGesture = undefined;
    memory.write('draft', draftId ?? null);
    if (draftId !== undefined) seat(draftId);
  };
  const show = (entry: DraftEntry): void => {
    const { draft } = entry;
    entries = [...entries, entry];
    expiries.set(draft.id, after(Math.max(0, life.left(draft)), () => void expire(draft.id)));
  };
  /** Takes the photo off the screen; its neighbour follows on the stage. */
  const hide = (draftId: string): void => {
    const at = entries.findIndex(({ draft }) => draft.id === draftId);
    if (at < 0) return;
    loose = { choices: withoutFace(current().choices), history: NO_HISTORY };
    entries = entries.filter((_, index) => index !== at);
    expiries.get(draftId)?.();
    expiries.delete(draftId);
    seated = seated.filter((id) => id !== draftId);
    if (selected === draftId) select((entries[at] ?? entries[at - 1])?.draft.id);
    publish();
  };
  const expire = async (draftId: string): Promise<void> => {
    if (find(draftId)) refused = [{ code: 'photo-expired' }];
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
    kept.forEach(show);
    const last = memory.read('draft');
    select((find(typeof last === 'string' ? last : undefined) ?? kept.at(-1))?.draft.id);
    if (expired) refused = [{ code: 'photo-expired' }];
  };

  const read = async ({ id, picked, addition, signal }: Queued): Promise<void> => {
    const report = (progress: number, photo?: Blob): void => queue.report(id, progress, photo);
    try {
      const choices = { ...withoutFace(current().choices), ...(find(selected) && preset()) };
      const entry = await takeIn({ ...parts, scope }, { id, picked, choices, signal, report });
      show(entry);
      if (!addition.shown || !find(selected)) select(id);
      else seat(id);
      addition.shown = true;
    } catch (failure) {
      await life.remove(id).catch(() => undefined);
      if (!isAbort(failure)) refused = [...refused, { code: errorCode(failure), fileName: picked.name }];
    }
  };

  /** An account was opened or locked: what is on the table changes, and what was read of a locked one is forgotten. */
  const change = async (): Promise<void> => {
    for (const { id } of queue.waiting()) queue.cancel(id);
    const left = entries.filter(({ draft }) => draft.profileId !== DRAFT_SCOPE.profileId && draft.profileId !== scope.snapshot().profileId);
    for (const { draft } of left) sittings.drop(draft.id);
    for (const cancel of expiries.values()) cancel();
    expiries.clear();
    entries = [];
    seated = [];
    const last = selected;
    if (left.length > 0) loose = { choices: withoutFace(loose.choices), history: NO_HISTORY };
    select(undefined);
    if (last !== undefined) memory.write('draft', last);
    await restore();
    publish();
    // A photo that waits in a locked account goes in time, too.
    if (left.length > 0) after(DRAFT_LIFETIME_MS, () => void store.draftPhotos.sweep(now() - DRAFT_LIFETIME_MS).catch(() => undefined));
  };

  const drafts: Drafts = {
    snapshot: state.snapshot,
    subscribe: state.subscribe,

    async start() {
      started = restore()
        .catch((failure: unknown) => void (refused = [{ code: errorCode(failure) }]))
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
          refused = [{ code: errorCode(failure) }];
          publish();
        });
      });
      store.watch(['drafts'], () => {
        // Cleared, used up or expired in another tab, or by a batch that has ended.
        for (const { draft } of entries) {
          store.get('drafts', draft.id).then(
            (row) => {
              if (!row || row.putAway) hide(draft.id);
            },
            () => undefined,
          );
        }
      });
    },

    async pick() {
      await drafts.add(await photos.pick());
    },

    async add(added) {
      const room = Math.max(0, MOST_DRAFTS - entries.length - queue.waiting().length);
      refused = added.length > room ? [{ code: 'photo-too-many' }] : [];
      await queue.add(added.slice(0, room));
    },

    cancelImport: (id) => queue.cancel(id),

    select(draftId) {
      if (draftId === selected || !find(draftId)) return;
      select(draftId);
      publish();
    },

    async clear() {
      const entry = find(selected);
      refused = [];
      if (entry) await putAway(entry.draft.id);
    },

    async clearAll() {
      await started;
      refused = [];
      for (const { draft } of entries) await putAway(draft.id);
    },

    choose(change, gesture) {
      const { choices, history } = current();
      const next = { ...choices, ...change };
      if (sameChoices(choices, next)) return;
      const goesOn = gesture !== undefined && gesture === lastGesture;
      lastGesture = gesture;
      put({ choices: next, history: goesOn ? history : record(history, choices) });
    },

    regenerate() {
      drafts.choose({ seed: random() });
    },

    undo() {
      const before = current();
      const moved = undo(before.history, before.choices);
      lastGesture = undefined;
      if (moved) put(moved);
    },

    redo() {
      const before = current();
      const moved = redo(before.history, before.choices);
      lastGesture = undefined;
      if (moved) put(moved);
    },

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
