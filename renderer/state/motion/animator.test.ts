import { describe, expect, it, vi } from 'vitest';

import { never } from '../../../tests/support/example-job.ts';
import { exampleAvatar } from '../../../tests/support/example-rows.ts';
import { fakeEngine } from '../../../tests/support/fake-engine.ts';
import { LockTable } from '../../../tests/support/memory-locks.ts';
import { emptyStorage, memoryStore } from '../../../tests/support/memory-store.ts';
import { memoryOf } from '../../../tests/support/memory.ts';
import { boughtOrder } from '../../../tests/support/paid-order.ts';
import { ANIMATIONS_OF_CREATOR } from '../../core/animations.ts';
import { ledgerRow, sumCredits } from '../../core/credits.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import { framesOf, type Living, type Premium } from '../../core/motion.ts';
import type { Order } from '../../core/orders/order.ts';
import { PLANS, type PlanId } from '../../core/plans.ts';
import type { Scope } from '../../core/scope.ts';
import type { Clip } from '../../ports/video.ts';
import { createAnimator } from './animator.ts';

const guest: Scope = { profileId: 'guest', genesis: 'chain' };
const living: Living = { motion: 'lively', strength: 1, size: 256 };
const avatar = exampleAvatar(guest);
const animation = { avatar, photo: 'draft', living };
const premium: Premium = {
  seconds: 4,
  moves: ['look', 'smile'],
  camera: 'orbit',
  styles: ['ink', 'comic'],
};
const film = { ...animation, living: { ...living, premium } };

const bought = (plan: PlanId): Order => boughtOrder(guest, `order of ${plan}`, plan);

/** Node has no ImageData, in which the animator wraps frames. */
vi.stubGlobal(
  'ImageData',
  class {
    constructor(
      readonly data: Uint8ClampedArray,
      readonly width: number,
      readonly height: number,
    ) {}
  },
);

/** A device with these plans, whose engine renders tiny frames and whose encoder counts them. */
async function device(...plans: readonly PlanId[]) {
  const store = memoryStore(emptyStorage());
  await store.write(plans.map((plan) => ({ table: 'orders', put: bought(plan) })));
  const memory = memoryOf();
  const files: string[] = [];
  const asked: number[] = [];
  const strengths = new Set<number | undefined>();
  const faults = {
    download: (): Promise<void> => Promise.resolve(),
    encode: (_done: number): void | Promise<void> => undefined,
  };
  const locks = new LockTable();
  const open = (tab = Symbol('tab')) =>
    createAnimator({
      store,
      memory,
      locks: locks.forTab(tab),
      clock: { now: () => 7 } as never,
      analyses: { of: () => Promise.resolve({ id: 'analysis' } as never), use: () => undefined },
      downloads: {
        save: async (name, content) => {
          await faults.download();
          files.push(`${name} ${String(content.size)}`);
          return {};
        },
      },
      engine: () =>
        Promise.resolve({
          ...fakeEngine(),
          animate: (_analysis, { options }, { from, count, signal }) => {
            signal?.throwIfAborted();
            asked.push(from);
            strengths.add(options.strength);
            return Promise.resolve({
              notes: ['smiling'],
              frames: Array.from({ length: count }, () => new Uint8ClampedArray(256 * 256 * 4)),
            });
          },
          video: () =>
            Promise.resolve({
              offers: () => Promise.resolve([]),
              async encode(_format, clip: Clip) {
                let frames = 0;
                for await (const frame of clip.frames) {
                  if (frame.constructor !== ImageData) throw new Error('no pixels');
                  await faults.encode(frames);
                  frames += 1;
                }
                const { width, height, rate } = clip;
                return {
                  file: new Blob(['x'.repeat(frames)]),
                  codec: 'VP9',
                  width,
                  height,
                  rate,
                  frames,
                };
              },
            }),
        }),
    });
  const rows = async () =>
    [await store.list('orders', guest), await store.list('ledger', guest)] as const;
  return { open, locks, store, files, asked, strengths, faults, rows };
}

