import { describe, expect, it } from 'vitest';

import { fakeEngine } from '../../../tests/support/fake-engine.ts';
import { makersOn } from '../../../tests/support/makers.ts';
import { LockTable } from '../../../tests/support/memory-locks.ts';
import { emptyStorage, memoryStore, rowsIn } from '../../../tests/support/memory-store.ts';
import { boughtOrder, orderIdOf } from '../../../tests/support/paid-order.ts';
import { settle, VirtualClock } from '../../../tests/support/virtual-clock.ts';
import { photoOf } from '../../core/batches.ts';
import { DRAFT_LIFETIME_MS } from '../../core/constants.ts';
import { ledgerRow, sumCredits } from '../../core/credits.ts';
import { DRAFT_SCOPE, type Draft } from '../../core/drafts.ts';
import { errorCode, LikenessError, type ErrorCode } from '../../core/errors.ts';
import { PLANS, type PlanId } from '../../core/plans.ts';
import type { Scope } from '../../core/scope.ts';
import { createState } from '../../core/subscribable.ts';
import type { Rows, Table } from '../../ports/store.ts';
import { createBulk } from './service.ts';

const guest: Scope = { profileId: 'guest', genesis: 'chain' };
const CHOSEN = {
  styles: ['realistic', 'modern'],
  backgrounds: ['clean-white', 'gradient'],
} as const;
const EACH = 4;
const BOX = { x: 0.5, y: 0.25, width: 0.25, height: 0.25 };
/** By a photo's content. */
const FAILURES: Readonly<Record<string, ErrorCode>> = {
  landscape: 'photo-no-face',
  large: 'storage-full',
};

/** A device with these plans; `open` starts the app on it, anew after each crash. */
async function device(...plans: readonly PlanId[]) {
  const storage = emptyStorage();
  const time = new VirtualClock();
  let isBroken = false;
  const fault = (): void => {
    if (isBroken) throw new LikenessError('storage-unavailable');
  };
  const locks = new LockTable();
  let seed = 0;
  const due: { readonly at: number; readonly run: () => void }[] = [];
  const random = (): number => (seed += 1);
  await memoryStore(storage).write(
    plans.map((plan) => ({ table: 'orders', put: boughtOrder(guest, orderIdOf(plan), plan) })),
  );
  const rows = <T extends Table>(table: T): Rows[T][] => rowsIn(storage, table);

  const open = async (diesAtPicture = Infinity) => {
    const owner = Symbol('tab');
    let dead = false;
    let pictures = 0;
    const step = (): Promise<void> => (dead ? new Promise(() => undefined) : Promise.resolve());
    const store = memoryStore(storage, { checked: true, step, fault });
    const plain = fakeEngine(step);
    const atOnce = { now: 0, most: 0 };
    const analyse = (photo: Blob) => {
      atOnce.now += 1;
      atOnce.most = Math.max(atOnce.most, atOnce.now);
      return plain.analyse(photo);
    };
    const engine = (): Promise<typeof plain> =>
      Promise.resolve({
        ...plain,
        openPhoto: async (file: Blob) => {
          const failure = FAILURES[await file.text()];
          if (failure) throw new LikenessError(failure);
          return { photo: file, width: 800, height: 800, analysis: await analyse(file) };
        },
        analyse,
        cutOut: () =>
          Promise.resolve({ picture: new Blob(), faults: ['ragged'] as const, faultBox: BOX }),
        render: async (...asked: Parameters<typeof plain.render>) => {
          if ((pictures += 1) === diesAtPicture + 1) {
            // It may be asked for ahead of its turn.
            while (rows('avatars').length < diesAtPicture) await settle();
            dead = true;
            locks.drop(owner);
          }
          await step();
          return plain.render(...asked);
        },
        release: () => void (atOnce.now -= 1),
      });
    const { now } = time.clock;
    const scope = createState<Scope>(DRAFT_SCOPE);
    const makers = makersOn({
      store,
      engine,
      locks: locks.forTab(owner),
      clock: time.clock,
      random,
      scope,
      after: (ms, run) => {
        due.push({ at: now() + ms, run });
        return () => undefined;
      },
    });
    const { drafts, generation } = makers;
    const bulk = createBulk({ store, engine, ...makers, scope, now, random });
    await drafts.start();
    await bulk.start();
    await generation.resume(guest.genesis);
    return { bulk, drafts, generation, atOnce, scope };
  };
  return {
    open,
    storage,
    locks,
    rows,
    breaks: (now: boolean) => (isBroken = now),
    /** Advances the clock and runs what is due by then. */
    pass: async (ms: number): Promise<void> => {
      time.time += ms;
      for (const { at, run } of due.splice(0)) if (at <= time.time) run();
      for (let i = 0; i < 20; i += 1) await settle();
    },
    batch: () => rows('batches')[0],
    credits: () => sumCredits(rows('orders'), rows('ledger')),
    finish: async (): Promise<void> => {
      for (let i = 0; i < 200; i += 1) await settle();
    },
  };
}

