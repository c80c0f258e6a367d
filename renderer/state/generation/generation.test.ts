import { beforeEach, describe, expect, it, vi } from 'vitest';

import { exampleMint } from '../../../tests/support/example-mint.ts';
import { exampleAvatar, examplePicture } from '../../../tests/support/example-rows.ts';
import type { FakeEngine } from '../../../tests/support/fake-engine.ts';
import {
  DRAFT,
  GenerationSimulation,
  ORDER,
  SCOPE,
} from '../../../tests/support/generation-simulation.ts';
import { boughtOrder, refundedOrder } from '../../../tests/support/paid-order.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import type { Avatar } from '../../core/avatars.ts';
import { MOST_IN_BATCH, type Batch } from '../../core/batches.ts';
import { DRAFT_LIFETIME_MS } from '../../core/constants.ts';
import type { Draft } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { photoGoneAt } from '../../core/photo-gone-at.ts';
import { DEFAULT_SET } from '../../core/sets.ts';
import type { Stroke } from '../../core/strokes.ts';
import { complete } from './journal.ts';
import { planItems } from './plan.ts';

let simulation: GenerationSimulation;
beforeEach(() => void (simulation = new GenerationSimulation()));
const putDrafts = (...rows: readonly Draft[]) =>
  simulation.storage.tables.set('drafts', new Map(rows.map((row) => [row.id, row])));
const putOrder = (order: Order) =>
  simulation.storage.tables.set('orders', new Map([[order.id, order]]));
const theBatch = () => simulation.rows('batches')[0];
/** How the pictures of the batch ended, e.g. 'done failed'. */
const ends = () => {
  const states = theBatch()?.items.map(({ state }) => state);
  return states?.join(' ');
};
/** What happens when the engine begins its nth picture. */
const atRender = (engine: FakeEngine, nth: number, act: () => void) => {
  let n = 0;
  engine.fault = (what) => {
    if (what === 'render' && ++n === nth) act();
  };
};
const fail = () => {
  throw new LikenessError('engine-failed');
};

