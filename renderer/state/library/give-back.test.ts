import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sentMint } from '../../../tests/support/example-mint.ts';
import { examplePicture, numberedAvatar } from '../../../tests/support/example-rows.ts';
import { fakeEngine } from '../../../tests/support/fake-engine.ts';
import { LockTable } from '../../../tests/support/memory-locks.ts';
import {
  emptyStorage,
  memoryStore,
  rowsIn,
  type MemoryStorage,
} from '../../../tests/support/memory-store.ts';
import { memoryOf } from '../../../tests/support/memory.ts';
import { paidOrder } from '../../../tests/support/paid-order.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import type { Avatar } from '../../core/avatars.ts';
import {
  consumeId,
  ledgerRow,
  reserveId,
  sumCredits,
  type Credits,
  type LedgerEntry,
} from '../../core/credits.ts';
import { errorCode } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { createState } from '../../core/subscribable.ts';
import type { Store, Write } from '../../ports/store.ts';
import { createLibrary, type Library } from './library.ts';

const guest: Scope = { profileId: 'guest', genesis: 'chain' };
const SET = ['a', 'b', 'c', 'd', 'e'];

const avatarOf = (uid: string, id: number, batchId: string): Avatar =>
  numberedAvatar(guest, id, { uid, name: uid, batchId });
const entry = (kind: LedgerEntry['kind'], id: string, amount: number): LedgerEntry =>
  ledgerRow(guest, kind, id, 'set', 1, amount);

/** A library with a set of five avatars, all paid for. */
async function withSet(storage: MemoryStorage): Promise<Store> {
  const store = memoryStore(storage, { checked: true });
  storage.tables.set('orders', new Map([['o1', paidOrder(guest, 'o1')]]));
  await store.write([
    { table: 'ledger', put: entry('reserve', reserveId('set'), SET.length) },
    ...SET.flatMap((uid, k): Write[] => [
      { table: 'ledger', put: entry('consume', consumeId(uid), 1) },
      { table: 'avatars', put: avatarOf(uid, 101 + k, 'set') },
      { table: 'pictures', put: examplePicture(guest, uid) },
    ]),
  ]);
  return store;
}

const libraryOn = (store: Store, locks: LockTable, tab = Symbol('tab')): Library =>
  createLibrary({
    store,
    scope: {
      ...createState<Scope | undefined>(guest),
      chainSeen: () => true,
      confirmed: () => Promise.resolve(guest),
    },
    downloads: {
      mostLifted: 3,
      save: () => Promise.resolve({}),
      saveAll: () => Promise.resolve({}),
    },
    engine: () => Promise.resolve(fakeEngine()),
    locks: locks.forTab(tab),
    clock: { now: () => 7 },
    memory: memoryOf(),
    after: () => () => undefined,
  });

const creditsOf = async (store: Store): Promise<Credits> =>
  sumCredits(await store.list('orders', guest), await store.list('ledger', guest));
const uidsOf = (storage: MemoryStorage): string[] =>
  rowsIn(storage, 'avatars').map(({ uid }) => uid);

/** A library of that set, in one page. */
async function begin() {
  const storage = emptyStorage();
  const store = await withSet(storage);
  return { storage, store, library: libraryOn(store, new LockTable()) };
}

describe('a returned avatar', () => {
  it('is deleted with its picture, and its credit can be spent again', async () => {
    const { store, library } = await begin();
    const before = await creditsOf(store);
    await library.giveBack('b');
    await library.giveBack('b');
    expect(await store.get('avatars', 'b')).toBeUndefined();
    expect(await store.get('pictures', 'b')).toBeUndefined();
    expect(await creditsOf(store)).toEqual({
      ...before,
      spent: before.spent - 1,
      available: before.available + 1,
    });
  });

  it('is at most the third in its set', async () => {
    const { storage, library } = await begin();
    for (const uid of ['a', 'b', 'c']) await library.giveBack(uid);
    expect(await library.giveBack('d').catch(errorCode)).toBe('return-too-many');
    expect(uidsOf(storage)).toEqual(['d', 'e']);
  });

  it('isn’t an NFT, nor becoming one', async () => {
    const { storage, library } = await begin();
    storage.tables.set('mints', new Map([['m', sentMint(guest, 'a')]]));
    expect(await library.giveBack('a').catch(errorCode)).toBe('return-minted');
    expect(uidsOf(storage)).toContain('a');
  });

  it('used a credit here', async () => {
    const { storage, store, library } = await begin();
    await store.write([{ table: 'avatars', put: avatarOf('gift', 200, 'elsewhere') }]);
    expect(await library.giveBack('gift').catch(errorCode)).toBe('return-unused');
    expect(uidsOf(storage)).toContain('gift');
  });

  it('stays deleted: an earlier removal can’t be undone afterwards', async () => {
    const { storage, store, library } = await begin();
    const [avatar] = (await store.list('avatars', guest)).filter(({ uid }) => uid === 'a');
    if (!avatar) throw new Error('no avatar');
    const undo = await library.remove([avatar]);
    await undo();
    await library.giveBack('a');
    expect(await undo().catch(errorCode)).toBe('undo-too-late');
    expect(uidsOf(storage)).not.toContain('a');
  });
});

it('returning avatars in two tabs that die at any moment returns at most three credits, and never both or neither of avatar and credit', async () => {
  const act = fc.record({
    tab: fc.nat(1),
    uid: fc.constantFrom(...SET),
    /** The tab dies after this many storage operations; it is reopened for the next act. */
    life: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(8)),
    waits: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (scenario) => {
      const storage = emptyStorage();
      const quiet = await withSet(storage);
      const locks = new LockTable();
      const tabs: ({ owner: symbol; library: Library; life: number } | undefined)[] = [];
      const open = (life: number): { owner: symbol; library: Library; life: number } => {
        const owner = Symbol('tab');
        const tab = { owner, life, library: undefined as unknown as Library };
        const store = memoryStore(storage, {
          checked: true,
          step: async () => {
            if (tab.life <= 0) {
              locks.drop(owner);
              await new Promise(() => undefined);
            }
            tab.life -= 1;
          },
        });
        tab.library = libraryOn(store, locks, owner);
        return tab;
      };
      for (const { tab: which, uid, life, waits } of scenario) {
        const known = tabs[which];
        const tab = known && known.life > 0 ? known : open(life);
        tab.life = life;
        tabs[which] = tab;
        tab.library.giveBack(uid).catch(() => undefined);
        if (waits) await settle();
      }
      await settle();
      const [credits, left] = [await creditsOf(quiet), uidsOf(storage)];
      expect(credits.spent).toBe(left.length);
      expect(left.length).toBeGreaterThanOrEqual(SET.length - 3);
      expect([...(storage.tables.get('pictures')?.keys() ?? [])].sort()).toEqual(left.sort());
      // Calls of a dead tab are never awaited.
      const last = libraryOn(quiet, locks);
      await last.giveBack(left[0] ?? '').catch(errorCode);
      expect((await creditsOf(quiet)).spent).toBeGreaterThanOrEqual(SET.length - 3);
    }),
    { numRuns: 200, seed: 17 },
  );
}, 60_000);
