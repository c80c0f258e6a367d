import type { Batch } from '../../core/batches.ts';
import { DRAFT_LIFETIME_MS } from '../../core/constants.ts';
import { type Draft, DRAFT_SCOPE } from '../../core/drafts.ts';
import { type ErrorCode, errorCode, isAbort, LikenessError } from '../../core/errors.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Photos } from '../../ports/photos.ts';
import type { Store } from '../../ports/store.ts';
import { omit } from '../omit.ts';
import { observable, type Watched } from '../observable.ts';
import { randomId } from '../random.ts';
import type { Memory } from '../remembered.ts';
import { type Choices, parseChoices } from './choices.ts';
import type { Sittings } from './sittings.ts';

export interface DraftState {
  readonly phase: 'starting' | 'empty' | 'importing' | 'ready';
  /** 0 to 1 while importing. */
  readonly progress: number;
  readonly choices: Choices;
  /** A seed can be stepped back to. */
  readonly hasEarlier: boolean;
  readonly draft?: Draft;
  readonly photo?: Blob;
  /** The photo that is being analysed, as soon as it could be read. */
  readonly incoming?: Blob;
  /** Why the last photo isn't here. */
  readonly error?: ErrorCode;
}

export interface Drafts extends Watched<DraftState> {
  /** Sweeps what is due and brings back the photo of the last visit. */
  start(): Promise<void>;
  /** Opens the system's picker. */
  pick(): Promise<void>;
  /** Takes a dropped, pasted or picked file in place of the photo that is there. */
  add(fileName: string, file: Blob): Promise<void>;
  cancelImport(): void;
  clear(): Promise<void>;
  choose(change: Partial<Choices>): void;
  /** Another variation: a new seed. */
  regenerate(): void;
  earlier(): void;
  dismissError(): void;
  /** Deletes the photo once no batch needs it: the batches call it when they end. */
  readonly release: (draftId: string) => Promise<void>;
}

