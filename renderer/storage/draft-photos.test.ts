import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';

import { exampleDraft } from '../../tests/support/example-rows.ts';
import type { Store } from '../ports/store.ts';
import { Database } from './database.ts';
import { createStore } from './index.ts';

let name: string;
let store: Store;
beforeEach(() => {
  name = crypto.randomUUID();
  store = createStore({ name });
});

describe('draft photos', () => {
  const photo = new Blob(['a face, in bytes'], { type: 'image/jpeg' });

  it('come back complete, with their type', async () => {
    await store.draftPhotos.put('d', photo);
    const back = await store.draftPhotos.get('d');
    expect(back?.type).toBe('image/jpeg');
    expect(await back?.text()).toBe('a face, in bytes');
  });

  it('are sealed in a Blob under a key that can’t be exported', async () => {
    await store.draftPhotos.put('d', photo);
    const database = new Database(name);
    const key = (await database.photoKeys.get('d'))?.key;
    expect(key?.extractable).toBe(false);
    const sealed = (await database.photos.get('d'))?.sealed as Blob;
    expect(sealed).toBeInstanceOf(Blob);
    expect(await sealed.text()).not.toContain('face');
    expect(await sealed.text()).not.toContain('image/jpeg');
  });

  it('are deleted with their key', async () => {
    await store.draftPhotos.put('d', photo);
    await store.draftPhotos.remove('d');
    expect(await store.draftPhotos.get('d')).toBeUndefined();
    const database = new Database(name);
    expect(await database.photoKeys.count()).toBe(0);
    expect(await database.photos.count()).toBe(0);
  });

  it('expire after a day even if their draft can’t be read', async () => {
    const draft = exampleDraft('d', { createdAt: 100 });
    await store.write([{ table: 'drafts', put: draft }]);
    await store.draftPhotos.put('d', photo);
    await new Database(name).drafts.update('d', { version: 99 });
    expect(await store.list('drafts', draft)).toEqual([]);
    await store.draftPhotos.sweep(100);
    expect(await store.draftPhotos.get('d')).toBeDefined();
    await store.draftPhotos.sweep(101);
    expect(await store.draftPhotos.get('d')).toBeUndefined();
  });

  it('cannot be opened in another draft’s place', async () => {
    await store.draftPhotos.put('mine', photo);
    const database = new Database(name);
    const [held, stored] = [
      await database.photoKeys.get('mine'),
      await database.photos.get('mine'),
    ];
    if (!held || !stored) throw new Error('nothing was stored');
    await database.photoKeys.put({ ...held, draftId: 'theirs' });
    await database.photos.put({ ...stored, draftId: 'theirs' });
    await expect(store.draftPhotos.get('theirs')).rejects.toThrow();
  });
});
