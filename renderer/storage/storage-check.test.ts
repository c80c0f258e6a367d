import 'fake-indexeddb/auto';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { DEFAULT_SETTINGS } from '../core/validation.ts';
import { createStorageCheck, keptAs } from './storage-check.ts';

/** WebKit's private windows, word for word. */
const refusal = (): DOMException =>
  new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');

const holdsBlob = (value: unknown): boolean =>
  value instanceof Blob ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsBlob));

/** A database that refuses what `refuses` says. */
function refuse(refuses: (value: unknown) => boolean): void {
  for (const method of ['put', 'add'] as const) {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called on its own store below
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
  it('is Blobs, and nothing of the look is left', async () => {
    expect(await keptAs()).toBe('blobs');
    expect((await indexedDB.databases()).filter(({ name }) => name?.includes('check'))).toEqual([]);
  });

  it('is bytes where Blobs are refused, nothing where all is', async () => {
    refuse(holdsBlob);
    expect(await keptAs()).toBe('bytes');
    refuse(() => true);
    expect(await keptAs()).toBe('nothing');
  });

  it('is nothing where no database opens', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(await keptAs()).toBe('nothing');
  });

  it('is not Blobs where they come back changed', async () => {
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockResolvedValue(new ArrayBuffer(3));
    expect(await keptAs()).toBe('bytes');
  });
});

describe('a private window', () => {
  const files = { getDirectory: () => Promise.resolve({} as FileSystemDirectoryHandle) };
  const noFiles = { getDirectory: () => Promise.reject(new DOMException('', 'SecurityError')) };

  it('shows by an origin’s private files, or by Blobs, that are refused', async () => {
    expect(await createStorageCheck(files)()).toEqual({ keeps: true, fleeting: false });
    expect(await createStorageCheck({})()).toEqual({ keeps: true, fleeting: false });
    expect(await createStorageCheck(noFiles)()).toEqual({ keeps: true, fleeting: true });
    refuse(holdsBlob);
    expect(await createStorageCheck(files)()).toEqual({ keeps: true, fleeting: true });
  });

  it('keeps photos and avatars as bytes where Blobs are refused', async () => {
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

  it('keeps an email account where Blobs are refused: made, changed, and opened again', async () => {
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

  it('says that storage is unavailable where bytes are refused as well', async () => {
    refuse(() => true);
    const { createStore } = await import('./index.ts');
    const store = createStore({ name: crypto.randomUUID() });
    await expect(store.draftPhotos.put('d', new Blob(['a face']))).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
  });
});