const photo = (name: string, content = name) => ({ name, file: new Blob([content]) });
const FOLDER = [
  photo('team/ada.jpg'),
  photo('team/a holiday.jpg', 'landscape'),
  photo('team/bob_smith.png'),
  photo('other/ada.jpg'),
];

describe('a folder of photos', () => {
  it('becomes people, pictures, and one run with its report; photos are deleted at its end', async () => {
    const { open, finish, batch, rows, credits, storage } = await device('pro');
    const { bulk, drafts, atOnce } = await open();
    await bulk.add(FOLDER);
    expect(bulk.snapshot()).toMatchObject({
      phase: 'ready',
      people: [{ name: 'ada' }, { name: 'ada 2' }, { name: 'bob smith' }],
      refused: [{ fileName: 'team/a holiday.jpg', reason: 'photo-no-face' }],
    });
    // The cut-outs are judged before anybody pays, and once.
    const judged = (of: readonly Draft[]) =>
      of.map(({ faults, faultBox }) => ({ faults, faultBox }));
    const ragged = { faults: ['ragged'], faultBox: BOX };
    expect(judged(bulk.snapshot().people.map(({ draft }) => draft))).toEqual(
      Array.from({ length: 3 }, () => ragged),
    );
    expect(judged(rows('drafts'))).toEqual(Array.from({ length: 3 }, () => ragged));
    // The Avatar Creator doesn't show them, and no analysis is held in memory.
    expect([drafts.snapshot().entries, atOnce.now]).toEqual([[], 0]);
    await bulk.run(CHOSEN, guest);
    await finish();
    expect(batch()).toMatchObject({
      state: 'done',
      bulk: { refused: [{ fileName: 'team/a holiday.jpg', reason: 'photo-no-face' }] },
    });
    const made = rows('avatars');
    expect(made.map(({ name }) => name)).toContain('bob smith, Modern, Gradient');
    expect(new Set(made.map(({ name }) => name)).size).toBe(3 * EACH);
    expect(credits()).toMatchObject({ spent: 3 * EACH, reserved: 0 });
    expect([rows('drafts'), storage.photos.size, atOnce]).toEqual([[], 0, { now: 0, most: 1 }]);
    expect(bulk.snapshot().people).toEqual([]);
  });

  it('may hold a subfolder for a person with several photos, who share that person’s pictures', async () => {
    const { open, finish, batch, rows, credits, storage } = await device('pro');
    const { bulk, drafts, generation, atOnce } = await open();
    await bulk.add([
      photo('team/Ada/1.jpg'),
      photo('team/Ada/2.jpg', 'landscape'),
      photo('team/Ada/3.jpg'),
      photo('team/bob.jpg'),
      photo('other/bob.jpg', 'landscape'),
      ...[1, 2, 3, 4, 5, 6].map((n) => photo(`team/Zoe/${String(n)}.jpg`)),
    ]);
    await bulk.run(CHOSEN, guest);
    await finish();
    const made = rows('avatars').map(({ name }) => name);
    expect(new Set(made).size).toBe(3 * EACH);
    expect(made).toContain('Ada, Modern, Gradient');
    // A photo of Ada's that is added again to mend its pictures takes the former one's place.
    await drafts.add([photo('again.jpg')]);
    const again = drafts.snapshot().draft?.id ?? '';
    const uid = rows('avatars')[0]?.uid ?? '';
    await generation.repaint({ uid, draftId: again, options: {} });
    await finish();
    const run = batch();
    expect(run?.bulk?.people[0]).toEqual({ draftId: again, name: 'Ada' });
    if (!run) throw new Error('no batch');
    const photosOfPerson = (name: string) =>
      (run.bulk?.people ?? [])
        .filter((one) => one.name === name)
        .map(({ draftId }) => run.items.filter((item) => photoOf(run, item) === draftId).length);
    expect(['Ada', 'bob', 'Zoe'].map(photosOfPerson)).toEqual([[2, 2], [4], [1, 1, 1, 1]]);
    expect(run.bulk?.refused.map(({ person }) => person)).toEqual(['Ada', 'bob 2']);
    expect(credits()).toMatchObject({ spent: 3 * EACH, reserved: 0 });
    // Each photo is opened once, and Zoe's two further ones are deleted too.
    expect([rows('drafts'), storage.photos.size, atOnce]).toEqual([[], 0, { now: 0, most: 1 }]);
  });

  it('continues after its page died at any picture: each avatar once, each charged once', async () => {
    for (let dies = 0; dies < 3 * EACH; dies += 1) {
      const { open, finish, batch, rows, credits, storage } = await device('pro');
      const { bulk } = await open(dies);
      await bulk.add(FOLDER);
      await bulk.run(CHOSEN, guest);
      await finish();
      expect([batch()?.state, rows('avatars').length]).toEqual(['running', dies]);
      await open();
      await finish();
      expect([
        batch()?.state,
        rows('avatars').length,
        credits().spent,
        storage.photos.size,
      ]).toEqual(['done', 3 * EACH, 3 * EACH, 0]);
    }
  });

  it('is still there if it was read before the page died; choosing it again reads only the rest', async () => {
    const { open, rows } = await device('pro');
    const { bulk } = await open();
    await bulk.add(FOLDER.slice(0, 2));
    const next = await open();
    expect(next.bulk.snapshot().people).toMatchObject([{ name: 'ada' }]);
    await next.bulk.add(FOLDER);
    expect(next.bulk.snapshot().people).toHaveLength(3);
    expect(rows('drafts').map(({ fileName }) => fileName)).toEqual([
      'team/ada.jpg',
      'team/bob_smith.png',
      'other/ada.jpg',
    ]);
  });

  it('takes photos of the same name that are chosen without their folders', async () => {
    const { open } = await device('pro');
    const { bulk } = await open();
    await bulk.add([photo('image.jpg', 'ada'), photo('image.jpg', 'bob')]);
    await bulk.add([photo('image.jpg', 'cy')]);
    await bulk.add([photo('José.jpg', 'di'), photo('Jose\u0301.jpg', 'ed')]);
    // A folder may hold both; choosing it again adds neither.
    const folder = [photo('team/Zoë.jpg', 'flo'), photo('team/Zoe\u0308.jpg', 'gus')];
    await bulk.add(folder);
    await bulk.add(folder);
    expect(bulk.snapshot().people.map(({ draft }) => draft.fileName)).toEqual([
      'image.jpg',
      'image 2.jpg',
      'image 3.jpg',
      'José.jpg',
      'José 2.jpg',
      'team/Zoë.jpg',
      'team/Zoë 2.jpg',
    ]);
  });

  it('can be paused and resumed, and cancelling the rest gives its credits back', async () => {
    const { open, finish, batch, credits, storage } = await device('pro');
    const { bulk, generation } = await open();
    await bulk.add(FOLDER);
    const { id } = await bulk.run(CHOSEN, guest);
    await generation.pause(id);
    await finish();
    expect(batch()?.state).toBe('paused');
    expect(storage.photos.size).toBe(3);
    await generation.proceed(id);
    await generation.cancel(id);
    await finish();
    const spent = batch()?.items.filter(({ state }) => state === 'done').length;
    expect([batch()?.state, credits().reserved, credits().spent]).toEqual(['cancelled', 0, spent]);
    expect(storage.photos.size).toBe(0);
  });

  it('fails only for a photo that is lost in the middle, with its reason', async () => {
    const { open, finish, batch, storage, credits } = await device('pro');
    const { bulk, generation } = await open();
    await bulk.add(FOLDER);
    const { id } = await bulk.run(CHOSEN, guest);
    await generation.pause(id);
    const lost = batch()?.bulk?.people[1]?.draftId ?? '';
    storage.photos.delete(lost);
    await generation.proceed(id);
    await finish();
    const now = batch();
    if (!now) throw new Error('no batch');
    expect(now.state).toBe('done');
    for (const item of now.items)
      expect(item).toMatchObject(
        photoOf(now, item) === lost
          ? { state: 'failed', reason: 'photo-expired' }
          : { state: 'done' },
      );
    expect(credits()).toMatchObject({ spent: 2 * EACH, reserved: 0 });
  });
});

