import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Avatar } from '../../core/avatars.ts';
import type { Batch } from '../../core/batches.ts';
import { type LedgerEntry, sumCredits } from '../../core/credits.ts';
import { type Draft, DRAFT_SCOPE } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Scope } from '../../core/scope.ts';
import type { Picture, Table } from '../../ports/store.ts';
import { createDrafts } from '../drafts/drafts.ts';
import { createSittings } from '../drafts/sittings.ts';
import { type Disk, emptyDisk, memoryStore } from '../fakes/memory-store.ts';
import { type FakeEngine, fakeEngine } from '../fakes/fake-engine.ts';
import { createGeneration, type Generation } from './generation.ts';
import { memoryLocks } from '../fakes/memory-locks.ts';

const scope: Scope = { profileId: 'guest', genesis: 'chain' };
const draft: Draft = {
  ...DRAFT_SCOPE,
  id: 'draft',
  fileName: 'me.png',
  width: 800,
  height: 600,
  style: 'artistic',
  background: 'gradient',
  seed: 7,
  options: {},
  createdAt: 0,
};
const order = { ...scope, id: 'LK-1', draftId: 'draft', state: { kind: 'finalized' } } as unknown as Order;

let disk: Disk;
let seed = 1;
let chosenSize: Avatar['size'] = 1024;
const rows = <T>(table: Table): T[] => [...(disk.tables.get(table)?.values() ?? [])] as T[];
const credits = () => sumCredits(rows<LedgerEntry>('ledger'));
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** One run of the program over the disk; `dieAt` ends it for good at that step. */
function boot(dieAt = Number.POSITIVE_INFINITY): {
  generation: Generation;
  engine: FakeEngine;
  drafts: ReturnType<typeof createDrafts>;
  dead: () => boolean;
} {
  let steps = 0;
  const step = (): Promise<void> =>
    steps++ >= dieAt ? new Promise(() => undefined) : Promise.resolve();
  const store = memoryStore(disk, step);
  const engine = fakeEngine(step);
  const open = () => Promise.resolve(engine);
  const sittings = createSittings(open, store);
  const drafts = createDrafts({
    store,
    photos: { pick: () => Promise.resolve([]) },
    engine: open,
    sittings,
    memory: { read: () => undefined, write: () => undefined },
    now: () => 1,
    random: () => seed++,
    after: () => () => undefined,
  });
  const generation = createGeneration({
    store,
    engine: open,
    sittings,
    releaseDraft: drafts.release,
    locks: memoryLocks(),
    size: () => chosenSize,
    now: () => 1,
    random: () => seed++,
  });
  return { generation, engine, drafts, dead: () => steps > dieAt };
}

async function until(done: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000 && !done(); turn++) await settled();
  expect(done()).toBe(true);
}
const allEnded = () => rows<Batch>('batches').every(({ state }) => state === 'done' || state === 'cancelled');

function consistent(): void {
  const sum = credits();
  expect(sum.available + sum.reserved + sum.spent).toBe(sum.granted);
  const avatars = rows<Avatar>('avatars');
  expect(sum.spent).toBe(avatars.length);
  expect(new Set(avatars.map(({ id }) => id)).size).toBe(avatars.length);
  expect(new Set(rows<{ uid: string }>('pictures').map(({ uid }) => uid))).toEqual(new Set(avatars.map(({ uid }) => uid)));
  const waiting = rows<Batch>('batches').flatMap(({ items }) => items.filter(({ state }) => state === 'waiting'));
  expect(sum.reserved).toBe(waiting.length);
}

/** A paid order's twenty credits and the photo that it was paid for. */
function fresh(): void {
  disk = emptyDisk();
  seed = 1;
  chosenSize = 1024;
  const grant: LedgerEntry = { ...scope, id: 'grant:LK-1', kind: 'grant', amount: 20, cause: 'LK-1', at: 0 };
  disk.tables.set('drafts', new Map([['draft', draft]]));
  disk.tables.set('ledger', new Map([[grant.id, grant]]));
  disk.photos.set('draft', new Blob(['photo']));
}
beforeEach(fresh);

