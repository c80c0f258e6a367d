import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { DEFAULT_SETTINGS } from '../core/validation.ts';
import { createStorageCheck, keptAs } from './storage-check.ts';

/** The exact error of WebKit's private windows. */
const refusal = (): DOMException =>
  new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');

const holdsBlob = (value: unknown): boolean =>
  value instanceof Blob ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsBlob));

/** A database that refuses the values that `refuses` accepts. */
function refuse(refuses: (value: unknown) => boolean): void {
  for (const method of ['put', 'add'] as const) {
    const original = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
      key?: IDBValidKey,
    ) {
      if (refuses(value)) throw refusal();
      return key === undefined ? original.call(this, value) : original.call(this, value, key);
    });
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

describe('what a browser’s database keeps', () => {
  it('is Blobs, and the check leaves nothing behind', async () => {
    expect(await keptAs()).toBe('blobs');
    expect((await indexedDB.databases()).filter(({ name }) => name?.includes('check'))).toEqual([]);
  });

  it('is bytes if Blobs are refused, and nothing if everything is', async () => {
    refuse(holdsBlob);
    expect(await keptAs()).toBe('bytes');
    refuse(() => true);
    expect(await keptAs()).toBe('nothing');
  });

  it('is nothing if no database opens', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(await keptAs()).toBe('nothing');
  });

  it('isn’t Blobs if they come back changed', async () => {
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockResolvedValue(new ArrayBuffer(3));
    expect(await keptAs()).toBe('bytes');
  });
});

describe('a private window', () => {
  const files = { getDirectory: () => Promise.resolve({} as FileSystemDirectoryHandle) };
  const noFiles = { getDirectory: () => Promise.reject(new DOMException('', 'SecurityError')) };

  it('is recognised by refused private files or refused Blobs', async () => {
    expect(await createStorageCheck(files)()).toEqual({ keeps: true, fleeting: false });
    expect(await createStorageCheck({})()).toEqual({ keeps: true, fleeting: false });
    expect(await createStorageCheck(noFiles)()).toEqual({ keeps: true, fleeting: true });
    refuse(holdsBlob);
    expect(await createStorageCheck(files)()).toEqual({ keeps: true, fleeting: true });
  });

  it('stores photos and avatars as bytes if Blobs are refused', async () => {
    refuse(holdsBlob);
    const { createStore } = await import('./index.ts');
    const store = createStore({ name: crypto.randomUUID() });
    await store.draftPhotos.put('d', new Blob(['a face'], { type: 'image/jpeg' }));
    const photo = await store.draftPhotos.get('d');
    expect([photo?.type, await photo?.text()]).toEqual(['image/jpeg', 'a face']);

    const scope = { profileId: 'guest', genesis: 'chain' };
    await store.write([
      {
        table: 'pictures',
        put: {
          ...scope,
          uid: 'one',
          full: new Blob(['full'], { type: 'image/png' }),
          thumb: new Blob(['thumb'], { type: 'image/jpeg' }),
        },
      },
      {
        table: 'settings',
        put: { ...DEFAULT_SETTINGS, id: 'guest', profileId: 'guest', genesis: 'any' },
      },
    ]);
    const picture = await store.get('pictures', 'one');
    expect(picture).toMatchObject({ ...scope, uid: 'one' });
    expect([picture?.full.type, await picture?.full.text()]).toEqual(['image/png', 'full']);
    expect([picture?.thumb.type, await picture?.thumb.text()]).toEqual(['image/jpeg', 'thumb']);
    expect(await store.get('settings', 'guest')).toMatchObject(DEFAULT_SETTINGS);
  });

  it('stores an email account if Blobs are refused: created, changed, and reopened', async () => {
    refuse(holdsBlob);
    const storage = await import('./index.ts');
    const { argon2 } = await import('./vault/argon2.ts');
    const name = crypto.randomUUID();
    const page = () =>
      storage.createAccounts({
        name,
        keyStore: storage.createKeyStore(),
        storage: () => undefined as unknown as Storage,
        now: () => 1,
        derive: { derive: argon2, measure: () => Promise.resolve(400) },
        memory: 64,
      });
    const ada = { email: 'ada@example.com', password: 'violet anchor', remember: false };
    const first = page();
    await first.create(ada);
    await first.changePassword('violet anchor', 'a newer anchor');
    const again = page();
    await again.open({ ...ada, password: 'a newer anchor' });
    expect(again.snapshot()).toMatchObject({ status: 'open', email: ada.email });
  });

  it('reports storage as unavailable if bytes are refused as well', async () => {
    refuse(() => true);
    const { createStore } = await import('./index.ts');
    const store = createStore({ name: crypto.randomUUID() });
    await expect(store.draftPhotos.put('d', new Blob(['a face']))).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
  });
});