describe('what a run needs', () => {
  it.each([[[]], [['basic']], [['creator']], [['basic', 'creator']]] as const)(
    'is Pro: with %j photos are read, and nothing is made or charged',
    async (plans) => {
      const { open, rows } = await device(...plans);
      const { bulk } = await open();
      await bulk.add(FOLDER);
      expect(bulk.snapshot().people).toHaveLength(3);
      const code = await bulk.run(CHOSEN, guest).catch(errorCode);
      expect(['bulk-locked', 'credits-too-few']).toContain(code);
      expect([rows('batches'), rows('ledger')]).toEqual([[], []]);
      // Buying the plan now finds the photos still there.
      expect(bulk.snapshot().people).toHaveLength(3);
    },
  );

  it('is credits for all of it', async () => {
    const { open, storage, rows } = await device('pro');
    const { avatars } = PLANS.pro;
    storage.tables.set(
      'ledger',
      new Map([['reserve:x', ledgerRow(guest, 'reserve', 'reserve:x', 'x', 0, avatars - 3)]]),
    );
    const { bulk } = await open();
    await bulk.add(FOLDER);
    expect(await bulk.run(CHOSEN, guest).catch(errorCode)).toBe('credits-too-few');
    expect(rows('batches')).toEqual([]);
  });

  it('is only wanted photos: removed ones are deleted, and stopping keeps what was read', async () => {
    const { open, storage } = await device('pro');
    const { bulk } = await open();
    const adding = bulk.add(FOLDER);
    bulk.stop();
    await adding;
    expect(bulk.snapshot().people.length).toBeLessThan(3);
    await bulk.add(FOLDER);
    const [first] = bulk.snapshot().people;
    await bulk.remove(first?.draftId ?? '');
    expect(storage.photos.size).toBe(2);
    await bulk.clear();
    expect([storage.photos.size, storage.tables.get('drafts')?.size]).toEqual([0, 0]);
  });
});

