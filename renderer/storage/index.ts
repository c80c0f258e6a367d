import type { Store } from '../ports/store.ts';
import type { StoreOptions } from './dexie-store.ts';

export type { StoreOptions } from './dexie-store.ts';
export { createAccounts } from './accounts.ts';
export { createBackups } from './backups.ts';
export { createKeyStore } from './key-store.ts';
export { createStorageCheck } from './storage-check.ts';

const DATABASE = 'likeness';
const NOTHING = {
  orders: 0,
  ledger: 0,
  avatars: 0,
  pictures: 0,
  batches: 0,
  drafts: 0,
  mints: 0,
  mintMaterials: 0,
  messages: 0,
  settings: 0,
};

/**
 * The store. The database's code is loaded, and the database opened, when there is something to
 * write, or to read: a first visit that stores nothing doesn't pay for it.
 */
export function createStore(options: StoreOptions = {}): Store {
  const name = options.name ?? DATABASE;
  const waiting = new Map<(opened: Store) => void, () => void>();
  let opening: Promise<Store> | undefined;
  // A tab that only waits hears of the first write through the tab that makes it.
  const tabs = new BroadcastChannel(`${name}.opened`);
  tabs.onmessage = () => {
    const told = [...waiting.values()];
    if (told.length === 0) return;
    // What it wrote may have come before anyone here could hear of it.
    void store().then(() => {
      for (const listener of told) listener();
    });
  };
  (tabs as { unref?: () => void }).unref?.(); // In Node an open channel would keep the tests alive.
  const store = (): Promise<Store> =>
    (opening ??= import('./dexie-store.ts').then(({ openStore }) => {
      const opened = openStore({ ...options, name });
      tabs.postMessage('opened');
      for (const attach of waiting.keys()) attach(opened);
      waiting.clear();
      return opened;
    }));

  /** Nothing was ever stored on this device; asked anew each time, since another tab may begin. */
  const untouched = async (): Promise<boolean> => {
    // Browsers differ: Firefox had no `databases` for long, and a private window may refuse it.
    const known = opening
      ? undefined
      : await (indexedDB as Partial<IDBFactory>).databases?.().catch(() => undefined);
    return known?.every((database) => database.name !== name) ?? false;
  };

  /** Begins when the store is open; `byAnother` is called when another tab opened it first. */
  function follow(
    begin: (opened: Store) => () => void,
    byAnother: () => void = () => undefined,
  ): () => void {
    let stop: (() => void) | undefined;
    let stopped = false;
    const attach = (opened: Store): void => {
      if (!stopped) stop = begin(opened);
    };
    if (opening) void opening.then(attach);
    else waiting.set(attach, byAnother);
    return () => {
      stopped = true;
      waiting.delete(attach);
      stop?.();
    };
  }

  return {
    get: async (table, key) => ((await untouched()) ? undefined : (await store()).get(table, key)),
    list: async (table, scope) => ((await untouched()) ? [] : (await store()).list(table, scope)),
    listAll: async (table, genesis) =>
      (await untouched()) ? [] : (await store()).listAll(table, genesis),
    counts: async () => ((await untouched()) ? NOTHING : (await store()).counts()),
    erase: async () => ((await untouched()) ? undefined : (await store()).erase()),
    move: async (...call) => ((await untouched()) ? undefined : (await store()).move(...call)),
    write: async (writes) => (await store()).write(writes),
    update: async (table, key, change) => (await store()).update(table, key, change),
    watch: (tables, listener) => follow((opened) => opened.watch(tables, listener), listener),
    watchUnread: (listener) => follow((opened) => opened.watchUnread(listener)),
    copyUnread: async (profileIds) => (await store()).copyUnread(profileIds),
    nextAvatarIds: async (count) => (await store()).nextAvatarIds(count),
    draftPhotos: {
      put: async (...call) => (await store()).draftPhotos.put(...call),
      get: async (draftId) => (await store()).draftPhotos.get(draftId),
      sweep: async (time) =>
        (await untouched()) ? undefined : (await store()).draftPhotos.sweep(time),
      remove: async (draftId) => (await store()).draftPhotos.remove(draftId),
    },
    claimPayment: async (...payment) => (await store()).claimPayment(...payment),
    paymentHolder: async (genesis, signature) => (await store()).paymentHolder(genesis, signature),
  };
}