describe('generation', () => {
  it('makes what was asked for, spread over styles and backgrounds, and then deletes the photo', async () => {
    const { generation, engine } = boot();
    const batch = await generation.start(
      { draftId: 'draft', count: 8, styles: ['realistic', 'artistic'], backgrounds: ['gradient', 'none'] },
      scope,
    );
    expect(credits()).toMatchObject({ available: 12, reserved: 8, spent: 0 });
    await until(allEnded);
    await until(() => disk.photos.size === 0);
    consistent();
    expect(credits()).toMatchObject({ available: 12, reserved: 0, spent: 8 });
    const avatars = rows<Avatar>('avatars');
    expect(avatars[0]).toMatchObject({ id: 101, name: 'Artistic 1', likeness: 0.97, batchId: batch.id });
    expect(avatars[0]?.recipe).toMatchObject({ style: 'artistic', background: 'gradient', seed: 7 });
    const looks = new Map<string, number>();
    for (const { recipe } of avatars) {
      const look = `${recipe.style} ${recipe.background}`;
      looks.set(look, (looks.get(look) ?? 0) + 1);
    }
    expect([...looks.values()]).toEqual([2, 2, 2, 2]);
    expect(new Set(avatars.map(({ recipe }) => recipe.seed)).size).toBe(8);
    expect(engine.rendered).toHaveLength(8);
    expect(engine.sittings).toHaveLength(1);
    expect(engine.dismissed).toEqual(engine.sittings);
    expect(rows('drafts')).toEqual([]);
  });

  it('keeps the size that was asked for, as far as the photo has the detail', async () => {
    const { generation } = boot();
    disk.tables.set('drafts', new Map([['draft', { ...draft, maxSize: 2048 }], ['small', { ...draft, id: 'small', maxSize: 1024 }]]));
    disk.photos.set('small', new Blob(['small']));
    await generation.start({ draftId: 'draft', count: 1, size: 2048 }, scope);
    await generation.start({ draftId: 'small', count: 1, size: 2048 }, scope);
    await until(allEnded);
    expect(rows<Avatar>('avatars').map(({ size }) => size)).toEqual([2048, 1024]);
    const full = await Promise.all(rows<Picture>('pictures').map(({ full }) => full.text()));
    expect(full.map((text) => (JSON.parse(text) as { size: number }).size)).toEqual([2048, 1024]);
  });

  it('refuses more than the credits, and keeps the rest of the world as it was', async () => {
    const { generation } = boot();
    await expect(generation.start({ draftId: 'draft', count: 21 }, scope)).rejects.toMatchObject({ code: 'credits-too-few' });
    expect(rows('batches')).toEqual([]);
    expect(credits().available).toBe(20);
  });

  it('never lets two starts spend the same credits', async () => {
    const { generation } = boot();
    const starts = await Promise.allSettled([
      generation.start({ draftId: 'draft', count: 15 }, scope),
      generation.start({ draftId: 'draft', count: 15 }, scope),
    ]);
    expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await until(allEnded);
    consistent();
  });

  it('one failing picture gives its credit back and the rest go on', async () => {
    const { generation, engine } = boot();
    let n = 0;
    engine.fault = (what) => {
      if (what === 'render' && ++n === 2) throw new LikenessError('engine-failed');
    };
    await generation.start({ draftId: 'draft', count: 4 }, scope);
    await until(allEnded);
    consistent();
    expect(rows<Batch>('batches')[0]?.items.map(({ state }) => state)).toEqual(['done', 'failed', 'done', 'done']);
    expect(rows<Batch>('batches')[0]?.items[1]?.reason).toBe('engine-failed');
    expect(credits()).toMatchObject({ available: 17, spent: 3 });
  });

  it('a photo that is gone releases everything with its reason', async () => {
    disk.photos.clear();
    const { generation } = boot();
    await generation.start({ draftId: 'draft', count: 4 }, scope);
    await until(allEnded);
    expect(rows<Batch>('batches')[0]?.items.every(({ reason }) => reason === 'photo-expired')).toBe(true);
    expect(credits().available).toBe(20);
  });

  it.each(['storage-full', 'storage-unavailable', 'engine-unsupported'] as const)('%s pauses instead of failing one after the other', async (code) => {
    const { generation, engine } = boot();
    let wanting = true;
    engine.fault = (what) => {
      if (what === 'render' && wanting) throw new LikenessError(code);
    };
    const batch = await generation.start({ draftId: 'draft', count: 4 }, scope);
    await until(() => rows<Batch>('batches')[0]?.state === 'paused');
    expect(rows<Batch>('batches')[0]?.pausedFor).toBe(code);
    expect(credits()).toMatchObject({ reserved: 4, spent: 0 });
    wanting = false;
    await generation.proceed(batch.id);
    await until(allEnded);
    consistent();
    expect(credits().spent).toBe(4);
  });

  it('a photo that can no longer be looked at fails each picture with its reason, and gives the credits back', async () => {
    const { generation, engine } = boot();
    engine.fault = (what) => {
      if (what === 'sit') throw new LikenessError('engine-failed');
    };
    await generation.start({ draftId: 'draft', count: 3 }, scope);
    await until(allEnded);
    consistent();
    expect(rows<Batch>('batches')[0]?.items.map(({ reason }) => reason)).toEqual(['engine-failed', 'engine-failed', 'engine-failed']);
    expect(credits()).toMatchObject({ available: 20, spent: 0 });
  });

  it('cancel gives back what isn’t made, stops the picture in the works and deletes the photo', async () => {
    const { generation, engine } = boot();
    let batchId = '';
    engine.fault = (what) => {
      if (what === 'render' && engine.rendered.length === 2) void generation.cancel(batchId);
    };
    batchId = (await generation.start({ draftId: 'draft', count: 10 }, scope)).id;
    await until(() => disk.photos.size === 0);
    consistent();
    expect(rows<Batch>('batches')[0]?.state).toBe('cancelled');
    expect(credits().available + credits().spent).toBe(20);
    expect(credits().spent).toBeLessThan(10);
  });

  it('a photo cleared in the middle stays out of sight until the batch has ended', async () => {
    const { generation, drafts } = boot();
    await drafts.start();
    await generation.start({ draftId: 'draft', count: 3 }, scope);
    await drafts.clear();
    expect(drafts.snapshot().phase).toBe('empty');
    expect(disk.photos.size).toBe(1);
    await until(() => disk.photos.size === 0);
    expect(credits().spent).toBe(3);
  });

  it('starts a paid order’s batch once, whoever asks and however often', async () => {
    const { generation } = boot();
    disk.tables.set('orders', new Map([[order.id, order]]));
    const [one, two] = await Promise.all([generation.startForOrder(order), generation.startForOrder(order), generation.resume('chain')]);
    expect(one?.id).toBe(two?.id);
    expect(one?.items).toHaveLength(12);
    await until(allEnded);
    await boot().generation.resume('chain');
    expect(rows('batches')).toHaveLength(1);
    expect(credits()).toMatchObject({ available: 8, spent: 12 });
  });

  it.each([[2048, 2048], [1024, 1024]] as const)('a paid order’s batch has the size chosen last where the photo allows %s', async (maxSize, size) => {
    chosenSize = 2048;
    disk.tables.set('drafts', new Map([['draft', { ...draft, maxSize }]]));
    disk.tables.set('orders', new Map([[order.id, order]]));
    const batch = await boot().generation.startForOrder(order);
    expect(batch?.size).toBe(size);
    await until(allEnded);
    expect(new Set(rows<Avatar>('avatars').map((avatar) => avatar.size))).toEqual(new Set([size]));
  });

  it('leaves the credits alone when the paid order has no photo', async () => {
    disk.tables.set('drafts', new Map());
    expect(await boot().generation.startForOrder(order)).toBeUndefined();
    expect(credits().available).toBe(20);
  });
});

