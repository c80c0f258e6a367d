import type { Scope } from '../../renderer/core/scope.ts';
import type { Rows, Store, Table, Write } from '../../renderer/ports/store.ts';

const KEYS: Record<Table, string> = {
  orders: 'id',
  ledger: 'id',
  avatars: 'uid',
  pictures: 'uid',
  batches: 'id',
  drafts: 'id',
  mints: 'id',
  mintMaterials: 'id',
  messages: 'id',
  settings: 'id',
};

/** What survives a crash of the program that uses it. */
export interface Disk {
  readonly tables: Map<Table, Map<string, unknown>>;
  readonly photos: Map<string, Blob>;
  /** genesis and signature -> order */
  readonly payments: Map<string, string>;
  nextAvatarId: number;
}

export const emptyDisk = (): Disk => ({
  tables: new Map(),
  photos: new Map(),
  payments: new Map(),
  nextAvatarId: 101,
});

/**
 * The Store in memory, for tests. `step` is awaited before and after each commit, so that a test
 * can end the program at any of these moments.
 */
export function memoryStore(
  disk: Disk,
  step: () => Promise<void> = () => Promise.resolve(),
): Store {
  const watchers = new Set<{ tables: readonly Table[]; listener: () => void }>();
  const table = (name: Table): Map<string, unknown> => {
    const found = disk.tables.get(name) ?? new Map<string, unknown>();
    disk.tables.set(name, found);
    return found;
  };
  const rows = <T extends Table>(name: T): Rows[T][] =>
    [...table(name).values()].map((row) => structuredClone(row) as Rows[T]);
  const apply = (writes: readonly Write[]): void => {
    for (const write of writes) {
      if ('put' in write) {
        table(write.table).set(
          (write.put as unknown as Record<string, string>)[KEYS[write.table]] ?? '',
          structuredClone(write.put),
        );
      } else {
        table(write.table).delete(write.remove);
      }
    }
    const touched = new Set(writes.map((write) => write.table));
    for (const { tables, listener } of watchers)
      if (tables.some((name) => touched.has(name))) queueMicrotask(listener);
  };
  const committed = async <R>(change: () => R): Promise<R> => {
    await step();
    const result = change();
    await step();
    return result;
  };
  return {
    get: async (name, key) => {
      await step();
      return structuredClone(table(name).get(key)) as never;
    },
    list: async (name, scope: Scope) => {
      await step();
      return rows(name).filter(
        (row) => row.profileId === scope.profileId && row.genesis === scope.genesis,
      );
    },
    listAll: async (name, genesis) => {
      await step();
      return rows(name).filter((row) => row.genesis === genesis);
    },
    write: (writes) => committed(() => apply(writes)),
    update: (name, key, change) =>
      committed(() => apply(change(structuredClone(table(name).get(key)) as never))),
    move: (from, profileId) =>
      committed(() => {
        for (const name of [
          'orders',
          'ledger',
          'batches',
          'mints',
          'mintMaterials',
          'avatars',
          'pictures',
        ] as const) {
          const moved = rows(name).filter(
            (row) => row.profileId === from.profileId && row.genesis === from.genesis,
          );
          apply(moved.map((row) => ({ table: name, put: { ...row, profileId } }) as Write));
        }
      }),
    watch: (tables, listener) => {
      const watcher = { tables, listener };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    counts: async () => {
      await step();
      return Object.fromEntries(
        Object.keys(KEYS).map((name) => [name, table(name as Table).size]),
      ) as Record<Table, number>;
    },
    erase: () =>
      committed(() => {
        for (const part of [disk.tables, disk.photos, disk.payments]) part.clear();
      }),
    nextAvatarIds: (count) =>
      committed(() => {
        const first = disk.nextAvatarId;
        disk.nextAvatarId += count;
        return first;
      }),
    draftPhotos: {
      put: (id, photo) => committed(() => void disk.photos.set(id, photo)),
      get: async (id) => {
        await step();
        return disk.photos.get(id);
      },
      remove: (id) => committed(() => void disk.photos.delete(id)),
      sweep: () => Promise.resolve(),
    },
    claimPayment: (genesis, signature, orderId, writes = []) =>
      committed(() => {
        const key = `${genesis}:${signature}`;
        const holder = disk.payments.get(key) ?? orderId;
        if (holder !== orderId) return holder;
        disk.payments.set(key, holder);
        apply(writes);
        return holder;
      }),
    paymentHolder: async (genesis, signature) => {
      await step();
      return disk.payments.get(`${genesis}:${signature}`);
    },
  };
}