it('removes all at once, and takes a folder that is chosen again meanwhile', async () => {
  const { open, finish, rows } = await device('pro');
  const { bulk } = await open();
  await bulk.add(FOLDER);
  const clearing = bulk.clear();
  const shown: number[] = [];
  const stop = bulk.subscribe(() => shown.push(bulk.snapshot().people.length));
  while (rows('drafts').length > 1) await Promise.resolve();
  const adding = bulk.add(FOLDER);
  await clearing;
  stop();
  await adding;
  await finish();
  expect(shown.filter((people) => people > 0)).toEqual([]);
  expect(bulk.snapshot().people).toHaveLength(3);
});

it('lists what it hasn’t read when storage is full, and reads it when it is chosen again', async () => {
  const { open } = await device('pro');
  const { bulk } = await open();
  const others = [photo('team/bob.jpg'), photo('team/cy.jpg')];
  await bulk.add([photo('team/ada.jpg'), photo('team/bea.jpg', 'large'), ...others]);
  expect(bulk.snapshot()).toMatchObject({ phase: 'ready', people: [{ name: 'ada' }] });
  expect(bulk.snapshot().refused).toEqual(
    ['bea', 'bob', 'cy'].map((name) => ({ fileName: `team/${name}.jpg`, reason: 'storage-full' })),
  );
  await bulk.add(others);
  expect(bulk.snapshot().people).toHaveLength(3);
  expect(bulk.snapshot().refused).toHaveLength(1);
});

