import { beforeEach, describe, expect, it } from 'vitest';
import { DRAFT_LIFETIME_MS } from '../../core/constants.ts';
import { LikenessError } from '../../core/errors.ts';
import { type Disk, emptyDisk, memoryStore } from '../fakes/memory-store.ts';
import { fakeEngine } from '../fakes/fake-engine.ts';
import { choicesFromQuery, parseChoices } from './choices.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createSittings } from './sittings.ts';

const kept: Record<string, unknown> = {};
let disk: Disk;
let clock: number;
let timers: { at: number; run: () => void }[];
let seed = 0;

function open(engine = fakeEngine()): { drafts: Drafts; engine: ReturnType<typeof fakeEngine> } {
  const store = memoryStore(disk);
  const open = () => Promise.resolve(engine);
  const drafts = createDrafts({
    store,
    photos: { pick: () => Promise.resolve({ name: 'picked.png', file: new Blob(['p']) }) },
    engine: open,
    sittings: createSittings(open, store),
    memory: { read: (key) => kept[key], write: (key, value) => void (kept[key] = value) },
    now: () => clock,
    random: () => ++seed,
    after: (ms, run) => {
      const timer = { at: clock + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  });
  return { drafts, engine };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const rows = () => [...(disk.tables.get('drafts')?.values() ?? [])];

beforeEach(() => {
  for (const key of Object.keys(kept)) Reflect.deleteProperty(kept, key);
  disk = emptyDisk();
  clock = 1_000;
  timers = [];
});

describe('drafts', () => {
  it('keeps photo and choices over a reload, analysed once', async () => {
    const { drafts, engine } = open();
    await drafts.start();
    expect(drafts.snapshot().phase).toBe('empty');
    await drafts.pick();
    drafts.choose({ style: 'artistic', background: 'gradient' });
    drafts.regenerate();
    await settled();
    const { draft, choices } = drafts.snapshot();
    expect(draft?.fileName).toBe('picked.png');
    expect(engine.sittings).toHaveLength(1);

    const again = open().drafts;
    await again.start();
    expect(again.snapshot()).toMatchObject({ phase: 'ready', choices });
    expect(again.snapshot().draft?.id).toBe(draft?.id);
    expect(await again.snapshot().photo?.text()).toBe('p');
  });

  it('steps seeds forward and back', async () => {
    const { drafts } = open();
    await drafts.start();
    const first = drafts.snapshot().choices.seed;
    drafts.regenerate();
    expect(drafts.snapshot().choices.seed).not.toBe(first);
    expect(drafts.snapshot().hasEarlier).toBe(true);
    drafts.earlier();
    expect(drafts.snapshot().choices.seed).toBe(first);
    expect(drafts.snapshot().hasEarlier).toBe(false);
  });

  it('remembers the last choice without a photo', async () => {
    const { drafts } = open();
    await drafts.start();
    drafts.choose({ style: 'modern', options: { solidColor: '#aabbcc' } });
    const again = open().drafts;
    await again.start();
    expect(again.snapshot().choices).toMatchObject({ style: 'modern', options: { solidColor: '#aabbcc' } });
  });

  it('deletes the photo after 24 hours, at once when open and at the next start when not', async () => {
    const { drafts, engine } = open();
    await drafts.start();
    await drafts.pick();
    expect(timers.map(({ at }) => at)).toEqual([1_000 + DRAFT_LIFETIME_MS]);
    clock += DRAFT_LIFETIME_MS;
    timers[0]?.run();
    await settled();
    expect(drafts.snapshot()).toMatchObject({ phase: 'empty', error: 'photo-expired' });
    expect(disk.photos.size + rows().length).toBe(0);
    expect(engine.dismissed).toEqual(engine.sittings);

    await drafts.pick();
    clock += DRAFT_LIFETIME_MS + 1;
    const later = open().drafts;
    await later.start();
    expect(later.snapshot()).toMatchObject({ phase: 'empty', error: 'photo-expired' });
    expect(disk.photos.size + rows().length).toBe(0);
  });

  it('keeps the earlier photo when a new one can’t be used, and says why', async () => {
    const engine = fakeEngine();
    const { drafts } = open(engine);
    await drafts.start();
    await drafts.add('good.png', new Blob(['good']));
    engine.fault = (what) => {
      if (what === 'sit') throw new LikenessError('photo-no-face');
    };
    await drafts.add('cat.png', new Blob(['cat']));
    expect(drafts.snapshot()).toMatchObject({ phase: 'ready', error: 'photo-no-face' });
    expect(drafts.snapshot().draft?.fileName).toBe('good.png');
    expect(disk.photos.size).toBe(1);
  });

  it('replaces and clears: nothing of the earlier photo stays', async () => {
    const { drafts } = open();
    await drafts.start();
    await drafts.add('a.png', new Blob(['a']));
    await drafts.add('b.png', new Blob(['b']));
    expect(rows()).toHaveLength(1);
    expect(disk.photos.size).toBe(1);
    await drafts.clear();
    expect(disk.photos.size + rows().length).toBe(0);
    expect(drafts.snapshot().phase).toBe('empty');
  });

  it('an import that is cancelled leaves nothing, and no error', async () => {
    const { drafts } = open();
    await drafts.start();
    const adding = drafts.add('a.png', new Blob(['a']));
    await Promise.resolve();
    expect(drafts.snapshot().phase).toBe('importing');
    drafts.cancelImport();
    await adding;
    expect(drafts.snapshot().phase).toBe('empty');
    expect(drafts.snapshot().error).toBeUndefined();
    expect(disk.photos.size + rows().length).toBe(0);
  });

  it('of two photos dropped at once the later one stays', async () => {
    const { drafts } = open();
    await drafts.start();
    await Promise.all([drafts.add('a.png', new Blob(['a'])), drafts.add('b.png', new Blob(['b']))]);
    expect(drafts.snapshot().draft?.fileName).toBe('b.png');
    expect(rows()).toHaveLength(1);
    expect(disk.photos.size).toBe(1);
  });
});

describe('choices', () => {
  it('takes only what is valid from storage and from a link', () => {
    expect(parseChoices({ style: 'artistic', background: 'none', seed: 3, options: { solidColor: 'red' } }).style).toBe('realistic');
    expect(parseChoices({ style: 'artistic', background: 'none', seed: 3, options: {} }).style).toBe('artistic');
    expect(choicesFromQuery(new URLSearchParams('style=Modern&background=evil'))).toEqual({ style: 'modern' });
  });

  it('takes a template’s style and background, unless the link names its own', () => {
    expect(choicesFromQuery(new URLSearchParams('template=clean-minimal'))).toEqual({ style: 'minimalist', background: 'clean-white' });
    expect(choicesFromQuery(new URLSearchParams('template=clean-minimal&background=none')).background).toBe('none');
    expect(choicesFromQuery(new URLSearchParams('template=evil'))).toEqual({});
  });
});
