import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import {
  exampleOrder,
  examplePicture,
  numberedAvatar,
} from '../../../tests/support/example-rows.ts';
import { fakeEngine } from '../../../tests/support/fake-engine.ts';
import { LockTable } from '../../../tests/support/memory-locks.ts';
import { emptyStorage, memoryStore } from '../../../tests/support/memory-store.ts';
import { memoryOf } from '../../../tests/support/memory.ts';
import { boughtOrder, paidOrder } from '../../../tests/support/paid-order.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { connectedTo, NO_WALLET } from '../../../tests/support/wallet-snapshots.ts';
import { HD_FORMATS, type Avatar } from '../../core/avatars.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { createState, type State } from '../../core/subscribable.ts';
import { DEFAULT_SETTINGS } from '../../core/validation.ts';
import type { Ports } from '../../ports/index.ts';
import type { Store, Write } from '../../ports/store.ts';
import { portsAtom } from '../ports.ts';
import { undoableAtom } from './index.ts';
import { createLibrary, type Library } from './library.ts';
import { UNDO_MS } from './removals.ts';

const guest: Scope = { profileId: 'guest', genesis: 'chain' };
const avatar = (id: number, batchId: string, scope: Scope = guest): Avatar =>
  numberedAvatar(scope, id, { batchId });
const picture = (id: number, scope: Scope = guest) =>
  examplePicture(scope, `uid-${id}`, `full ${id}`, `thumb ${id}`);

let store: Store;
let scope: State<Scope | undefined>;
let chainSeen: boolean;
let answer: () => Promise<Scope>;
let saved: { name: string; content: Blob }[];
let library: Library;
let kept: Map<string, unknown>;
let now: number;
/** The pending timer's callback. */
let later: (() => void) | undefined;
/** Stores avatars with their pictures. */
const stock = (rows: readonly Avatar[]) =>
  store.write(
    rows.flatMap((row): Write[] => [
      { table: 'avatars', put: row },
      { table: 'pictures', put: picture(row.id) },
    ]),
  );

beforeEach(async () => {
  store = memoryStore(emptyStorage());
  scope = createState<Scope | undefined>(guest);
  saved = [];
  kept = new Map();
  now = 1_000;
  later = undefined;
  chainSeen = true;
  answer = () => Promise.resolve(guest);
  library = openTab();
  library.subscribe(() => undefined);
  await settle();
});
const openTab = (): Library =>
  createLibrary({
    store,
    scope: { ...scope, chainSeen: () => chainSeen, confirmed: () => answer() },
    downloads: {
      mostLifted: 3,
      save: (name, content) => (saved.push({ name, content }), Promise.resolve({})),
      async saveAll(name, files) {
        for await (const file of files) saved.push({ ...file, name: `${name}/${file.name}` });
        return {};
      },
    },
    engine: () => Promise.resolve(fakeEngine()),
    locks: new LockTable().forTab(Symbol('tab')),
    clock: { now: () => now },
    memory: memoryOf(kept),
    after: (_ms, run) => {
      later = run;
      return () => (later = undefined);
    },
  });

it('a change can be undone for a time, in the profile it was made in', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const wallets = createState(NO_WALLET);
  const accounts = createState({ status: 'none' });
  const tab = createStore();
  tab.set(portsAtom, { wallets, accounts, config: { network: 'mainnet' } } as unknown as Ports);
  const change = { words: 'It was deleted', undo: () => Promise.resolve() };
  const offer = (): void => {
    tab.set(undoableAtom, change);
    expect(tab.get(undoableAtom)).toMatchObject(change);
  };
  offer();
  vi.advanceTimersByTime(UNDO_MS);
  expect(tab.get(undoableAtom)).toBeUndefined();
  offer();
  wallets.set(connectedTo('A'));
  expect(tab.get(undoableAtom)).toBeUndefined();
  offer();
  const { end } = tab.get(undoableAtom) ?? {};
  offer();
  end?.();
  expect(tab.get(undoableAtom)).toMatchObject(change);
});