it('says that the photos can’t be listed, and takes others once they can', async () => {
  const { open, breaks } = await device('pro');
  const { bulk } = await open();
  const late = photo('team/ada.jpg');
  await bulk.add([{ ...late, file: () => Promise.resolve((breaks(true), late.file)) }]);
  expect(bulk.snapshot()).toMatchObject({ phase: 'ready', problem: 'storage-unavailable' });
  breaks(false);
  await bulk.add([late]);
  expect(bulk.snapshot()).toMatchObject({ phase: 'ready', people: [{ name: 'ada' }] });
  expect(bulk.snapshot().problem).toBeUndefined();
});

it('keeps the photos that are read while a run begins', async () => {
  const { open, locks, rows } = await device('pro');
  const { bulk } = await open();
  await bulk.add(FOLDER);
  let begin = (): void => undefined;
  void locks
    .forTab(Symbol('tab'))
    .exclusive('credits:guest', () => new Promise<void>((resolve) => (begin = resolve)));
  const running = bulk.run(CHOSEN, guest);
  await bulk.add([photo('late/zed.jpg'), photo('late/a holiday.jpg', 'landscape')]);
  begin();
  await running;
  expect(bulk.snapshot()).toMatchObject({
    people: [{ name: 'zed' }],
    refused: [{ fileName: 'late/a holiday.jpg' }],
  });
  expect(rows('drafts').map(({ fileName }) => fileName)).toContain('late/zed.jpg');
});

it('a payment that starts a set of all photos leaves the folder alone', async () => {
  const { open, finish, rows, storage } = await device();
  const { bulk, drafts } = await open();
  await bulk.add(FOLDER);
  await drafts.add([photo('me.jpg')]);
  const mine = drafts.snapshot().draft?.id ?? '';
  await memoryStore(storage).write([
    { table: 'orders', put: { ...boughtOrder(guest, orderIdOf('basic'), 'basic'), draftId: mine } },
  ]);
  await finish();
  const [batch] = rows('batches');
  expect(new Set(batch?.items.map((item) => photoOf(batch, item)))).toEqual(new Set([mine]));
  expect(bulk.snapshot().people).toHaveLength(3);
});

it('unused photos are deleted after a day, even on a later visit', async () => {
  for (const reopened of [false, true]) {
    const { open, pass, storage } = await device('pro');
    const first = await open();
    await first.bulk.add(FOLDER);
    const { bulk } = reopened ? await open() : first;
    await pass(DRAFT_LIFETIME_MS - 1);
    expect(storage.photos.size).toBe(3);
    await open();
    await pass(1);
    expect([storage.photos.size, storage.tables.get('drafts')?.size]).toEqual([0, 0]);
    expect(bulk.snapshot().people).toEqual([]);
  }
});

it('stops reading a folder when its account is locked, and stores no more of it', async () => {
  const { open, rows, finish } = await device('pro');
  const { bulk, scope } = await open();
  const account: Scope = { profileId: 'email:a', genesis: 'any' };
  scope.set(account);
  await finish();
  await bulk.add([
    photo('team/ada.jpg'),
    {
      name: 'team/bob.jpg',
      file: () => {
        scope.set(DRAFT_SCOPE); // The account is locked.
        return Promise.resolve(new Blob(['bob']));
      },
    },
    photo('team/cy.jpg'),
  ]);
  await finish();
  expect(rows('drafts').filter(({ profileId }) => profileId !== 'email:a')).toEqual([]);
  expect(bulk.snapshot().people).toEqual([]);
});
it('lists no photo that another tab’s run has taken while this one was reading', async () => {
  const { open, finish } = await device('pro');
  const [one, two] = [await open(), await open()];
  await one.bulk.add(FOLDER);
  await finish();
  const late = {
    name: 'team/zed.jpg',
    file: async () => {
      const batch = await one.bulk.run(CHOSEN, guest);
      await one.generation.pause(batch.id);
      await finish();
      return new Blob(['zed']);
    },
  };
  await two.bulk.add([late]);
  await finish();
  expect(two.bulk.snapshot().people.map(({ name }) => name)).toEqual(['zed']);
});
