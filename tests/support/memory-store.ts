import { LikenessError } from '../../renderer/core/errors.ts';
import { readRow, rowVersion } from '../../renderer/core/rows/read-row.ts';
import { isEmailProfile, type Scope } from '../../renderer/core/scope.ts';
import type { Rows, Store, Table, Write } from '../../renderer/ports/store.ts';
import { byTime, keyOf, LEDGER_TABLES, TABLES } from '../../renderer/storage/rows.ts';

interface Watcher {
  readonly tables: readonly Table[];
  readonly listener: () => void;
}

/** The state that survives a crash of the program. */
export interface MemoryStorage {
  readonly tables: Map<Table, Map<string, unknown>>;
  readonly photos: Map<string, Blob>;
  /** The account for which a draft's photo is encrypted, by draft. */
  readonly photoOwners: Map<string, string>;
  /** genesis and signature -> order */
  readonly payments: Map<string, string>;
  /** The watchers of all programs on this storage. */
  readonly watchers: Set<Watcher>;
  nextAvatarId: number;
}

export const emptyStorage = (): MemoryStorage => ({
  tables: new Map(),
  photos: new Map(),
  photoOwners: new Map(),
  payments: new Map(),
  watchers: new Set(),
  nextAvatarId: 101,
});

export const rowsIn = <T extends Table>({ tables }: MemoryStorage, table: T): Rows[T][] => [
  ...((tables.get(table)?.values() ?? []) as Iterable<Rows[T]>),
];

/** Deletes everything, as when the browser's data is cleared. No watcher is notified. */
export function clearStorage(storage: MemoryStorage): void {
  for (const part of [storage.tables, storage.photos, storage.photoOwners, storage.payments])
    part.clear();
}

export interface MemoryStoreOptions {
  /**
   * Awaited before and after each commit, so that a test can end the program at any of these
   * moments.
   */
  readonly step?: () => Promise<void>;
  /** Whether an account's rows can be read and written; other profiles' always can. */
  readonly isOpen?: (profileId: string) => boolean;
  /** Throws to make a read or a commit fail. */
  readonly fault?: (what: 'read' | 'write') => void;
  /** Refuses rows that a device couldn't read again. */
  readonly checked?: boolean;
}

/** A row that couldn't be read again isn't written: its writer has a bug. */
function check({ table, put }: Extract<Write, { readonly put: unknown }>): void {
  const reading = readRow(table, put, rowVersion(table));
  if ('problem' in reading) throw new TypeError(`a row of ${table}: ${reading.where}`);
  if (reading.unknown) throw new TypeError(`a row of ${table} has more than its schema`);
}