describe('saving a living avatar', () => {
  it('writes all frames, counts it once, and saves it again for free', async () => {
    const { open, files, rows } = await device('creator');
    const animator = open();
    const { video } = await animator.save(animation, 'mp4', { signal: never() });
    expect(video.frames).toBe(framesOf(living));
    await animator.save(animation, 'webm', { signal: never() });
    expect(files).toEqual(['Artistic_1_living.mp4 72', 'Artistic_1_living.webm 72']);
    expect((await animator.right(guest)).included).toBe(ANIMATIONS_OF_CREATOR - 1);
    expect(await animator.unfinished('a')).toBeUndefined();
    const [orders, ledger] = await rows();
    expect(ledger).toMatchObject([{ kind: 'animate', amount: 1, at: 7, profileId: 'guest' }]);
    expect(sumCredits(orders, ledger).available).toBe(PLANS.creator.avatars);
  });

  it.each([
    ['as it says', { softenedTo: 0.8 }, 0.4],
    ['as rows of earlier versions can’t say', {}, 0.3],
  ])('moves a softened one as gently as it was painted, %s', async (_how, soft, strength) => {
    const { open, strengths } = await device('pro');
    const recipe = { ...avatar.recipe, options: { strength: 0.5 } };
    const softer = { ...avatar, recipe, softened: true, ...soft };
    await open().save({ ...animation, avatar: softer }, 'mp4', { signal: never() });
    expect([...strengths]).toEqual([strength]);
  });

  it('uses a credit only with Pro', async () => {
    const { open, rows } = await device('pro');
    await open().save(animation, 'mp4', { signal: never() });
    const [orders, ledger] = await rows();
    expect(sumCredits(orders, ledger)).toMatchObject({ reserved: 0, spent: 1 });
  });

  it.each([[[]], [['basic']]] as const)('makes nothing with the plans %j', async (plans) => {
    const { open, asked, files, rows } = await device(...plans);
    const code = await open().save(animation, 'mp4', { signal: never() }).catch(errorCode);
    expect([code, asked, files]).toEqual(['credits-too-few', [], []]);
    expect((await rows())[1]).toEqual([]);
  });

  it('a premium animation needs Pro, and counts separately from the loop, with all its frames', async () => {
    const { open, files, rows } = await device('pro');
    await open().save(animation, 'mp4', { signal: never() });
    const { video } = await open().save(film, 'mp4', { signal: never() });
    expect(video.frames).toBe(4 * 24);
    await open().save(film, 'webm', { signal: never() });
    expect(files).toHaveLength(3);
    const [orders, ledger] = await rows();
    expect(sumCredits(orders, ledger)).toMatchObject({ reserved: 0, spent: 2 });
  });

  it.each([
    ['a camera', film],
    ['more than 720 px', { ...animation, living: { ...living, size: 1080 } }],
  ])('Creator has no animation with %s, and nothing is made or counted', async (_, wanted) => {
    const { open, asked, files, rows } = await device('creator');
    const code = await open().save(wanted, 'mp4', { signal: never() }).catch(errorCode);
    expect([code, asked, files]).toEqual(['animation-locked', [], []]);
    expect((await rows())[1]).toEqual([]);
  });

  it('counts nothing if it is cancelled or can’t be encoded', async () => {
    const { open, faults, files, rows } = await device('creator');
    const control = new AbortController();
    faults.encode = (done) => {
      if (done === 8) control.abort();
    };
    await expect(open().save(animation, 'mp4', { signal: control.signal })).rejects.toThrow();
    faults.encode = () => {
      throw new LikenessError('engine-failed');
    };
    await expect(open().save(animation, 'mp4', { signal: never() })).rejects.toThrow();
    expect([files, (await rows())[1]]).toEqual([[], []]);
  });

  it.each([
    ['a loop', living],
    ['a premium animation', film.living],
  ])(
    'a page that died leaves word of %s that it was at, and the next one saves it',
    async (_, its) => {
      const { open, locks, faults, files } = await device('creator', 'pro');
      const dying = Symbol('tab');
      await new Promise<void>((begun) => {
        faults.encode = () => {
          begun();
          return new Promise(() => undefined);
        };
        void open(dying).save({ ...animation, living: its }, 'gif', { signal: never() });
      });
      const next = open();
      // While its page lives, it isn't cut short.
      expect(await next.unfinished('a')).toBeUndefined();
      locks.drop(dying);
      const left = await next.unfinished('a');
      expect(left).toEqual({ uid: 'a', living: its, format: 'gif' });
      expect(await next.unfinished('another')).toBeUndefined();
      faults.encode = () => undefined;
      if (!left) throw new Error('forgotten');
      await next.save({ ...animation, living: left.living }, left.format, { signal: never() });
      expect(files).toEqual([`Artistic_1_living.gif ${String(framesOf(its))}`]);
      expect(await next.unfinished('a')).toBeUndefined();
    },
  );

  it.each(['creator', 'pro'] as const)(
    'a file that couldn’t be saved costs nothing of %s, and counts once when it is',
    async (plan) => {
      const { open, faults, files, rows } = await device(plan);
      faults.download = () => Promise.reject(new LikenessError('download-failed'));
      for (const format of ['mp4', 'webm', 'gif'] as const)
        expect(await open().save(animation, format, { signal: never() }).catch(errorCode)).toBe(
          'download-failed',
        );
      expect([(await rows())[1], await open().unfinished('a')]).toEqual([[], undefined]);
      faults.download = () => Promise.resolve();
      await open().save(animation, 'mp4', { signal: never() });
      await open().save(animation, 'gif', { signal: never() });
      expect(files).toHaveLength(2);
      const [orders, ledger] = await rows();
      expect([
        sumCredits(orders, ledger).spent,
        ANIMATIONS_OF_CREATOR - (await open().right(guest)).included,
      ]).toEqual(plan === 'pro' ? [1, ANIMATIONS_OF_CREATOR] : [0, 1]);
    },
  );

  it('a page that dies while the file is being saved has counted nothing', async () => {
    const { open, faults, rows } = await device('creator');
    const saving = new Promise<void>((begun) => {
      faults.download = () => {
        begun();
        return new Promise(() => undefined);
      };
    });
    void open().save(animation, 'mp4', { signal: never() });
    await saving;
    expect((await rows())[1]).toEqual([]);
  });

  it('one that is cancelled when it is encoded is neither saved nor counted', async () => {
    const { open, faults, files, rows } = await device('creator');
    const control = new AbortController();
    faults.encode = (done) => {
      if (done === framesOf(living) - 1) control.abort();
    };
    await expect(open().save(animation, 'mp4', { signal: control.signal })).rejects.toThrow();
    expect([files, (await rows())[1]]).toEqual([[], []]);
  });

  it('a saved file that can’t be counted is the customer’s all the same', async () => {
    const { open, store, files, rows } = await device('creator');
    vi.spyOn(store, 'write').mockRejectedValue(new LikenessError('storage-full'));
    await open().save(animation, 'mp4', { signal: never() });
    expect([files.length, (await rows())[1], await open().unfinished('a')]).toEqual([
      1,
      [],
      undefined,
    ]);
  });

  it('two tabs save and count the last one of a plan once', async () => {
    const { open, store, files, rows } = await device('creator');
    await store.write(
      Array.from({ length: ANIMATIONS_OF_CREATOR - 1 }, (_, k) => ({
        table: 'ledger' as const,
        put: ledgerRow(guest, 'animate', `animation:${String(k)}`, `animation:${String(k)}`, 1),
      })),
    );
    const other = { ...animation, living: { ...living, strength: 0.5 } };
    const ends = await Promise.allSettled([
      open().save(animation, 'mp4', { signal: never() }),
      open().save(other, 'mp4', { signal: never() }),
    ]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await rows())[1]).toHaveLength(ANIMATIONS_OF_CREATOR);
    expect(files).toHaveLength(1);
  });

  it('a pause holds back the next frames until it ends', async () => {
    const { open, asked } = await device('creator');
    let go = (): void => undefined;
    let turns = 0;
    const held = new Promise<void>((resolve) => (go = resolve));
    const saving = open().save(animation, 'mp4', {
      signal: never(),
      turn: () => ((turns += 1) < 3 ? Promise.resolve() : held),
    });
    await new Promise((resolve) => void setImmediate(resolve));
    for (let k = 0; k < 50; k += 1) await Promise.resolve();
    expect(asked.length).toBeLessThanOrEqual(2);
    go();
    await saving;
    expect(asked).toHaveLength(framesOf(living) / 6);
  });
});
