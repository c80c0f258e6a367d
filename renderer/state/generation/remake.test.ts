import { describe, expect, it } from 'vitest';

import { sentMint } from '../../../tests/support/example-mint.ts';
import { exampleAvatar } from '../../../tests/support/example-rows.ts';
import { fakeEngine, type FakeEngine } from '../../../tests/support/fake-engine.ts';
import { emptyStorage, memoryStore } from '../../../tests/support/memory-store.ts';
import type { Avatar } from '../../core/avatars.ts';
import { errorCode } from '../../core/errors.ts';
import { omit } from '../../core/objects.ts';
import type { Scope } from '../../core/scope.ts';
import type { Store } from '../../ports/store.ts';
import { exchange, remake, type Remade } from './remake.ts';
import { storePicture } from './render-avatar.ts';

const guest: Scope = { profileId: 'guest', genesis: 'chain' };
const avatar = exampleAvatar(guest, 'a', {
  recipe: {
    style: 'artistic',
    background: 'gradient',
    seed: 9,
    options: { strength: 0.5, face: 1 },
    engine: 1,
  },
  softened: true,
  softenedTo: 0.8,
  liked: true,
  downloads: 3,
});
const png = (text: string): Blob => new Blob([text], { type: 'image/png' });
const kept = { ...guest, uid: 'a', full: png('old'), thumb: png('small') };

async function stored(): Promise<{ store: Store; engine: FakeEngine }> {
  const store = memoryStore(emptyStorage(), { checked: true });
  await store.write([
    { table: 'avatars', put: avatar },
    { table: 'pictures', put: kept },
  ]);
  return { store, engine: { ...fakeEngine(), version: 7 } };
}
const made = ({ store, engine }: { store: Store; engine: FakeEngine }): Promise<Remade> =>
  remake(
    {
      store,
      engine: () => Promise.resolve(engine),
      analyses: { of: () => engine.analyse(new Blob()) },
    },
    avatar,
    'photo',
    2048,
    {},
  );
const shown = async (store: Store): Promise<[Avatar | undefined, string | undefined]> => [
  await store.get('avatars', 'a'),
  await (await store.get('pictures', 'a'))?.full.text(),
];

describe('an avatar that is rendered again', () => {
  it('uses its own recipe with today’s engine, and changes nothing until it is chosen', async () => {
    const all = await stored();
    const soft = { softened: true, softenedTo: 0.35 };
    const { before, after } = await made({
      ...all,
      engine: {
        ...all.engine,
        render: async (...asked) => ({ ...(await all.engine.render(...asked)), ...soft }),
      },
    });
    expect(await before.full.text()).toBe('old');
    expect(after.facts).toEqual({
      recipe: { ...avatar.recipe, engine: 7 },
      size: 2048,
      bytes: after.pictures.full.size,
      likeness: 0.97,
      ...soft,
    });
    expect(all.engine.rendered).toEqual([avatar.recipe]);
    expect(await shown(all.store)).toEqual([avatar, 'old']);
  });

  it('replaces the old one, keeps its history, and can be undone', async () => {
    const all = await stored();
    const remade = await made(all);
    const undo = await exchange(all.store, avatar, remade);
    await all.store.updateEach('avatars', ['a'], (row) => ({ ...row, name: 'Me', downloads: 4 }));
    const since = { name: 'Me', downloads: 4 };
    expect(await shown(all.store)).toEqual([
      { ...omit(avatar, 'softenedTo'), ...remade.after.facts, ...since },
      await remade.after.pictures.full.text(),
    ]);
    await undo();
    expect(await shown(all.store)).toEqual([{ ...avatar, ...since }, 'old']);
  });

  it('isn’t undone once the avatar has a newer picture', async () => {
    const all = await stored();
    const remade = await made(all);
    const undo = await exchange(all.store, avatar, remade);
    const newer = { full: png('newer'), thumb: png('small') };
    await storePicture(all.store, 'a', { ...remade.after, pictures: newer }, { mendedAt: 5 });
    expect(await undo().catch(errorCode)).toBe('undo-too-late');
    expect(await shown(all.store)).toEqual([
      { ...omit(avatar, 'softenedTo'), ...remade.after.facts, mendedAt: 5 },
      'newer',
    ]);
  });

  it('doesn’t touch an avatar that was deleted or minted meanwhile', async () => {
    const all = await stored();
    const remade = await made(all);
    await all.store.write([{ table: 'mints', put: minted }]);
    expect(await exchange(all.store, avatar, remade).catch(errorCode)).toBe('return-minted');
    expect(await shown(all.store)).toEqual([avatar, 'old']);

    const other = await stored();
    await other.store.write([{ table: 'avatars', remove: 'a' }]);
    await exchange(other.store, avatar, remade);
    expect(await shown(other.store)).toEqual([undefined, 'old']);
  });

  it('needs the stored picture to compare with', async () => {
    const all = await stored();
    await all.store.write([{ table: 'pictures', remove: 'a' }]);
    expect(await made(all).catch(errorCode)).toBe('download-failed');
  });
});

const minted = sentMint(guest, 'a');
