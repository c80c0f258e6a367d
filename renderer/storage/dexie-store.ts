import { Dexie } from 'dexie';
import { LikenessError } from '../core/errors.ts';
import type { Store, Table } from '../ports/store.ts';
import { type CodecBook, plainCodec } from './codec.ts';
import { Database } from './database.ts';
import { draftPhotos } from './draft-photos.ts';
import { coded } from './failures.ts';
import { claim, paymentHash, takeAvatarIds } from './payments.ts';
import { RowCodec, type SealedWrite, TABLES } from './rows.ts';

export interface StoreOptions {
  /** Name of the database; tests use their own. */
  readonly name?: string;
  /** Every profile is plain when missing. */
  readonly codecFor?: CodecBook;
  readonly now?: () => number;
  /** A newer version of the app opened the database in another tab: this tab's connection is closed. */
  readonly onSuperseded?: () => void;
  /** An older version of the app, in another tab, keeps this one from opening: ask to close that tab. */
  readonly onBlocked?: () => void;
  /** The database is open. */
  readonly onReady?: () => void;
}

/** Opens the database. Rows are sealed before a transaction and opened after it, never inside. */
export function openStore(options: StoreOptions = {}): Store {
  const database = new Database(options.name ?? 'likeness');
  const codec = new RowCodec(options.codecFor ?? (() => plainCodec), options.now ?? Date.now);
  let superseded = false;

  database.on('versionchange', () => {
    superseded = true;
    database.close();
    options.onSuperseded?.();
    return false;
  });
  database.on('blocked', () => options.onBlocked?.());
  database.on('ready', () => options.onReady?.());

  const guarded = <T>(work: () => PromiseLike<T>): Promise<T> =>
    coded(work).catch((thrown: unknown) => {
      throw superseded ? new LikenessError('storage-superseded', {}, { cause: thrown }) : thrown;
    });

  async function apply(writes: readonly SealedWrite[]): Promise<void> {
    for (const write of writes) {
      if ('put' in write) await database[write.table].put(write.put);
      else await database[write.table].delete(write.remove);
    }
  }

  const tablesOf = (writes: readonly SealedWrite[]) => [...new Set(writes.map(({ table }) => table))].map((table) => database[table]);

  return {
    get: (table, key) =>
      guarded(async () => {
        const stored = await database[table].get(key);
        return stored && (await codec.open(table, stored));
      }),

    list: (table, { profileId, genesis }) =>
      guarded(async () => {
        const prefix = [profileId, genesis];
        const stored = await database[table]
          .where('[profileId+genesis+createdAt]')
          .between([...prefix, Dexie.minKey], [...prefix, Dexie.maxKey])
          .toArray();
        return codec.openAll(table, stored);
      }),

    listAll: (table, genesis) =>
      guarded(async () => {
        const stored = await database[table]
          .where('[genesis+createdAt]')
          .between([genesis, Dexie.minKey], [genesis, Dexie.maxKey])
          .toArray();
        return codec.openAll(table, stored.filter(({ profileId }) => codec.isOpen(profileId)));
      }),

    write: (writes) =>
      guarded(async () => {
        if (writes.length === 0) return;
        const sealed = await codec.seal(writes);
        await database.transaction('rw', tablesOf(sealed), () => apply(sealed));
      }),

    update: (table, key, change) =>
      guarded(async () => {
        for (let committed = false; !committed; ) {
          const seen = await database[table].get(key);
          const sealed = await codec.seal(change(seen && (await codec.open(table, seen))));
          committed = await database.transaction('rw', [database[table], ...tablesOf(sealed)], async () => {
            const current = await database[table].get(key);
            if (current?.revision !== seen?.revision) return false;
            await apply(sealed);
            return true;
          });
        }
      }),

    counts: () =>
      guarded(async () => Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await database[table].count()] as const))) as Record<Table, number>),

    erase: () => guarded(() => database.delete()),

    watch: (tables, listener) => watchTables(database.name, tables, listener),

    nextAvatarIds: (count) => guarded(() => takeAvatarIds(database, count)),

    draftPhotos: draftPhotos(database, guarded),

    claimPayment: (genesis, signature, orderId, writes = []) =>
      guarded(async () => {
        const [hash, sealed] = await Promise.all([paymentHash(genesis, signature), codec.seal(writes)]);
        return database.transaction('rw', [database.payments, ...tablesOf(sealed)], async () => {
          const holder = await claim(database, hash, orderId);
          if (holder === orderId) await apply(sealed);
          return holder;
        });
      }),

    paymentHolder: (genesis, signature) =>
      guarded(async () => {
        const claimed = await database.payments.get(await paymentHash(genesis, signature));
        return claimed?.orderId;
      }),
  };
}

/** Dexie tells every tab which parts of which database a commit touched: 'idb://name/table/index'. */
function watchTables(database: string, tables: readonly Table[], listener: () => void): () => void {
  const prefixes = tables.map((table) => `idb://${database}/${table}/`);
  const onMutated = (parts: object) => {
    if ('all' in parts || Object.keys(parts).some((part) => prefixes.some((prefix) => part.startsWith(prefix)))) listener();
  };
  Dexie.on('storagemutated', onMutated);
  return () => Dexie.on.storagemutated.unsubscribe(onMutated);
}
