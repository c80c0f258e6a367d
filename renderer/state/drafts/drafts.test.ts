import { beforeEach, describe, expect, it } from 'vitest';

import { fakeEngine } from '../../../tests/support/fake-engine.ts';
import {
  emptyStorage,
  memoryStore,
  rowsIn,
  type MemoryStorage,
} from '../../../tests/support/memory-store.ts';
import { memoryOf } from '../../../tests/support/memory.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { DRAFT_LIFETIME_MS, MOST_DRAFTS } from '../../core/constants.ts';
import { DRAFT_SCOPE } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import { MOST_STEPS } from '../../core/history.ts';
import type { Scope } from '../../core/scope.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import { createDraftAnalyses } from './draft-analyses.ts';
import type { Drafts } from './draft-state.ts';
import { createDrafts } from './drafts.ts';

const kept = new Map<string, unknown>();
let storage: MemoryStorage;
let clock: number;
/** As `clock`, but stands still while the device is asleep, as a browser's timers do. */
let awake: number;
let timers: { at: number; run: () => void }[];
let seed = 0;
/** Storage takes no writes. */
let full = false;
let writes = 0;

/** A visit that has read what is stored; `early` acts before. */
async function open(
  engine = fakeEngine(),
  scope: Subscribable<Scope> = createState(DRAFT_SCOPE),
  early?: (drafts: Drafts) => void | Promise<void>,
): Promise<{ drafts: Drafts; engine: ReturnType<typeof fakeEngine> }> {
  const store = memoryStore(storage, {
    fault: (what) => {
      if (what !== 'write') return;
      writes++;
      if (full) throw new LikenessError('storage-full');
    },
  });
  const open = () => Promise.resolve(engine);
  const drafts = createDrafts({
    store,
    photos: { pick: () => Promise.resolve([{ name: 'picked.png', file: new Blob(['p']) }]) },
    analyses: createDraftAnalyses(open, store),
    memory: memoryOf(kept),
    now: () => clock,
    random: () => ++seed,
    scope,
    defaults: () => ({}),
    after: (ms, run) => {
      const timer = { at: awake + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  });
  const started = drafts.start();
  await early?.(drafts);
  await started;
  return { drafts, engine };
}
const named = (...names: string[]) => names.map((name) => ({ name, file: new Blob([name]) }));
const rows = () => rowsIn(storage, 'drafts');
/** Time passes, by the timers and, unless it is set, by the clock. */
const pass = async (ms: number, byClock = ms) => {
  clock += byClock;
  awake += ms;
  const due = timers.filter(({ at }) => at <= awake);
  timers = timers.filter(({ at }) => at > awake);
  for (const { run } of due) run();
  await settle();
};

beforeEach(() => {
  full = false;
  kept.clear();
  storage = emptyStorage();
  clock = 1_000;
  awake = 0;
  timers = [];
});

describe('drafts', () => {
  it('keeps photo and choices over a reload, and analyses once', async () => {
    const { drafts, engine } = await open();
    expect(drafts.snapshot().phase).toBe('empty');
    await drafts.pick();
    drafts.choose({ style: 'artistic', background: 'gradient' });
    drafts.regenerate();
    await settle();
    const { draft, choices } = drafts.snapshot();
    expect(draft?.fileName).toBe('picked.png');
    expect(engine.analyses).toHaveLength(1);

    const { drafts: again } = await open();
    expect(again.snapshot()).toMatchObject({ phase: 'ready', choices });
    expect(again.snapshot().draft?.id).toBe(draft?.id);
    expect(await again.snapshot().photo?.text()).toBe('p');
  });

  it('shows another variation once a batch was planned, of this photo and of the next one', async () => {
    const { drafts } = await open();
    await drafts.add(named('first.png'));
    const { draft, choices } = drafts.snapshot();
    if (!draft) throw new Error('no draft');
    await memoryStore(storage).update('drafts', draft.id, (row) => [
      { table: 'drafts', put: { ...(row ?? draft), batchIds: ['batch'], seed: 13, keep: true } },
    ]);
    await settle();
    expect(drafts.snapshot()).toMatchObject({
      choices: { ...choices, seed: 13 },
      draft: { keep: true },
    });
    await drafts.add(named('second.png'));
    expect(rows().map(({ seed }) => seed)).toEqual([13, 13]);

    storage.tables.delete('drafts');
    const { drafts: again } = await open();
    expect(again.snapshot().choices.seed).toBe(13);
  });

  it('keeps an edit that is made while all photos are marked to be kept', async () => {
    const { drafts } = await open();
    await drafts.add(named('first.png', 'second.png'));
    drafts.select(drafts.snapshot().entries.at(-1)?.draft.id ?? '');
    const keeping = drafts.keep(true);
    drafts.choose({ style: 'comic' });
    await keeping;
    await settle();
    expect(drafts.snapshot().choices.style).toBe('comic');
    expect(rows().map(({ keep }) => keep)).toEqual([true, true]);
    expect(rows().map(({ style }) => style)).toContain('comic');
  });

  it('remembers the last choice without a photo', async () => {
    const { drafts } = await open();
    drafts.choose({ style: 'modern', options: { solidColor: '#aabbcc' } });
    const { drafts: again } = await open();
    expect(again.snapshot().choices).toMatchObject({
      style: 'modern',
      options: { solidColor: '#aabbcc' },
    });
  });

  it('gives the photo of the last visit what was chosen before it appeared', async () => {
    const { drafts } = await open();
    await drafts.pick();
    drafts.choose({ style: 'modern', background: 'gradient' });
    await settle();
    const { drafts: again } = await open(fakeEngine(), createState(DRAFT_SCOPE), (shown) => {
      expect(shown.snapshot().phase).toBe('starting');
      shown.choose({ style: 'creative' });
    });
    expect(again.snapshot()).toMatchObject({
      phase: 'ready',
      choices: { style: 'creative', background: 'gradient' },
      undoes: 'style',
    });
  });

  it('gives a photo what was chosen while it was read, and leaves the previous one unchanged', async () => {
    let held = Promise.resolve();
    const { drafts } = await open(fakeEngine(() => held));
    for (const [name, style, background] of [
      ['first.png', 'modern', 'gradient'],
      ['second.png', 'creative', 'abstract'],
    ] as const) {
      let read = (): void => undefined;
      held = new Promise((resolve) => (read = resolve));
      const added = drafts.add(named(name));
      await settle();
      expect(drafts.snapshot().phase).toBe('importing');
      drafts.choose({ style });
      drafts.choose({ background });
      expect(drafts.snapshot().choices).toMatchObject({ style, background });
      read();
      await added;
      expect(drafts.snapshot().choices).toMatchObject({ style, background });
      expect(drafts.snapshot().undoes).toBe('background');
      await drafts.flush();
    }
    const styles = (shown: Drafts) =>
      shown.snapshot().entries.map(({ draft }) => `${draft.fileName} ${draft.style}`);
    expect(styles(drafts)).toEqual(['first.png modern', 'second.png creative']);
    const { drafts: again } = await open();
    expect(styles(again)).toEqual(['first.png modern', 'second.png creative']);
    expect(again.snapshot().choices).toMatchObject({ style: 'creative', background: 'abstract' });
  });

  it('deletes the photo after 24 hours, at once if open, otherwise at the next start', async () => {
    const { drafts, engine } = await open();
    await drafts.pick();
    await pass(DRAFT_LIFETIME_MS - 1);
    expect(drafts.snapshot()).toMatchObject({ phase: 'ready', refused: [] });
    await pass(1);
    expect(drafts.snapshot()).toMatchObject({
      phase: 'empty',
      refused: [{ code: 'photo-expired' }],
    });
    expect(storage.photos.size + rows().length).toBe(0);
    expect(engine.released).toEqual(engine.analyses);

    await drafts.pick();
    clock += DRAFT_LIFETIME_MS + 1;
    const { drafts: later } = await open();
    expect(later.snapshot()).toMatchObject({
      phase: 'empty',
      refused: [{ code: 'photo-expired' }],
    });
    expect(storage.photos.size + rows().length).toBe(0);
  });

  it('counts the time that the device is asleep, and goes by its timers if the clock is set back', async () => {
    const { drafts } = await open();
    const minute = 60_000;
    await drafts.pick();
    clock += DRAFT_LIFETIME_MS;
    await pass(minute);
    expect(storage.photos.size + rows().length).toBe(0);

    await drafts.pick();
    for (let passed = minute; passed < DRAFT_LIFETIME_MS; passed += minute) await pass(minute, 0);
    expect(storage.photos.size).toBe(1);
    await pass(minute, 0);
    expect(storage.photos.size + rows().length).toBe(0);
  });

  it('keeps a photo that was added while the clock was ahead for no more than 24 hours', async () => {
    const { drafts } = await open();
    clock += 10 * DRAFT_LIFETIME_MS;
    await drafts.pick();
    clock -= 10 * DRAFT_LIFETIME_MS;
    await open();
    expect(storage.photos.size).toBe(1);
    clock += DRAFT_LIFETIME_MS;
    const { drafts: later } = await open();
    expect(later.snapshot().refused).toEqual([{ code: 'photo-expired' }]);
    expect(storage.photos.size + rows().length).toBe(0);
  });

  it('keeps the existing photos if a new one can’t be used, and says which and why', async () => {
    const engine = fakeEngine();
    const { drafts } = await open(engine);
    await drafts.add(named('good.png'));
    let n = 0;
    engine.fault = (what) => {
      if (what === 'analyse' && ++n === 1) throw new LikenessError('photo-no-face');
    };
    await drafts.add(named('cat.png', 'me.png'));
    drafts.choose({ style: 'modern' });
    await drafts.add([]);
    expect(drafts.snapshot()).toMatchObject({
      phase: 'ready',
      refused: [{ code: 'photo-no-face', fileName: 'cat.png' }],
    });
    expect(drafts.snapshot().entries.map(({ draft }) => draft.fileName)).toEqual([
      'good.png',
      'me.png',
    ]);
    expect(drafts.snapshot().draft?.fileName).toBe('me.png');
    expect(storage.photos.size).toBe(2);
  });

  it('several photos become several drafts, each with its own choices and steps, over a reload too', async () => {
    const { drafts } = await open();
    await drafts.add(named('a.png', 'b.png'));
    const [a, b] = drafts.snapshot().entries;
    expect(drafts.snapshot().draft?.id).toBe(a?.draft.id);
    drafts.choose({ style: 'modern' });
    drafts.select(b?.draft.id ?? '');
    expect(drafts.snapshot().choices.style).toBe('realistic');
    expect(drafts.snapshot().undoes).toBeUndefined();
    drafts.choose({ style: 'creative' });
    await settle();

    const { drafts: again } = await open();
    expect(again.snapshot()).toMatchObject({
      draft: { fileName: 'b.png' },
      choices: { style: 'creative' },
      undoes: 'style',
    });
    again.select(a?.draft.id ?? '');
    expect(again.snapshot().choices.style).toBe('modern');
    again.undo();
    expect(again.snapshot().choices.style).toBe('realistic');
  });

  it('clearing deletes only that photo, and its neighbour takes the stage', async () => {
    const { drafts, engine } = await open();
    await drafts.add(named('a.png', 'b.png', 'c.png'));
    drafts.select(drafts.snapshot().entries[1]?.draft.id ?? '');
    drafts.choose({ style: 'modern' });
    const undo = await drafts.clear();
    expect(drafts.snapshot().draft?.fileName).toBe('c.png');
    expect([storage.photos.size, rows().length, engine.released.length]).toEqual([2, 2, 1]);
    await undo?.();
    expect(drafts.snapshot().draft).toMatchObject({ fileName: 'b.png', style: 'modern' });
    expect([storage.photos.size, rows().length]).toEqual([3, 3]);
    await undo?.();
    expect(drafts.snapshot().entries).toHaveLength(3);
    await drafts.clear();
    await drafts.clear();
    expect(drafts.snapshot().draft?.fileName).toBe('a.png');
    await drafts.clear();
    expect(storage.photos.size + rows().length).toBe(0);
    expect(drafts.snapshot()).toMatchObject({ phase: 'empty', entries: [] });
    expect(engine.released).toHaveLength(engine.analyses.length);
  });

  it('a photo that storage doesn’t let go stays on the stage', async () => {
    const { drafts } = await open();
    await drafts.add(named('a.png'));
    full = true;
    await expect(drafts.clear()).rejects.toMatchObject({ code: 'storage-full' });
    expect(drafts.snapshot()).toMatchObject({ phase: 'ready', draft: { fileName: 'a.png' } });
    full = false;
    await drafts.clear();
    expect(drafts.snapshot().phase).toBe('empty');
  });

  it('each photo expires separately', async () => {
    const { drafts } = await open();
    await drafts.add(named('a.png'));
    await pass(5_000);
    await drafts.add(named('b.png'));
    await pass(DRAFT_LIFETIME_MS - 5_001);
    expect(drafts.snapshot().entries).toHaveLength(2);
    await pass(1);
    expect(drafts.snapshot()).toMatchObject({
      phase: 'ready',
      draft: { fileName: 'b.png' },
      refused: [{ code: 'photo-expired' }],
    });
    expect(storage.photos.size).toBe(1);
    await pass(5_000);
    expect(storage.photos.size).toBe(0);
  });

  it('a cancelled import leaves nothing behind, and no error; the others continue', async () => {
    const { drafts } = await open();
    const adding = drafts.add(named('a.png', 'b.png', 'c.png'));
    const [a, b] = drafts.snapshot().incoming;
    expect(drafts.snapshot().phase).toBe('importing');
    drafts.cancelImport(a?.id ?? '');
    drafts.cancelImport(b?.id ?? '');
    expect(drafts.snapshot().incoming.map(({ fileName }) => fileName)).toEqual(['a.png', 'c.png']);
    await adding;
    expect(drafts.snapshot()).toMatchObject({
      phase: 'ready',
      draft: { fileName: 'c.png' },
      refused: [],
      incoming: [],
    });
    expect([storage.photos.size, rows().length]).toEqual([1, 1]);
  });

  it('accepts a limited number of photos', async () => {
    const { drafts } = await open();
    await drafts.add(named(...Array.from({ length: MOST_DRAFTS + 1 }, (_, n) => `${n}.png`)));
    expect(drafts.snapshot().entries).toHaveLength(MOST_DRAFTS);
    expect(drafts.snapshot().refused).toEqual([{ code: 'photo-too-many' }]);

    await open(fakeEngine(), createState(DRAFT_SCOPE), async (early) => {
      await early.add(named('more.png'));
      expect(early.snapshot().entries).toHaveLength(MOST_DRAFTS);
      expect(early.snapshot().refused).toEqual([{ code: 'photo-too-many', fileName: 'more.png' }]);
    });
  });

  it('keeps few analyses open, the one on the stage among them', async () => {
    const { drafts, engine } = await open();
    await drafts.add(named('a.png', 'b.png', 'c.png', 'd.png', 'e.png'));
    await settle();
    expect(engine.released).toHaveLength(2);
    expect(engine.released).not.toContain(engine.analyses[0]);
  });
});

describe('an account that is opened', () => {
  const account: Scope = { profileId: 'email:1', genesis: DRAFT_SCOPE.genesis };
  const seen = async (drafts: Drafts, count: number) => {
    await expect.poll(() => drafts.snapshot().entries.length).toBe(count);
    return drafts.snapshot();
  };

  it('takes over the open draft without asking, with its choices and steps, and hides it once locked', async () => {
    const scope = createState<Scope>(DRAFT_SCOPE);
    const { drafts, engine } = await open(fakeEngine(), scope);
    await drafts.pick();
    drafts.choose({ style: 'artistic' });
    await settle();
    const draftId = drafts.snapshot().draft?.id;

    scope.set(account);
    await expect
      .poll(rows)
      .toEqual([expect.objectContaining({ id: draftId, profileId: account.profileId })]);
    const followed = await seen(drafts, 1);
    expect(followed).toMatchObject({ draft: { id: draftId }, choices: { style: 'artistic' } });
    expect(followed.undoes).toBeDefined();
    expect(await followed.photo?.text()).toBe('p');

    scope.set(DRAFT_SCOPE);
    expect(await seen(drafts, 0)).toMatchObject({ phase: 'empty' });
    await open(engine, scope);
    expect(rows()).toHaveLength(1);

    scope.set(account);
    expect(await seen(drafts, 1)).toMatchObject({
      draft: { id: draftId },
      choices: { style: 'artistic' },
    });
  });

  it('takes over what a guest began meanwhile, beside its own', async () => {
    const scope = createState<Scope>(account);
    const { drafts } = await open(fakeEngine(), scope);
    await drafts.pick();
    scope.set(DRAFT_SCOPE);
    await seen(drafts, 0);
    await drafts.pick();
    scope.set(account);
    await seen(drafts, 2);
    expect(rows().map(({ profileId }) => profileId)).toEqual([
      account.profileId,
      account.profileId,
    ]);
  });
});

describe('undo and redo', () => {
  it('go back and forth over every change; a new one ends what could be redone', async () => {
    const { drafts } = await open();
    await drafts.pick();
    const first = drafts.snapshot().choices;
    drafts.regenerate();
    drafts.choose({ style: 'modern' });
    drafts.choose({ style: 'modern' });
    expect(drafts.snapshot().undoes).toBe('style');
    drafts.undo();
    expect(drafts.snapshot()).toMatchObject({ undoes: 'variation', redoes: 'style' });
    drafts.undo();
    expect(drafts.snapshot().choices).toEqual(first);
    expect(drafts.snapshot().undoes).toBeUndefined();
    drafts.redo();
    drafts.redo();
    expect(drafts.snapshot().choices.style).toBe('modern');
    drafts.undo();
    drafts.choose({ background: 'none' });
    expect(drafts.snapshot().redoes).toBeUndefined();
  });

  it('a drag is one step of one photo, and the next drag another', async () => {
    const { drafts } = await open();
    await drafts.pick();
    for (const [x, gesture] of [
      [0.1, 'drag 1'],
      [0.2, 'drag 1'],
      [0.1, 'drag 2'],
      [0, 'drag 2'],
    ] as const) {
      drafts.choose({ options: { crop: { zoom: 1, x, y: 0, roll: 0 } } }, gesture);
    }
    drafts.undo();
    expect(drafts.snapshot().choices.options.crop?.x).toBe(0.2);
    drafts.undo();
    expect(drafts.snapshot().choices.options.crop).toBeUndefined();

    const drag = (x: number): void =>
      drafts.choose({ options: { crop: { zoom: 1, x, y: 0, roll: 0 } } }, 'drag 3');
    drag(0.3);
    await drafts.pick();
    drag(0.4);
    drafts.undo();
    expect(drafts.snapshot().choices.options.crop?.x).toBe(0.3);
  });

  it('a drag is written as it begins and as it ends, or at once if the choices are needed', async () => {
    const { drafts } = await open();
    await drafts.pick();
    writes = 0;
    const drag = async (): Promise<void> => {
      for (let n = 0; n < 20; n++) {
        drafts.choose({ seed: n + 100 }, 'drag');
        await settle();
      }
    };
    await drag();
    expect([writes, rows()[0]?.seed]).toEqual([1, 100]);
    timers.at(-1)?.run();
    await settle();
    expect([writes, rows()[0]?.seed]).toEqual([2, 119]);
    await drag();
    await drafts.flush();
    expect([writes, rows()[0]?.seed]).toEqual([4, 119]);
  });

  it('survive a reload, within limits, and are deleted with the photo', async () => {
    const { drafts } = await open();
    await drafts.pick();
    for (let n = 0; n < MOST_STEPS + 10; n++) drafts.regenerate();
    const { seed } = drafts.snapshot().choices;
    drafts.undo();
    await settle();
    const { drafts: again } = await open();
    again.redo();
    expect(again.snapshot().choices.seed).toBe(seed);
    let steps = 0;
    for (; again.snapshot().undoes; steps++) again.undo();
    expect(steps).toBe(MOST_STEPS);
    await again.clear();
    expect(again.snapshot()).not.toHaveProperty('redoes');
    expect(JSON.stringify(rows())).not.toContain('future');
  });
});
