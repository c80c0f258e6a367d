import type { Store } from '../ports/store.ts';
import type { StoreOptions } from './dexie-store.ts';

export type { Codec, CodecBook, RowAddress } from './codec.ts';
export type { StoreOptions } from './dexie-store.ts';

/**
 * The store. The database's code is loaded, and the database opened, with the first call, so that
 * a page that stores nothing doesn't pay for it.
 */
export function createStore(options: StoreOptions = {}): Store {
  let opening: Promise<Store> | undefined;
  const store = (): Promise<Store> => (opening ??= import('./dexie-store.ts').then(({ openStore }) => openStore(options)));

  return {
    get: async (table, key) => (await store()).get(table, key),
    list: async (table, scope) => (await store()).list(table, scope),
    listAll: async (table, genesis) => (await store()).listAll(table, genesis),
    write: async (writes) => (await store()).write(writes),
    update: async (table, key, change) => (await store()).update(table, key, change),
    watch(tables, listener) {
      let stop: (() => void) | undefined;
      let stopped = false;
      void store().then((opened) => {
        if (!stopped) stop = opened.watch(tables, listener);
      });
      return () => {
        stopped = true;
        stop?.();
      };
    },
    nextAvatarIds: async (count) => (await store()).nextAvatarIds(count),
    draftPhotos: {
      put: async (draftId, photo) => (await store()).draftPhotos.put(draftId, photo),
      get: async (draftId) => (await store()).draftPhotos.get(draftId),
      remove: async (draftId) => (await store()).draftPhotos.remove(draftId),
    },
    claimPayment: async (...payment) => (await store()).claimPayment(...payment),
    paymentHolder: async (genesis, signature) => (await store()).paymentHolder(genesis, signature),
  };
}