describe('library', () => {
  it('saves several together under distinct names, and counts them once all are saved', async () => {
    const twins = [
      { ...avatar(101, 'a'), name: 'José' },
      { ...avatar(102, 'a'), name: 'jose\u0301' },
      avatar(103, 'a'),
    ];
    await stock(twins);
    const counts: number[] = [];
    await library.exportAll(twins, 'png', {
      signal: new AbortController().signal,
      onSaved: (count) => counts.push(count),
    });
    expect(saved.map(({ name }) => name)).toEqual([
      'Likeness avatars/José_avatar_hd.png',
      'Likeness avatars/josé_avatar_hd (2).png',
      'Likeness avatars/Artistic_103_avatar_hd.png',
    ]);
    expect(await Promise.all(saved.map(({ content }) => content.text()))).toEqual([
      'full 101',
      'full 102',
      'full 103',
    ]);
    expect(counts).toEqual([1, 2, 3]);
    expect(
      await Promise.all(twins.map(async ({ uid }) => (await store.get('avatars', uid))?.downloads)),
    ).toEqual([1, 1, 1]);
  });

  it('saves a set with its licence, and under the user’s own brand with white label', async () => {
    const rows = [avatar(101, 'a'), avatar(102, 'a')];
    await stock(rows);
    await store.write([{ table: 'orders', put: boughtOrder(guest, 'LK-1', 'pro') }]);
    await settle();
    const following = { signal: new AbortController().signal, onSaved: () => undefined };
    await library.exportAll(rows, 'png', following);
    expect(saved.map(({ name }) => name)).toEqual([
      'Likeness avatars/licence.json',
      'Likeness avatars/Artistic_101_avatar_hd.png',
      'Likeness avatars/Artistic_102_avatar_hd.png',
    ]);
    saved.length = 0;
    const brand = { on: true, name: 'North Window', link: '', colour: '#43389c' };
    const scope = { id: 'guest', profileId: 'guest', genesis: 'any' };
    await store.write([{ table: 'settings', put: { ...DEFAULT_SETTINGS, ...scope, brand } }]);
    await library.exportAll(rows, 'png', following);
    expect(saved.map(({ name }) => name).join()).not.toMatch(/likeness/i);
    const [licence] = saved;
    expect(licence?.name).toBe('North Window avatars/licence.json');
    expect(JSON.parse((await licence?.content.text()) ?? '')).toMatchObject({
      issuer: { name: 'North Window' },
      payments: [{ order: 'LK-1', plan: 'Pro' }],
      avatars: [{ id: 'uid-101' }, { id: 'uid-102' }],
    });
  });

  it('provides several as files for one drag, up to its limit', async () => {
    const rows = [
      avatar(101, 'a'),
      { ...avatar(102, 'a'), name: 'Artistic 101' },
      avatar(103, 'a'),
    ];
    await stock(rows);
    const files = await library.files(rows);
    expect(files.map(({ name }) => name)).toEqual([
      'Artistic_101_avatar_hd.png',
      'Artistic_101_avatar_hd (2).png',
      'Artistic_103_avatar_hd.png',
    ]);
    expect(await Promise.all(files.map(({ content }) => content.text()))).toEqual([
      'full 101',
      'full 102',
      'full 103',
    ]);
    expect(await library.files([...rows, avatar(104, 'a')]).catch(errorCode)).toBe('drag-too-many');
  });

  it('stops saving several when cancelled, and counts none of them', async () => {
    const rows = [avatar(101, 'a'), avatar(102, 'a'), avatar(103, 'a')];
    await stock(rows);
    const abort = new AbortController();
    const following = {
      signal: abort.signal,
      onSaved: (count: number) => count === 2 && abort.abort(),
    };
    expect(await library.exportAll(rows, 'png', following).catch(errorCode)).toBe('engine-aborted');
    expect(saved).toHaveLength(2);
    expect((await store.get('avatars', 'uid-102'))?.downloads).toBe(0);
  });

  it('saves and counts several without those that can’t be read, unless that is all', async () => {
    const rows = [avatar(101, 'a'), avatar(102, 'a')];
    await stock(rows);
    await store.write([{ table: 'pictures', remove: 'uid-101' }]);
    const onSaved = vi.fn();
    const save = (some: readonly Avatar[]) =>
      library.exportAll(some, 'png', { signal: new AbortController().signal, onSaved });
    expect(await save(rows)).toEqual({ unread: 1 });
    expect(onSaved.mock.calls).toEqual([[1]]);
    const counts = rows.map(async ({ uid }) => (await store.get('avatars', uid))?.downloads);
    expect(await Promise.all(counts)).toEqual([0, 1]);
    expect(await save(rows.slice(0, 1)).catch(errorCode)).toBe('download-failed');
    expect(await library.download(rows[0] as Avatar, 'png').catch(errorCode)).toBe(
      'download-failed',
    );
    expect(saved).toHaveLength(1);
  });

  it('is untouched until the first avatar, order or credit', async () => {
    expect(library.snapshot()).toMatchObject({ loaded: true, untouched: true });
    await store.write([{ table: 'orders', put: paidOrder(guest, 'LK-1', { credits: 5 }) }]);
    await settle();
    expect(library.snapshot()).toMatchObject({ untouched: false, credits: { available: 5 } });
  });

  it('shows the newest batch first and keeps the order within it', async () => {
    await store.write(
      [103, 101, 105, 102].map((id) => ({
        table: 'avatars',
        put: avatar(id, id < 103 ? 'old' : 'new'),
      })),
    );
    await settle();
    expect(library.snapshot().avatars.map(({ id }) => id)).toEqual([103, 105, 101, 102]);
  });

  it('tells a guest, or an empty account, whose library was here', async () => {
    const wallet: Scope = { profileId: 'wallet:abc', genesis: 'chain' };
    await store.write([{ table: 'avatars', put: avatar(101, 'b', wallet) }]);
    expect(library.snapshot().elsewhere).toBeUndefined();
    scope.set(wallet);
    await settle();
    expect(library.snapshot()).toMatchObject({ untouched: false });
    expect(library.snapshot().elsewhere).toBeUndefined();
    scope.set(guest);
    await settle();
    expect(library.snapshot().elsewhere).toEqual({ kind: 'wallet', address: 'abc', avatars: 1 });
    scope.set({ profileId: 'wallet:other', genesis: 'chain' });
    await settle();
    expect(library.snapshot().elsewhere).toBeUndefined();

    const account: Scope = { profileId: 'email:vault', genesis: 'chain' };
    scope.set(account);
    await settle();
    expect(library.snapshot().elsewhere).toEqual({ kind: 'wallet', address: 'abc', avatars: 1 });
    await store.write([{ table: 'avatars', put: avatar(102, 'b', account) }]);
    await settle();
    expect(library.snapshot().elsewhere).toBeUndefined();
    scope.set(guest);
    await settle();
    expect(library.snapshot().elsewhere).toEqual({ kind: 'account' });
    expect(JSON.stringify([...kept])).not.toContain('vault');
  });

  it('drops a profile’s pictures at the same moment as the profile', async () => {
    await store.write([{ table: 'avatars', put: avatar(101, 'b') }]);
    await settle();
    scope.set({ profileId: 'wallet:x', genesis: 'chain' });
    expect(library.snapshot().avatars).toEqual([]);
    await settle();
    expect(library.snapshot()).toMatchObject({ loaded: true, avatars: [] });
  });

  it('opens empty before any chain was seen, whether or not it answers', async () => {
    chainSeen = false;
    answer = () => new Promise(() => undefined);
    scope.set(undefined);
    expect(library.snapshot()).toMatchObject({ loaded: true, untouched: true });
    answer = () => Promise.reject(new Error('offline'));
    scope.set(undefined);
    await settle();
    expect(library.snapshot()).toMatchObject({ loaded: true, untouched: true });
  });

  it('waits for the chain once one was seen, because something may be stored', async () => {
    answer = () => new Promise(() => undefined);
    scope.set(undefined);
    await settle();
    expect(library.snapshot()).toMatchObject({ loaded: false });
  });

  it('stays untouched if the user only opened the payment page', async () => {
    const order = exampleOrder(guest, 'draft');
    await store.write([{ table: 'orders', put: order }]);
    await settle();
    expect(library.snapshot()).toMatchObject({ untouched: true });
    await store.write([
      { table: 'orders', put: { ...order, state: { kind: 'failed', reason: 'payment-failed' } } },
    ]);
    await settle();
    expect(library.snapshot()).toMatchObject({ untouched: false });
  });

  it('saves under the promised names and counts', async () => {
    await stock([avatar(101, 'b')]);
    await library.download(avatar(101, 'b'), 'jpg');
    for (const format of HD_FORMATS) await library.download(avatar(101, 'b'), format);
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([
      ['Artistic_101_avatar.jpg', 'image/jpeg'],
      ['Artistic_101_avatar_hd.png', 'image/png'],
      ['Artistic_101_avatar_hd.jpg', 'image/jpeg'],
      ['Artistic_101_avatar_hd.webp', 'image/webp'],
    ]);
    await settle();
    expect(library.snapshot().avatars[0]?.downloads).toBe(4);
  });

  it('saves even what it can’t count', async () => {
    await stock([avatar(101, 'b')]);
    vi.spyOn(store, 'updateEach').mockRejectedValue(new LikenessError('storage-full'));
    const following = { signal: new AbortController().signal, onSaved: () => undefined };
    await library.download(avatar(101, 'b'), 'jpg');
    await library.exportAll([avatar(101, 'b')], 'png', following);
    await library.shared('uid-101');
    expect(saved).toHaveLength(2);
  });

  it('saves flat styles as SVG, and others as PNG where that is wanted', async () => {
    const flat = avatar(101, 'b');
    const avatars = [
      { ...flat, recipe: { ...flat.recipe, style: 'cut-paper' as const } },
      avatar(102, 'b'),
    ];
    await stock(avatars);
    for (const one of avatars) await library.download(one, 'svg');
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([
      ['Artistic_101_avatar_hd.svg', 'image/svg+xml'],
      ['Artistic_102_avatar_hd.png', 'image/png'],
    ]);
  });

  it('counts shares, from zero in rows of earlier versions', async () => {
    await store.write([{ table: 'avatars', put: avatar(101, 'b') }]);
    await library.shared('uid-101');
    await library.shared('uid-101');
    await settle();
    expect(library.snapshot().avatars[0]).toMatchObject({ shares: 2, downloads: 0 });
  });

  describe('removes avatars', () => {
    const rows = [avatar(101, 'b'), avatar(102, 'b'), avatar(103, 'b')];
    const pictures = async () =>
      Promise.all(rows.map(async ({ uid }) => (await store.get('pictures', uid)) !== undefined));
    beforeEach(async () => {
      await stock(rows);
      await settle();
    });

    it('and brings them back, pictures and all', async () => {
      const undo = await library.remove(rows.slice(0, 2));
      await settle();
      expect(library.snapshot().avatars).toEqual([rows[2]]);
      await undo();
      await settle();
      expect(library.snapshot().avatars).toEqual(rows);
      expect(await (await library.picture('uid-101'))?.full.text()).toBe('full 101');
      await library.forget();
      expect(await pictures()).toEqual([true, true, true]);
    });

    it('and deletes the pictures when asked, after a time, or with the next removal', async () => {
      const undo = await library.remove(rows.slice(0, 1));
      expect(await pictures()).toEqual([true, true, true]);
      await library.forget();
      expect(await pictures()).toEqual([false, true, true]);
      expect(await undo().catch(errorCode)).toBe('undo-too-late');
      expect(await store.get('avatars', 'uid-101')).toBeUndefined();

      await library.remove(rows.slice(1, 2));
      later?.();
      await vi.waitFor(async () => expect(await pictures()).toEqual([false, false, true]));

      await library.remove(rows.slice(2));
      await library.remove([]);
      await vi.waitFor(async () => expect(await pictures()).toEqual([false, false, false]));
    });

    it('and lets another tab’s removals be undone there', async () => {
      const undo = await library.remove(rows.slice(0, 1));
      const other = openTab();
      await other.remove(rows.slice(1, 2));
      await other.forget();
      expect(await pictures()).toEqual([true, false, true]);
      await undo();
      expect(await store.get('avatars', 'uid-101')).toBeDefined();
    });

    it('and keeps the picture of one that is removed twice', async () => {
      const undo = await library.remove(rows.slice(0, 1));
      await library.remove(rows.slice(0, 1));
      await undo();
      expect(await store.get('avatars', 'uid-101')).toBeDefined();
      expect(await pictures()).toEqual([true, true, true]);
    });

    it('and an undo during the next removal brings back none without its picture', async () => {
      // The undo comes after this many microtasks.
      for (let delay = 0; delay < 40; delay++) {
        await stock(rows);
        const undo = await library.remove(rows.slice(0, 2));
        const next = library.remove(rows.slice(2));
        for (let n = 0; n < delay; n++) await Promise.resolve();
        await Promise.all([undo().catch(() => undefined), next]);
        const stored = rows.map(async ({ uid }) => Boolean(await store.get('avatars', uid)));
        await library.forget();
        for (const [n, is] of (await Promise.all(stored)).entries())
          if (is) expect((await pictures())[n], String(delay)).toBe(true);
      }
    });

    it('and a later visit deletes what this one couldn’t', async () => {
      await library.remove(rows.slice(0, 1));
      now += UNDO_MS;
      scope.set({ profileId: 'wallet:x', genesis: 'chain' });
      await settle();
      expect(await pictures()).toEqual([true, true, true]);
      scope.set(guest);
      await vi.waitFor(async () => expect(await pictures()).toEqual([false, true, true]));
    });
  });

  it('renames many by one pattern and likes them, and can undo the names', async () => {
    const rows = [avatar(101, 'b'), avatar(102, 'b')];
    await store.write(rows.map((put) => ({ table: 'avatars', put })));
    await settle();
    const names = () => library.snapshot().avatars.map(({ name }) => name);
    const undo = await library.renameAll(rows, '  Team   2026 ');
    await library.like(['uid-101', 'uid-102', 'gone'], true);
    await settle();
    expect(names()).toEqual(['Team 2026 1', 'Team 2026 2']);
    expect(library.snapshot().avatars.every(({ liked }) => liked)).toBe(true);
    await library.rename('uid-102', 'Mum'); // Since then, so it stays.
    await undo();
    await settle();
    expect(names()).toEqual(['Artistic 101', 'Mum']);
  });

  it('tidies and shortens a new name, and ignores an empty one', async () => {
    await store.write([{ table: 'avatars', put: avatar(101, 'b') }]);
    await library.rename('uid-101', '  My   portre\u0301t ');
    await library.rename('uid-101', '   ');
    await settle();
    const name = () => library.snapshot().avatars[0]?.name;
    expect(name()).toBe('My portrét');
    await library.renameAll([avatar(101, 'b')], `x${'👍'.repeat(40)}`);
    await settle();
    expect(name()).toBe(`x${'👍'.repeat(28)} 1`);
  });
});