describe('a crash at any moment', () => {
  /** Runs the whole story, dying at step `at` of the first run (and `again` of the second). */
  async function story(at: number, again: number): Promise<boolean> {
    const first = boot(at);
    disk.tables.set('orders', new Map([[order.id, order]]));
    void first.drafts.start();
    void first.generation.startForOrder(order);
    await until(() => first.dead() || (rows('batches').length > 0 && allEnded() && disk.photos.size === 0));
    await settled();
    consistent();
    const died = first.dead();

    const second = boot(again);
    void second.drafts.start();
    void second.generation.resume('chain');
    await until(() => second.dead() || (rows('batches').length > 0 && allEnded() && disk.photos.size === 0));
    consistent();

    const third = boot();
    await third.drafts.start();
    await third.generation.resume('chain');
    await until(() => allEnded() && disk.photos.size === 0);
    consistent();
    expect(rows('batches')).toHaveLength(1);
    expect(rows('drafts')).toEqual([]);
    expect(credits()).toMatchObject({ granted: 20, available: 8, reserved: 0, spent: 12 });
    expect(new Set(rows<Avatar>('avatars').map(({ recipe }) => recipe.seed)).size).toBe(12);
    return died;
  }

  it('loses nothing and makes nothing twice: every step once', async () => {
    for (let at = 0; ; at++) {
      fresh();
      if (!(await story(at, Number.POSITIVE_INFINITY))) {
        expect(at).toBeGreaterThan(100);
        return;
      }
    }
  }, 60_000);

  it('twice in a row, at random moments', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(140), fc.nat(140), async (at, again) => {
        fresh();
        await story(at, again);
      }),
      { numRuns: 40, seed: 2026 },
    );
  }, 60_000);
});