/** The Store in memory, for tests. A locked account's rows count as absent, as on a device. */
export function memoryStore(
  storage: MemoryStorage,
  {
    step = () => Promise.resolve(),
    isOpen: isAccountOpen = () => true,
    fault = () => undefined,
    checked = false,
  }: MemoryStoreOptions = {},
): Store {
  const isOpen = (profileId: string): boolean =>
    !isEmailProfile(profileId) || isAccountOpen(profileId);
  const table = (name: Table): Map<string, unknown> => {
    const found = storage.tables.get(name) ?? new Map<string, unknown>();
    storage.tables.set(name, found);
    return found;
  };
  const find = <T extends Table>(name: T, key: string): Rows[T] | undefined => {
    const row = structuredClone(table(name).get(key)) as Rows[T] | undefined;
    return row && isOpen(row.profileId) ? row : undefined;
  };
  const rows = <T extends Table>(name: T, genesis: string): Rows[T][] =>
    byTime(
      rowsIn(storage, name)
        .filter((row) => row.genesis === genesis)
        .map((row) => structuredClone(row)),
    );
  const rowsOf = <T extends Table>(name: T, { profileId, genesis }: Scope): Rows[T][] =>
    rows(name, genesis).filter((row) => row.profileId === profileId);
  const apply = (writes: readonly Write[]): void => {
    for (const write of writes)
      if ('put' in write) {
        if (checked) check(write);
        if (!isOpen(write.put.profileId)) throw new LikenessError('storage-locked');
      }
    for (const write of writes) {
      if ('put' in write) {
        table(write.table).set(
          (write.put as unknown as Record<string, string>)[keyOf(write.table)] ?? '',
          structuredClone(write.put),
        );
      } else if (find(write.table, write.remove)) {
        table(write.table).delete(write.remove);
      }
    }
    const touched = new Set(writes.map((write) => write.table));
    for (const { tables, listener } of storage.watchers)
      if (tables.some((name) => touched.has(name))) queueMicrotask(listener);
  };
  const committed = async <R>(change: () => R): Promise<R> => {
    await step();
    fault('write');
    const result = change();
    await step();
    return result;
  };
  const asked = async <R>(answer: () => R): Promise<R> => {
    await step();
    fault('read');
    return answer();
  };
  const holderOf = (payment: string): string | undefined => {
    const holder = storage.payments.get(payment);
    const order = holder === undefined ? undefined : table('orders').get(holder);
    return order && !isOpen((order as Rows['orders']).profileId) ? `locked:${payment}` : holder;
  };
  return {
    get: (name, key) => asked(() => find(name, key)),
    list: (name, scope) =>
      asked(() => {
        const found = rowsOf(name, scope);
        if (found.length > 0 && !isOpen(scope.profileId)) throw new LikenessError('storage-locked');
        return found;
      }),
    listAll: (name, genesis) =>
      asked(() => rows(name, genesis).filter((row) => isOpen(row.profileId))),
    write: (writes) => committed(() => apply(writes)),
    update: (name, key, change) => committed(() => apply(change(find(name, key)))),
    updateAll: (name, keys, change) =>
      committed(() => apply(change(keys.map((key) => find(name, key))))),
    move: (from, profileId) =>
      committed(() => {
        for (const name of [...LEDGER_TABLES, 'avatars', 'pictures'] as const)
          apply(
            rowsOf(name, from).map((row) => ({ table: name, put: { ...row, profileId } }) as Write),
          );
      }),
    updateEach: (name, keys, change) =>
      committed(() => {
        for (const key of keys) {
          const row = find(name, key);
          if (row) apply([{ table: name, put: change(row) } as Write]);
        }
      }),
    follow: (tables, scope, listener, failed) => {
      let stopped = false;
      const read = (): void => {
        asked(() => Object.fromEntries(tables.map((name) => [name, rowsOf(name, scope)]))).then(
          (found) => {
            if (stopped) return;
            if (isOpen(scope.profileId))
              listener(found as unknown as Parameters<typeof listener>[0], true);
            else failed(new LikenessError('storage-locked'));
          },
          (thrown: unknown) => {
            if (!stopped) failed(thrown);
          },
        );
      };
      const watcher = { tables, listener: read };
      storage.watchers.add(watcher);
      read();
      return () => {
        stopped = true;
        storage.watchers.delete(watcher);
      };
    },
    watch: (tables, listener) => {
      const watcher = { tables, listener };
      storage.watchers.add(watcher);
      return () => void storage.watchers.delete(watcher);
    },
    watchUnread: () => () => undefined,
    copyUnread: () => Promise.resolve(new Blob(['[]'])),
    counts: () =>
      asked(
        () =>
          Object.fromEntries(TABLES.map((name) => [name, table(name).size])) as Record<
            Table,
            number
          >,
      ),
    erase: () => committed(() => clearStorage(storage)),
    nextAvatarIds: (count) =>
      committed(() => {
        const first = storage.nextAvatarId;
        storage.nextAvatarId += count;
        return first;
      }),
    draftPhotos: {
      put: (id, photo, profileId) =>
        committed(() => {
          storage.photos.set(id, photo);
          if (profileId !== undefined) storage.photoOwners.set(id, profileId);
        }),
      get: (id) =>
        asked(() =>
          isOpen(storage.photoOwners.get(id) ?? '') ? storage.photos.get(id) : undefined,
        ),
      remove: (id) => committed(() => void storage.photos.delete(id)),
      sweep: () => Promise.resolve(),
    },
    claimPayment: (genesis, signature, orderId, change) =>
      committed(() => {
        const key = `${genesis}:${signature}`;
        const writes = change(find('orders', orderId));
        const holder = (writes && holderOf(key)) ?? orderId;
        if (!writes || holder !== orderId) return holder;
        apply(writes);
        storage.payments.set(key, holder);
        return holder;
      }),
    paymentHolder: (genesis, signature) => asked(() => holderOf(`${genesis}:${signature}`)),
  };
}
