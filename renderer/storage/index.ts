import { once } from '../core/once.ts';
import { createState } from '../core/subscribable.ts';
import type { Accounts, AccountSnapshot } from '../ports/accounts.ts';
import type { Backups } from '../ports/backups.ts';
import type { PictureFolder } from '../ports/picture-folder.ts';
import type { StorageCheck } from '../ports/storage-check.ts';
import type { Store } from '../ports/store.ts';
import type { BackupSetup } from './backup/contract.ts';
import type { StoreOptions } from './dexie-store.ts';
import type { KeyStore } from './key-store.ts';
import type { OpenAccountsOptions } from './vault/index.ts';
import { CLOSED, localHint, openChannel, type SessionEvents } from './vault/sessions.ts';

interface AccountOptions extends Partial<
  Pick<OpenAccountsOptions, 'name' | 'now' | 'derive' | 'memory'>
> {
  readonly keyStore: KeyStore;
  /** Storage for the hint that an account was open. */
  readonly storage?: () => Storage;
}

/**
 * The accounts. Their code is loaded only when there is one to open: a visitor without an account
 * doesn't pay for it, and is a guest from the start.
 */
export function createAccounts({
  keyStore,
  storage = () => localStorage,
  name = 'likeness',
  now = Date.now,
  ...rest
}: AccountOptions): Accounts {
  const hint = localHint(storage);
  const state = createState<AccountSnapshot>(
    hint.read() === undefined ? CLOSED : { ...CLOSED, status: 'restoring' },
  );
  type Sessions = Omit<Accounts, keyof typeof state>;
  let opening: Promise<Sessions> | undefined;
  const sessions = (): Promise<Sessions> =>
    (opening ??= import('./vault/index.ts')
      .then(({ openAccounts }) =>
        openAccounts({ ...rest, name, now, keyStore, hint, publish: state.set }),
      )
      .catch((failure: unknown) => {
        opening = undefined;
        throw failure;
      }));
  // Tells a page without an open account that another page opened one.
  const tabs = openChannel(`${name}.accounts`);
  tabs.onmessage = ({ data }: MessageEvent<SessionEvents>) => {
    if (opening || data.kind !== 'open') return;
    hint.write(data.id); // This page may not see yet what the other page wrote.
    void sessions().then((opened) => opened.start());
  };

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    async start() {
      if (state.snapshot().status !== 'restoring') return;
      try {
        await (await sessions()).start();
      } catch (failure) {
        // The account exists but can't be opened now. No other library is shown in its place.
        state.set({ ...CLOSED, status: 'locked' });
        throw failure;
      }
    },
    create: async (credentials) => (await sessions()).create(credentials),
    open: async (credentials) => (await sessions()).open(credentials),
    recover: async (credentials) => (await sessions()).recover(credentials),
    changePassword: async (current, next) => (await sessions()).changePassword(current, next),
    renewCode: async (password) => (await sessions()).renewCode(password),
    keptCode: async () => (await sessions()).keptCode(),
    remember: async (on) => (await sessions()).remember(on),
    setIdleMinutes: async (minutes) => (await sessions()).setIdleMinutes(minutes),
    lock: async () => (await sessions()).lock(),
    signOut: async () => (await sessions()).signOut(),
    erase: async (password) => (await sessions()).erase(password),
  };
}

type BackupsOptions = Pick<BackupSetup, 'keyStore' | 'treasury'> & Partial<BackupSetup>;

/** Backups. Their code is loaded on first use. */
export function createBackups({
  name = 'likeness',
  now = Date.now,
  ...rest
}: BackupsOptions): Backups {
  const backups = once(async () =>
    (await import('./backup/index.ts')).openBackups({ name, now, ...rest }),
  );
  return {
    save: async (...call) => (await backups()).save(...call),
    check: async (...call) => (await backups()).check(...call),
    passphrase: async (...call) => (await backups()).passphrase(...call),
    keepPassphrase: async (...call) => (await backups()).keepPassphrase(...call),
  };
}

export type { StoreOptions } from './dexie-store.ts';
export { createKeyStore } from './key-store.ts';

/** Loaded on first use, to keep it out of the first page. */
export const createStorageCheck =
  (browser?: Partial<StorageManager>): StorageCheck =>
  async () =>
    (await import('./storage-check.ts')).createStorageCheck(browser)();

const DATABASE = 'likeness';

/** Folders for pictures. Call it only where the browser has the dialog to choose one by. */
export const pictureFolder = async (name = DATABASE): Promise<PictureFolder> =>
  (await import('./picture-folder.ts')).openPictureFolder(name);

const NOTHING = {
  orders: 0,
  ledger: 0,
  avatars: 0,
  pictures: 0,
  batches: 0,
  looks: 0,
  drafts: 0,
  mints: 0,
  mintMaterials: 0,
  messages: 0,
  settings: 0,
};

/**
 * The store. Its code is loaded, and the database opened, on the first read or write: a first visit
 * that stores nothing doesn't pay for it.
 */
export function createStore(options: StoreOptions = {}): Store {
  const name = options.name ?? DATABASE;
  const waiting = new Map<(opened: Store) => void, () => void>();
  let opening: Promise<Store> | undefined;
  // Another tab's first write is announced to tabs that only wait.
  const tabs = openChannel(`${name}.opened`);
  tabs.onmessage = () => {
    const listeners = [...waiting.values()];
    if (listeners.length === 0) return;
    // Its write may have happened before this page's listeners were attached.
    void store().then(() => {
      for (const listener of listeners) listener();
    });
  };
  const store = (): Promise<Store> =>
    (opening ??= import('./dexie-store.ts').then(({ openStore }) => {
      const opened = openStore({ ...options, name });
      tabs.postMessage('opened');
      for (const attach of waiting.keys()) attach(opened);
      waiting.clear();
      return opened;
    }));

  /**
   * Whether nothing was ever stored on this device. Checked each time, since another tab may start.
   */
  const untouched = async (): Promise<boolean> => {
    // Browsers differ: Firefox lacked `databases` for a long time, and a private window may refuse
    // it.
    const known = opening
      ? undefined
      : await (indexedDB as Partial<IDBFactory>).databases?.().catch(() => undefined);
    return known?.every((database) => database.name !== name) ?? false;
  };

  /** Calls `begin` once the store is open; `byAnother` is called if another tab opened it first. */
  function onceOpen(
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
    updateAll: async (table, keys, change) => (await store()).updateAll(table, keys, change),
    updateEach: async (...call) =>
      (await untouched()) ? undefined : (await store()).updateEach(...call),
    follow: (tables, scope, listener, failed) => {
      const stop = onceOpen((opened) => opened.follow(tables, scope, listener, failed));
      let stopped = false;
      untouched()
        .then(async (empty) => {
          if (!empty) await store();
          else if (!stopped)
            listener(
              Object.fromEntries(tables.map((table) => [table, []])) as unknown as Parameters<
                typeof listener
              >[0],
              true,
            );
        })
        .catch(failed);
      return () => {
        stopped = true;
        stop();
      };
    },
    watch: (tables, listener) => onceOpen((opened) => opened.watch(tables, listener), listener),
    watchUnread: (listener) => onceOpen((opened) => opened.watchUnread(listener)),
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