interface Parts {
  readonly store: Store;
  readonly photos: Photos;
  readonly engine: () => Promise<Engine>;
  readonly sittings: Sittings;
  readonly memory: Memory;
  readonly now: () => number;
  /** Unsigned 32-bit. */
  readonly random: () => number;
  /** Calls back after the time; gives what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Share of the bar that decoding takes; the analysis takes the rest. */
const IMPORT_SHARE = 0.3;

export function createDrafts({ store, photos, engine, sittings, memory, now, random, after }: Parts): Drafts {
  const state = observable<DraftState>({
    phase: 'starting',
    progress: 0,
    choices: parseChoices(memory.read('choices')),
    hasEarlier: false,
  });
  let seeds: readonly number[] = [];
  let importing: AbortController | undefined;
  let cancelExpiry: (() => void) | undefined;
  let saving: Promise<void> = Promise.resolve();
  /** A photo dropped while the last visit's is still being looked up comes after it. */
  let started: Promise<void> = Promise.resolve();

  const empty = (error?: ErrorCode): void => {
    cancelExpiry?.();
    seeds = [];
    state.update(({ choices }) => ({
      phase: 'empty',
      progress: 0,
      choices: { ...choices, options: omit(choices.options, 'face') },
      hasEarlier: false,
      ...(error ? { error } : {}),
    }));
  };
  const show = (draft: Draft, photo: Blob): void => {
    const { style, background, seed, options } = draft;
    cancelExpiry?.();
    cancelExpiry = after(Math.max(0, draft.createdAt + DRAFT_LIFETIME_MS - now()), () => void expire(draft.id));
    seeds = [];
    state.set({ phase: 'ready', progress: 1, choices: { style, background, seed, options }, hasEarlier: false, draft, photo });
  };

  const running = async (draft: Draft): Promise<boolean> => {
    const batches = await Promise.all((draft.batchIds ?? []).map((id) => store.get('batches', id)));
    return batches.some((batch: Batch | undefined) => batch?.state === 'running' || batch?.state === 'paused');
  };
  const remove = async (draftId: string): Promise<void> => {
    sittings.drop(draftId);
    // The photo first: a row without its photo is swept, a photo without its row would be lost sight of.
    await store.draftPhotos.remove(draftId);
    await store.write([{ table: 'drafts', remove: draftId }]);
  };
  const putAway = async (draft: Draft): Promise<void> => {
    if (!(await running(draft))) return remove(draft.id);
    await store.update('drafts', draft.id, (row) => (row ? [{ table: 'drafts', put: { ...row, putAway: true } }] : []));
  };
  const expire = async (draftId: string): Promise<void> => {
    if (state.snapshot().draft?.id === draftId) empty('photo-expired');
    await remove(draftId);
  };

  const restore = async (): Promise<void> => {
    let expired = false;
    let current: { draft: Draft; photo: Blob } | undefined;
    const rows = await store.list('drafts', DRAFT_SCOPE);
    for (const draft of rows.sort((a, b) => b.createdAt - a.createdAt)) {
      const old = now() - draft.createdAt >= DRAFT_LIFETIME_MS;
      const used = await running(draft);
      const finished = !used && (draft.batchIds?.length ?? 0) > 0;
      const superseded = current !== undefined && !used;
      const photo = old || finished || superseded ? undefined : await store.draftPhotos.get(draft.id);
      if (!photo) {
        await remove(draft.id);
        expired ||= old && !draft.putAway;
      } else if (!draft.putAway && !current) {
        current = { draft, photo };
      }
    }
    if (current) show(current.draft, current.photo);
    else empty(expired ? 'photo-expired' : undefined);
  };

  const save = (): void => {
    memory.write('choices', state.snapshot().choices);
    saving = saving
      .then(async () => {
        const { draft, choices } = state.snapshot();
        if (!draft) return;
        await store.update('drafts', draft.id, (row) => (row ? [{ table: 'drafts', put: { ...row, ...choices } }] : []));
      })
      // The choice stands on the screen; storage that fails is told when the photo is added.
      .catch(() => undefined);
  };

  const drafts: Drafts = {
    snapshot: state.snapshot,
    subscribe: state.subscribe,

    async start() {
      started = restore().catch((failure: unknown) => empty(errorCode(failure)));
      await started;
      store.watch(['drafts'], () => {
        const { draft, phase } = state.snapshot();
        if (!draft || phase !== 'ready') return;
        // Cleared, used up or expired in another tab, or by a batch that has ended.
        void store.get('drafts', draft.id).then((row) => {
          if (!row && state.snapshot().draft?.id === draft.id) empty();
        });
      });
    },

    async pick() {
      const picked = await photos.pick();
      if (picked) await drafts.add(picked.name, picked.file);
    },

    async add(fileName, file) {
      importing?.abort();
      const mine = new AbortController();
      importing = mine;
      await started;
      if (importing !== mine) return;
      const before = omit(omit(state.snapshot(), 'error'), 'incoming');
      const draftId = randomId(random);
      const progress = (value: number): void => {
        if (importing === mine) state.update((now) => ({ ...now, progress: value }));
      };
      state.set({ ...before, phase: 'importing', progress: 0 });
      try {
        const { photo, width, height } = await (await engine()).importPhoto(file, {
          signal: mine.signal,
          onProgress: ({ done }) => progress(done * IMPORT_SHARE),
        });
        if (importing === mine) state.update((now) => ({ ...now, incoming: photo }));
        await sittings.open(draftId, photo, {
          signal: mine.signal,
          onProgress: ({ done }) => progress(IMPORT_SHARE + done * (1 - IMPORT_SHARE)),
        });
        const { choices } = state.snapshot();
        const draft: Draft = {
          ...DRAFT_SCOPE,
          ...choices,
          options: omit(choices.options, 'face'),
          id: draftId,
          fileName,
          width,
          height,
          createdAt: now(),
        };
        // The row first: without it a sealed photo could outlive its 24 hours unseen.
        await store.write([{ table: 'drafts', put: draft }]);
        await store.draftPhotos.put(draftId, photo);
        if (mine.signal.aborted || !(await store.get('drafts', draftId))) throw new LikenessError('engine-aborted');
        show(draft, photo);
        const replaced = before.draft && (await store.get('drafts', before.draft.id));
        if (replaced) await putAway(replaced);
      } catch (failure) {
        await remove(draftId).catch(() => undefined);
        if (importing !== mine) return;
        const back: DraftState = { ...before, phase: before.draft ? 'ready' : 'empty', progress: 0 };
        state.set(isAbort(failure) ? back : { ...back, error: errorCode(failure) });
      } finally {
        if (importing === mine) importing = undefined;
      }
    },

    cancelImport() {
      importing?.abort();
    },

    async clear() {
      const { draft } = state.snapshot();
      empty();
      if (!draft) return;
      const row = await store.get('drafts', draft.id);
      if (row) await putAway(row);
    },

    choose(change) {
      state.update((now) => ({ ...omit(now, 'error'), choices: { ...now.choices, ...change } }));
      save();
    },

    regenerate() {
      seeds = [...seeds, state.snapshot().choices.seed];
      state.update((now) => ({ ...now, hasEarlier: true, choices: { ...now.choices, seed: random() } }));
      save();
    },

    earlier() {
      const seed = seeds.at(-1);
      if (seed === undefined) return;
      seeds = seeds.slice(0, -1);
      state.update((now) => ({ ...now, hasEarlier: seeds.length > 0, choices: { ...now.choices, seed } }));
      save();
    },

    dismissError() {
      state.update((now) => omit(now, 'error'));
    },

    async release(draftId) {
      const row = await store.get('drafts', draftId);
      if (row && !(await running(row))) {
        if (state.snapshot().draft?.id === draftId) empty();
        await remove(draftId);
      }
    },
  };
  return drafts;
}