describe('generation', () => {
  it('makes what was requested, spread over styles and backgrounds, and then deletes the photo', async () => {
    const { generation, engine } = simulation.boot();
    const batch = await generation.start(
      {
        draftId: 'draft',
        count: 8,
        styles: ['realistic', 'artistic'],
        backgrounds: ['gradient', 'none'],
      },
      SCOPE,
    );
    expect(simulation.credits).toMatchObject({ available: 12, reserved: 8, spent: 0 });
    await simulation.untilPhotosGone();
    expect(simulation.credits).toMatchObject({ available: 12, reserved: 0, spent: 8 });
    const avatars = simulation.rows('avatars');
    expect(avatars[0]).toMatchObject({
      id: 101,
      name: 'Artistic 1',
      likeness: 0.97,
      batchId: batch.id,
    });
    expect(avatars[0]?.recipe).toMatchObject({
      style: 'artistic',
      background: 'gradient',
      seed: 7,
    });
    const pairs = new Map<string, number>();
    for (const { recipe } of avatars) {
      const pair = `${recipe.style} ${recipe.background}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    expect([...pairs.values()]).toEqual([2, 2, 2, 2]);
    expect(new Set(avatars.map(({ recipe }) => recipe.seed)).size).toBe(8);
    expect(engine.rendered).toHaveLength(8);
    expect(engine.analyses).toHaveLength(1);
    expect(engine.released).toEqual(engine.analyses);
    expect(simulation.rows('drafts')).toEqual([]);
  });

  it('never makes the same picture of a photo again, if the photo is kept for more', async () => {
    putDrafts({ ...DRAFT, keep: true });
    const { generation } = simulation.boot();
    const request = { draftId: 'draft', count: 4 };
    await generation.start(request, SCOPE);
    await simulation.untilAllEnded();
    await generation.start(request, SCOPE);
    await simulation.untilAllEnded();
    expect(simulation.rows('avatars').map(({ recipe }) => recipe.seed)).toEqual([
      7, 8, 9, 10, 11, 12, 13, 14,
    ]);
    // Undo brings the first seed back.
    putDrafts(...simulation.rows('drafts').map((draft) => ({ ...draft, seed: 7 })));
    const { items } = await generation.start(
      { ...request, styles: ['artistic', 'realistic'] },
      SCOPE,
    );
    const made = items.map(({ recipe }) => `${recipe.style} ${String(recipe.seed)}`);
    expect(made).toEqual(['artistic 15', 'realistic 8', 'artistic 16', 'realistic 10']);
  });

  it('closes the analysis of a kept photo that isn’t shown when its batches have ended and nobody works with it', async () => {
    putDrafts({ ...DRAFT, keep: true });
    const { generation, engine, analyses } = simulation.boot();
    const work = new AbortController();
    await analyses.of('draft', work.signal);
    await generation.start({ draftId: 'draft', count: 2 }, SCOPE);
    await simulation.untilAllEnded();
    await settle();
    expect(engine.released).toEqual([]);
    work.abort();
    await settle();
    expect(engine.analyses).toHaveLength(1);
    expect(engine.released).toEqual(engine.analyses);
    expect(simulation.storage.photos.size).toBe(1);
  });

  it('leaves the Avatar Creator’s variation alone if the batch has one of its own', async () => {
    putDrafts({ ...DRAFT, keep: true });
    const { generation } = simulation.boot();
    const choices = { style: 'realistic', background: 'none', seed: 90, options: {} } as const;
    await generation.start({ draftId: 'draft', count: 4, choices }, SCOPE);
    expect(simulation.rows('drafts')).toMatchObject([{ seed: DRAFT.seed }]);
  });

  it('records which engine made each avatar, even if it changed in the middle of a batch', async () => {
    const { generation, engine } = simulation.boot();
    atRender(engine, 3, () => Object.assign(engine, { version: 9 }));
    const batch = await generation.start({ draftId: 'draft', count: 4 }, SCOPE);
    expect(batch.items.map(({ recipe }) => recipe.engine)).toEqual([1, 1, 1, 1]);
    await simulation.untilAllEnded();
    expect(simulation.rows('avatars').map(({ recipe }) => recipe.engine)).toEqual([1, 1, 9, 9]);
  });

  it('keeps the requested size, as far as the photo has the detail', async () => {
    const { generation } = simulation.boot();
    const small = { ...DRAFT, id: 'small', maxSizes: [2048, 1024], options: { face: 1 } } as const;
    const earlier = { ...DRAFT, id: 'earlier', maxSize: 1024 } as const;
    putDrafts({ ...DRAFT, maxSizes: [2048, 1024] }, small, earlier);
    for (const draftId of ['draft', 'small', 'earlier']) {
      simulation.storage.photos.set(draftId, new Blob([draftId]));
      await generation.start({ draftId, count: 1, size: 2048 }, SCOPE);
    }
    await simulation.untilAllEnded();
    const sizes = [2048, 1024, 1024];
    expect(simulation.rows('avatars').map(({ size }) => size)).toEqual(sizes);
    const full = await Promise.all(simulation.rows('pictures').map(({ full }) => full.text()));
    expect(full.map((text) => (JSON.parse(text) as { size: number }).size)).toEqual(sizes);
  });

  describe('of several photos', () => {
    const SECOND = { ...DRAFT, id: 'second', seed: 90, options: { lightAngle: 30 } };
    const many = { draftId: 'draft', others: ['second', 'gone'], count: 6 };
    beforeEach(() => {
      putDrafts(DRAFT, SECOND);
      simulation.storage.photos.set('second', new Blob(['another']));
    });

    it('is one batch, spread over them, and deletes them all when done', async () => {
      const { generation, engine } = simulation.boot();
      const { items } = await generation.start(many, SCOPE);
      expect(items.map(({ draftId }) => draftId ?? 'draft').join(' ')).toBe(
        'draft second draft second draft second',
      );
      expect(items[1]?.recipe).toMatchObject({ seed: 91, options: { lightAngle: 30 } });
      expect(simulation.rows('drafts').map((draft) => draft.seed)).toEqual([DRAFT.seed + 6, 96]);
      await simulation.untilPhotosGone();
      expect(engine.analyses).toHaveLength(2);
      expect(simulation.rows('drafts')).toEqual([]);
      expect(simulation.rows('avatars')).toHaveLength(6);
    });

    it('releases the credits of a photo that is gone, and makes the rest', async () => {
      simulation.storage.photos.delete('second');
      const { generation } = simulation.boot();
      await generation.start(many, SCOPE);
      await simulation.untilAllEnded();
      expect(ends()).toBe('done failed done failed done failed');
      expect(simulation.credits).toMatchObject({ available: 17, spent: 3 });
    });

    it('leaves the photos as they were if it can’t begin', async () => {
      const { generation } = simulation.boot();
      await expect(generation.start({ ...many, draftId: 'nothing' }, SCOPE)).rejects.toMatchObject({
        code: 'photo-expired',
      });
      expect(simulation.rows('drafts').flatMap(({ batchIds = [] }) => batchIds)).toEqual([]);
      expect(simulation.rows('drafts').map((draft) => draft.seed)).toEqual([DRAFT.seed, 90]);
    });
  });

  describe('the set that a payment starts', () => {
    const begun = async (): Promise<Batch> => {
      putOrder(ORDER);
      const batch = await simulation.boot().generation.startForOrder(ORDER);
      if (!batch) throw new Error('nothing was begun');
      return batch;
    };
    const pairs = ({ items }: Batch): string[] =>
      items.map(({ recipe }) => `${recipe.style} ${recipe.background}`);

    it('is varied by default, and begins with the previewed style and background', async () => {
      const batch = await begun();
      expect(batch.items).toHaveLength(12);
      expect(pairs(batch)[0]).toBe('artistic gradient');
      expect(new Set(pairs(batch)).size).toBe(12);
      expect(new Set(batch.items.map(({ recipe }) => recipe.style)).size).toBeGreaterThanOrEqual(6);
      expect(new Set(batch.items.map(({ recipe }) => recipe.seed)).size).toBe(12);
      expect(batch.items[0]?.recipe.seed).toBe(DRAFT.seed);
    });

    it('has the chosen styles and backgrounds, as many as the credits allow, from a single photo if requested', async () => {
      putDrafts(DRAFT, { ...DRAFT, id: 'second' });
      simulation.chosenSet = {
        kind: 'own',
        styles: ['modern', 'realistic'],
        backgrounds: ['none'],
        count: 48,
        photos: 'one',
      };
      const batch = await begun();
      expect(batch.items).toHaveLength(20);
      expect(new Set(pairs(batch))).toEqual(new Set(['modern none', 'realistic none']));
      expect(batch.items.every(({ draftId }) => draftId === undefined)).toBe(true);
    });

    it('includes the other photos', async () => {
      putDrafts(DRAFT, { ...DRAFT, id: 'second' }, { ...DRAFT, id: 'busy', batchIds: ['another'] });
      const batch = await begun();
      const photos = batch.items.map(({ draftId = 'draft' }) => draftId);
      expect(photos.filter((id) => id === 'draft')).toHaveLength(6);
      expect(photos.filter((id) => id === 'second')).toHaveLength(6);
      // Each photo is rendered in different styles.
      const styles = batch.items.flatMap(({ draftId, recipe }) => (draftId ? [recipe.style] : []));
      expect(new Set(styles).size).toBeGreaterThanOrEqual(5);
    });

    it('leaves photos that get no picture alone, and isn’t limited to their size', async () => {
      const unused = { ...DRAFT, id: 'unused', maxSize: 1024 } as const;
      putDrafts({ ...DRAFT, maxSize: 2048 }, { ...DRAFT, id: 'second', maxSize: 2048 }, unused);
      simulation.chosenSize = 2048;
      simulation.chosenSet = { ...DEFAULT_SET, count: 2 };
      expect((await begun()).size).toBe(2048);
      expect(simulation.rows('drafts').at(-1)).toEqual(unused);
    });
  });

  it('refuses more than the credits, and changes nothing else', async () => {
    const { generation } = simulation.boot();
    await expect(generation.start({ draftId: 'draft', count: 21 }, SCOPE)).rejects.toMatchObject({
      code: 'credits-too-few',
    });
    expect(simulation.rows('batches')).toEqual([]);
    expect(simulation.credits.available).toBe(20);
  });

  describe('of thousands of avatars', () => {
    const creator = { ...boughtOrder(SCOPE, 'LK-2', 'creator'), draftId: 'draft' };
    beforeEach(() => putOrder(creator));

    it('refuses more than a batch holds, which a payment never asks for, and changes nothing else', async () => {
      const { generation, die } = simulation.boot();
      const count = MOST_IN_BATCH + 1;
      await expect(generation.start({ draftId: 'draft', count }, SCOPE)).rejects.toMatchObject({
        code: 'bulk-too-many',
      });
      expect(simulation.rows('batches')).toEqual([]);
      expect(simulation.credits).toMatchObject({ available: 5_300, reserved: 0 });
      simulation.chosenSet = { ...DEFAULT_SET, count };
      expect((await generation.startForOrder(creator))?.items).toHaveLength(MOST_IN_BATCH);
      die();
    });

    it('goes on with a larger batch of an earlier version', async () => {
      const first = simulation.boot();
      await first.generation.start({ draftId: 'draft', count: 2 }, SCOPE);
      first.die();
      const [batch] = simulation.rows('batches');
      if (!batch) throw new Error('nothing was begun');
      const made = Array.from({ length: MOST_IN_BATCH }, (_, n) => ({
        ...batch.items[0],
        uid: `made-${String(n)}`,
        state: 'done',
      })) as Batch['items'];
      const larger = { ...batch, items: [...made, ...batch.items] };
      simulation.storage.tables.set('batches', new Map([[batch.id, larger]]));
      await simulation.boot().generation.resume('chain');
      await simulation.until(() => simulation.allEnded);
      expect(theBatch()?.items.filter(({ state }) => state === 'done')).toHaveLength(
        MOST_IN_BATCH + 2,
      );
    });

    it('plans in a time that grows with their number, not with its square', () => {
      const { style, background, options, seed } = DRAFT;
      const choices = { style, background, options };
      /** Plans as many as were made; undo has brought the first seed back. */
      const plan = (count: number) => {
        const steps = [vi.spyOn(JSON, 'stringify'), vi.spyOn(Map.prototype, 'get')];
        const items = planItems({
          photos: [{ id: 'draft', choices: DRAFT }],
          count,
          styles: [style],
          backgrounds: [background],
          engineVersion: 1,
          firstAvatarId: 1,
          names: [],
          made: Array.from({ length: count }, (_, n) => ({
            photo: 'draft',
            choices: { ...choices, seed: seed + n },
          })),
          random: () => 1,
        });
        const took = steps.reduce((sum, { mock }) => sum + mock.calls.length, 0);
        for (const step of steps) step.mockRestore();
        return { took, seeds: items.map(({ recipe }) => recipe.seed) };
      };
      const [some, twice] = [plan(200), plan(400)];
      expect(some.seeds).toEqual(Array.from({ length: 200 }, (_, n) => seed + 200 + n));
      expect(twice.took).toBeLessThan(some.took * 2.1);
    });
  });

  it('never lets two starts spend the same credits', async () => {
    const { generation } = simulation.boot();
    const starts = await Promise.allSettled([
      generation.start({ draftId: 'draft', count: 15 }, SCOPE),
      generation.start({ draftId: 'draft', count: 15 }, SCOPE),
    ]);
    expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await simulation.untilAllEnded();
  });

  it('asks for the next picture while one is being made, and for no more', async () => {
    const { generation, engine } = simulation.boot();
    const render = engine.render.bind(engine);
    const stored: number[] = [];
    engine.render = async (analysis, recipe, options) => {
      stored.push(simulation.rows('avatars').length);
      if (stored.length === 1) await simulation.until(() => stored.length === 2);
      return render(analysis, recipe, options);
    };
    const { items } = await generation.start({ draftId: 'draft', count: 4 }, SCOPE);
    await simulation.untilAllEnded();
    expect(stored).toEqual([0, 0, 1, 2]);
    expect(engine.rendered.map(({ seed }) => seed).toSorted()).toEqual(
      items.map(({ recipe }) => recipe.seed).toSorted(),
    );
  });

  it.each([
    ['the first', undefined, 4, 4],
    ['a slower one', 4, 14, 7],
    ['a much slower one', 1, 51, 16],
    ['one with the device asleep', 4, 28_800, 20.8],
    ['the first, with the device asleep', undefined, 28_800, 300],
    ['one with the clock set back', 4, -3_600, 4],
    ['the first, with the clock set back', undefined, -3_600, undefined],
    ['one after an earlier version measured such a one', -3_600, 4, 4],
  ])('measures the time per avatar by %s', (_, before, took, after) => {
    const { style, background, options, seed } = DRAFT;
    const batch: Batch = {
      ...SCOPE,
      id: 'batch',
      draftId: 'draft',
      size: 1024,
      state: 'running',
      items: ['a', 'b'].map((uid) => ({
        uid,
        avatarId: 101,
        name: 'Artistic 1',
        recipe: { style, background, options, seed, engine: 1 },
        state: 'waiting',
      })),
      createdAt: 1,
      ...(before !== undefined && { msPerAvatar: before * 1_000 }),
    };
    const [avatar, picture] = [exampleAvatar(SCOPE, 'a'), examplePicture(SCOPE, 'a')];
    const [write] = complete(avatar, picture, took * 1_000)(batch);
    if (!write || !('put' in write)) throw new Error('nothing was written');
    const { msPerAvatar } = write.put as Batch;
    expect(msPerAvatar === undefined ? undefined : Math.round(msPerAvatar) / 1_000).toBe(after);
  });

  it('knows when a photo is deleted before its avatars may be made', async () => {
    const drafts = [
      { ...DRAFT, createdAt: 2 },
      { ...DRAFT, id: 'second', createdAt: 1 },
      { ...DRAFT, id: 'other', createdAt: 0 },
    ];
    putDrafts(...drafts);
    simulation.storage.photos.set('second', new Blob(['another']));
    const { generation, die } = simulation.boot();
    const request = { draftId: 'draft', others: ['second'], count: 2 };
    const batch = await generation.start(request, SCOPE);
    die();
    const day = DRAFT_LIFETIME_MS;
    const change = (at: number, more: Partial<Batch['items'][number]>): Batch => ({
      ...batch,
      items: batch.items.map((item, n) => (n === at ? { ...item, ...more } : item)),
    });
    expect([
      photoGoneAt(batch, drafts, undefined),
      photoGoneAt(batch, drafts, day + 1),
      photoGoneAt(batch, drafts, day + 2),
      photoGoneAt({ ...batch, state: 'paused' }, drafts, undefined),
      photoGoneAt(change(1, { state: 'done' }), drafts, day + 3),
      photoGoneAt(change(1, { repaint: true }), drafts, day + 3),
      // Photos that aren't shown.
      photoGoneAt({ ...batch, state: 'paused' }, [], day + 2),
    ]).toEqual([undefined, undefined, day + 1, day + 1, day + 2, day + 2, undefined]);
  });

  it('one failing picture gives its credit back, and the rest continue', async () => {
    const { generation, engine } = simulation.boot();
    atRender(engine, 2, fail);
    await generation.start({ draftId: 'draft', count: 4 }, SCOPE);
    await simulation.untilAllEnded();
    expect(ends()).toBe('done failed done done');
    expect(theBatch()?.items[1]?.reason).toBe('engine-failed');
    expect(simulation.credits).toMatchObject({ available: 17, spent: 3 });
  });

  it('a photo that is gone releases everything with its reason', async () => {
    simulation.storage.photos.clear();
    const { generation } = simulation.boot();
    await generation.start({ draftId: 'draft', count: 4 }, SCOPE);
    await simulation.untilAllEnded();
    expect(theBatch()?.items.every(({ reason }) => reason === 'photo-expired')).toBe(true);
    expect(simulation.credits.available).toBe(20);
  });

  it.each([
    'storage-full',
    'storage-unavailable',
    'engine-unsupported',
    'engine-unloaded',
  ] as const)('%s pauses instead of failing one after the other', async (code) => {
    const { generation, engine } = simulation.boot();
    let wanting = true;
    engine.fault = (what) => {
      if (what === 'render' && wanting) throw new LikenessError(code);
    };
    const batch = await generation.start({ draftId: 'draft', count: 4 }, SCOPE);
    await simulation.until(() => theBatch()?.state === 'paused');
    expect(theBatch()?.pausedFor).toBe(code);
    expect(simulation.credits).toMatchObject({ reserved: 4, spent: 0 });
    wanting = false;
    await generation.proceed(batch.id);
    await simulation.untilAllEnded();
    expect(simulation.credits.spent).toBe(4);
  });

  it('a photo that can’t be analysed any more fails each picture with its reason, and gives the credits back', async () => {
    const { generation, engine } = simulation.boot();
    engine.fault = (what) => {
      if (what === 'analyse') fail();
    };
    await generation.start({ draftId: 'draft', count: 3 }, SCOPE);
    await simulation.untilAllEnded();
    expect(theBatch()?.items.map(({ reason }) => reason)).toEqual(Array(3).fill('engine-failed'));
    expect(simulation.credits).toMatchObject({ available: 20, spent: 0 });
  });

  it('cancelling releases what isn’t made, stops the current picture and deletes the photo', async () => {
    const { generation, engine } = simulation.boot();
    let batchId = '';
    engine.fault = (what) => {
      if (what === 'render' && engine.rendered.length === 2) void generation.cancel(batchId);
    };
    batchId = (await generation.start({ draftId: 'draft', count: 10 }, SCOPE)).id;
    await simulation.untilPhotosGone();
    expect(theBatch()?.state).toBe('cancelled');
    expect(simulation.credits.available + simulation.credits.spent).toBe(20);
    expect(simulation.credits.spent).toBeLessThan(10);
  });

  it('a photo that is cleared in the middle is hidden until the batch has ended', async () => {
    const { generation, drafts } = simulation.boot();
    await drafts.start();
    await generation.start({ draftId: 'draft', count: 3 }, SCOPE);
    await drafts.clear();
    expect(drafts.snapshot().phase).toBe('empty');
    expect(simulation.storage.photos.size).toBe(1);
    await simulation.untilPhotosGone();
    expect(simulation.credits.spent).toBe(3);
  });

  it.each(['start', 'startForOrder'] as const)(
    '%s makes what was chosen a moment before',
    async (start) => {
      const { generation, drafts } = simulation.boot();
      await drafts.start();
      for (const style of ['modern', 'creative'] as const) {
        drafts.choose({ style });
        await settle();
      }
      if (start === 'startForOrder') putOrder(ORDER);
      const batch = await (start === 'start'
        ? generation.start({ draftId: 'draft', count: 1 }, SCOPE)
        : generation.startForOrder(ORDER));
      expect(batch?.items[0]?.recipe.style).toBe('creative');
      await simulation.untilAllEnded();
    },
  );

  it('starts a paid order’s batch once, whoever asks and however often', async () => {
    const { generation } = simulation.boot();
    putOrder(ORDER);
    const [one, two] = await Promise.all([
      generation.startForOrder(ORDER),
      generation.startForOrder(ORDER),
      generation.resume('chain'),
    ]);
    expect(one?.id).toBe(two?.id);
    expect(one?.items).toHaveLength(12);
    await simulation.untilAllEnded();
    await simulation.boot().generation.resume('chain');
    expect(simulation.rows('batches')).toHaveLength(1);
    expect(simulation.credits).toMatchObject({ available: 8, spent: 12 });
  });

  it.each([
    [2048, 2048],
    [1024, 1024],
  ] as const)(
    'a paid order’s batch has the size chosen last where the photo allows %s',
    async (maxSize, size) => {
      simulation.chosenSize = 2048;
      putDrafts({ ...DRAFT, maxSize });
      putOrder(ORDER);
      const batch = await simulation.boot().generation.startForOrder(ORDER);
      expect(batch?.size).toBe(size);
      await simulation.untilAllEnded();
      expect(new Set(simulation.rows('avatars').map((avatar) => avatar.size))).toEqual(
        new Set([size]),
      );
    },
  );

  it.each([
    ['has no photo', [], ORDER],
    ['was refunded', [DRAFT], refundedOrder(ORDER)],
  ])('leaves the credits alone when the paid order %s', async (_, drafts, order) => {
    putDrafts(...drafts);
    expect(await simulation.boot().generation.startForOrder(order)).toBeUndefined();
    expect(simulation.credits.available).toBe(20);
  });

  describe('styles of a larger plan', () => {
    const drawnAs = (style: 'comic' | 'artistic') => putDrafts({ ...DRAFT, style });
    const creator = boughtOrder(SCOPE, 'LK-2', 'creator');
    const bought: Order = { ...creator, credits: 20, draftId: 'draft' };

    it('aren’t made without it, however they are requested, and nothing is reserved', async () => {
      const { generation } = simulation.boot();
      const locked = { code: 'style-locked' };
      await expect(
        generation.start({ draftId: 'draft', count: 2, styles: ['artistic', 'comic'] }, SCOPE),
      ).rejects.toMatchObject(locked);
      drawnAs('comic');
      await expect(generation.start({ draftId: 'draft', count: 2 }, SCOPE)).rejects.toMatchObject(
        locked,
      );
      expect(simulation.rows('batches')).toEqual([]);
      expect(simulation.credits).toMatchObject({ available: 20, reserved: 0 });
    });

    it('are made with it, by hand and when the payment starts the batch', async () => {
      drawnAs('comic');
      putOrder(bought);
      const { generation } = simulation.boot();
      const batch = await generation.startForOrder(bought);
      expect(batch?.items[0]?.recipe.style).toBe('comic');
      await simulation.untilAllEnded();
      expect(simulation.credits).toMatchObject({ available: 8, spent: 12 });
    });

    it('are left out of a smaller plan’s set, which is made in the others', async () => {
      drawnAs('comic');
      putOrder(ORDER);
      const { generation } = simulation.boot();
      const batch = await generation.startForOrder(ORDER);
      expect(batch?.items).toHaveLength(12);
      expect(batch?.items.map(({ recipe }) => recipe.style)).not.toContain('comic');
      await simulation.untilAllEnded();
    });

    it('leave a smaller plan’s credits alone until another style is chosen', async () => {
      drawnAs('comic');
      simulation.chosenSet = { ...DEFAULT_SET, kind: 'look' };
      putOrder(ORDER);
      const { generation } = simulation.boot();
      await generation.resume('chain');
      expect(simulation.rows('batches')).toEqual([]);
      expect(simulation.credits.available).toBe(20);
      expect(simulation.storage.photos.size).toBe(1);
      drawnAs('artistic');
      expect((await generation.startForOrder(ORDER))?.items).toHaveLength(12);
      await simulation.untilAllEnded();
    });
  });
});

describe('a cut-out that is mended after paying', () => {
  const strokes: readonly Stroke[] = [{ mode: 'keep', size: 0.05, points: [0.5, 0.5] }];
  const addAgain = (id: string): void => {
    simulation.storage.tables.get('drafts')?.set(id, { ...DRAFT, id });
    simulation.storage.photos.set(id, new Blob(['photo']));
  };
  const avatars = (): Avatar[] => simulation.rows('avatars');
  const mended = (): boolean[] => avatars().map(({ mendedAt }) => mendedAt !== undefined);

  /** Four avatars; the second is liked, the fourth an NFT. The photo is there again. */
  async function made() {
    const { generation } = simulation.boot();
    await generation.start({ draftId: 'draft', count: 4 }, SCOPE);
    await simulation.untilPhotosGone();
    const [, second, , fourth] = avatars();
    if (!second || !fourth) throw new Error('too few');
    simulation.storage.tables.get('avatars')?.set(second.uid, { ...second, liked: true });
    const mint = exampleMint(
      { ...SCOPE, avatarUid: fourth.uid },
      { kind: 'signed', signature: 's', owner: 'o', transaction: '' },
    );
    simulation.storage.tables.set('mints', new Map([[mint.id, mint]]));
    addAgain('again');
    const before = avatars();
    const request = { uid: before[0]?.uid ?? '', draftId: 'again', options: { strokes } };
    return { before, request, credits: simulation.credits };
  }

  it('repaints the whole set in place, NFTs apart, and moves no credits', async () => {
    const { before, request, credits } = await made();
    const { generation } = simulation.boot();
    const batch = await generation.repaint(request);
    expect(batch.items.map(({ state }) => state).join(' ')).toBe('waiting waiting waiting done');
    expect(batch.items.map(({ draftId }) => draftId)).toEqual(Array(4).fill('again'));
    expect(batch.repaintedAt).toBeTypeOf('number');
    await simulation.untilPhotosGone();
    expect(simulation.credits).toEqual(credits);
    expect(mended()).toEqual([true, true, true, false]);
    expect(
      avatars().map(({ mendedAt: _mended, recipe, bytes: _bytes, ...rest }) => ({
        ...rest,
        strokes: recipe.options.strokes,
      })),
    ).toEqual(
      before.map(({ recipe: _recipe, bytes: _bytes, ...rest }, i) => ({
        ...rest,
        strokes: i < 3 ? strokes : undefined,
      })),
    );
    const pictures = await Promise.all(simulation.rows('pictures').map(({ full }) => full.text()));
    expect(pictures.map((text) => text.includes('strokes'))).toEqual([true, true, true, false]);
    expect(theBatch()?.items.some(({ repaint }) => repaint)).toBe(false);
  });

  it('takes the photo again, for the whole set and 24 hours, and paints nothing', async () => {
    const { before, request } = await made();
    const { generation } = simulation.boot();
    await generation.restorePhoto(request.uid, request.draftId);
    expect(theBatch()?.items.map(({ draftId }) => draftId)).toEqual(Array(4).fill('again'));
    expect(simulation.allEnded).toBe(true);
    expect(avatars()).toEqual(before);
    expect(simulation.rows('drafts')).toMatchObject([{ id: 'again', keep: true }]);
    await generation.resume('chain');
    expect(simulation.rows('drafts')).toHaveLength(1);
  });

  it('takes no other photo, and changes nothing then', async () => {
    const { before, request } = await made();
    simulation.difference = 60;
    const { generation } = simulation.boot();
    const other = { code: 'photo-other' };
    await expect(generation.repaint(request)).rejects.toMatchObject(other);
    await expect(generation.restorePhoto(request.uid, 'again')).rejects.toMatchObject(other);
    expect(avatars()).toEqual(before);
    expect(simulation.allEnded).toBe(true);
  });

  it('can be stopped: what isn’t repainted stays as it was, and no credit comes back', async () => {
    const { before, request, credits } = await made();
    const { generation, engine } = simulation.boot();
    // The first asks whether it is the photo.
    atRender(engine, 3, () => void generation.cancel(before[0]?.batchId ?? ''));
    await generation.repaint({ ...request, options: {} });
    await simulation.untilPhotosGone();
    expect(theBatch()).toMatchObject({ state: 'done' });
    expect(mended()).toContain(false);
    expect(simulation.credits).toEqual(credits);
  });

  it('keeps the old picture where the new one fails, and no credit comes back', async () => {
    const { request, credits } = await made();
    const { generation, engine } = simulation.boot();
    atRender(engine, 2, fail);
    await generation.repaint(request);
    await simulation.untilAllEnded();
    expect(mended().filter(Boolean)).toHaveLength(2);
    expect(ends()).toBe('done done done done');
    expect(simulation.credits).toEqual(credits);
  });

  it('continues after its page died at any step: whole in the end, and no credit moved', async () => {
    for (let dieAt = 0, dead = true; dead; dieAt += 1) {
      simulation = new GenerationSimulation();
      const { request, credits } = await made();
      const first = simulation.boot(dieAt);
      first.generation.repaint(request).catch(() => undefined);
      for (let turn = 0; turn < 300 && !first.dead(); turn += 1) await settle();
      dead = first.dead();
      first.die();
      const next = simulation.boot();
      await next.generation.resume(SCOPE.genesis);
      await simulation.untilAllEnded();
      // It died before it was begun: the user asks again.
      if (!mended()[0]) await next.generation.repaint(request);
      await simulation.untilPhotosGone();
      expect(mended()).toEqual([true, true, true, false]);
      expect(simulation.credits).toEqual(credits);
    }
  });
});
