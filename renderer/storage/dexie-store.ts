import { Dexie } from 'dexie';

import { LikenessError } from '../core/errors.ts';
import { noted } from '../core/log/log.ts';
import type { Store, Table } from '../ports/store.ts';
import { sweepImports } from './backup/rows.ts';
import { Database, rowsIn, type StoredRow } from './database.ts';
import { draftPhotos } from './draft-photos.ts';
import { coded } from './failures.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';
import { moveLibrary } from './move.ts';
import { holderOf, paymentHash, sealClaim, takeAvatarIds } from './payments.ts';
import { RowCodec, TABLES, type SealedWrite } from './rows.ts';
import { withoutBlobs } from './stored-blobs.ts';
import { fileOf } from './unread.ts';

export interface StoreOptions {
  /** Name of the database; tests use their own. */
  readonly name?: string;
  /** Without one no vault is ever open. */
  readonly keyStore?: Pick<KeyStore, 'codecFor' | 'vault'>;
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
  const keyStore = options.keyStore ?? createKeyStore();
  const now = options.now ?? Date.now;
  const codec = new RowCodec(keyStore, now);
  let superseded = false;

  database.on('versionchange', () => {
    superseded = true;
    database.close();
    options.onSuperseded?.();
    return false;
  });
  database.on('blocked', () => options.onBlocked?.());
  database.on('ready', () => options.onReady?.());

  // What an import left behind when the app ended in its middle; storage that fails tells whoever needs it.
  sweepImports(database, now()).catch(noted('storage.imports'));

  const guarded = <T>(work: () => PromiseLike<T>): Promise<T> =>
    coded(() => withoutBlobs(work)).catch((thrown: unknown) => {
      throw superseded ? new LikenessError('storage-superseded', {}, { cause: thrown }) : thrown;
    });

  async function apply(writes: readonly SealedWrite[]): Promise<void> {
    for (const write of writes) {
      if ('put' in write) await put(write.table, write.put);
      else await drop(write.table, write.names);
    }
  }
  /** What couldn't be read where this is written is kept aside. */
  async function put(table: Table, row: StoredRow): Promise<void> {
    const under = codec.unread.any ? await database[table].get(row.key) : undefined;
    if (under && codec.unread.has(table, under))
      await database.aside.add({ table, profileId: under.profileId, row: under });
    await database[table].put(row);
  }
  const find = async (table: Table, names: readonly string[]): Promise<StoredRow | undefined> =>
    (await database[table].bulkGet([...names])).find((row) => row !== undefined);
  async function drop(table: Table, names: readonly string[]): Promise<void> {
    const found = await find(table, names);
    if (found) await database[table].delete(found.key);
  }

  const tablesOf = (writes: readonly SealedWrite[]) => [
    ...[...new Set(writes.map(({ table }) => table))].map((table) => database[table]),
    ...(codec.unread.any ? [database.aside] : []),
  ];
  /** Comes upon what can't be read where something is to be written. */
  async function lookUnder(writes: readonly SealedWrite[]): Promise<void> {
    for (const write of writes) {
      const under = 'put' in write ? await database[write.table].get(write.put.key) : undefined;
      if (under && codec.isOpen(under.profileId)) await codec.open(write.table, under);
    }
  }

  return {
    get: (table, key) =>
      guarded(async () => {
        const stored = await find(table, await codec.names(table, key));
        return stored && (await codec.open(table, stored));
      }),

    list: (table, { profileId, genesis }) =>
      guarded(async () => {
        return codec.openAll(table, await rowsIn(database[table], profileId, genesis).toArray());
      }),

    listAll: (table, genesis) =>
      guarded(async () => {
        const stored = await database[table]
          .where('[genesis+createdAt]')
          .between([genesis, Dexie.minKey], [genesis, Dexie.maxKey])
          .toArray();
        return codec.openAll(
          table,
          stored.filter(({ profileId }) => codec.isOpen(profileId)),
        );
      }),

    write: (writes) =>
      guarded(async () => {
        if (writes.length === 0) return;
        const sealed = await codec.seal(writes);
        await lookUnder(sealed);
        await database.transaction('rw', tablesOf(sealed), () => apply(sealed));
      }),

    update: (table, key, change) =>
      guarded(async () => {
        for (let committed = false; !committed;) {
          const names = await codec.names(table, key);
          const seen = await find(table, names);
          const sealed = await codec.seal(change(seen && (await codec.open(table, seen))));
          committed = await database.transaction(
            'rw',
            [database[table], ...tablesOf(sealed)],
            async () => {
              const current = await find(table, names);
              if (current?.revision !== seen?.revision) return false;
              await apply(sealed);
              // Put back under another profile it has another name: the row moved.
              const moved = sealed.some(
                (write) =>
                  'put' in write &&
                  write.table === table &&
                  write.put.key !== seen?.key &&
                  names.includes(write.put.key),
              );
              if (seen && moved) await database[table].delete(seen.key);
              return true;
            },
          );
        }
      }),

    watchUnread: (listener) => codec.unread.watch(listener),

    copyUnread: (profileIds) =>
      guarded(async () => {
        const content = async (table: Table, row: StoredRow): Promise<unknown> =>
          // What can't be opened is copied as it was sealed.
          codec.content(table, row).catch(() => row.body);
        const unread = codec.unread.all().filter(({ profileId }) => profileIds.includes(profileId));
        const inPlace = await Promise.all(
          unread.map(async ({ table, key, problem, where }) => {
            const row = await database[table].get(key);
            return row && { table, problem, where, row, content: await content(table, row) };
          }),
        );
        const aside = await database.aside
          .where('profileId')
          .anyOf([...profileIds])
          .toArray();
        const kept = await Promise.all(
          aside.map(async ({ table, row }) => ({
            table,
            row,
            content: await content(table as Table, row),
          })),
        );
        return fileOf([...inPlace.filter((row) => row !== undefined), ...kept]);
      }),

    counts: () =>
      guarded(
        async () =>
          Object.fromEntries(
            await Promise.all(
              TABLES.map(async (table) => [table, await database[table].count()] as const),
            ),
          ) as Record<Table, number>,
      ),

    erase: () => guarded(() => database.delete()),

    move: (from, profileId, options) =>
      guarded(() => moveLibrary({ database, codec, keyStore }, from, profileId, options)),

    watch: (tables, listener) => watchTables(database.name, tables, listener),

    nextAvatarIds: (count) => guarded(() => takeAvatarIds(database, count)),

    draftPhotos: draftPhotos({ database, guarded, codec, codecFor: keyStore.codecFor, now }),

    claimPayment: (genesis, signature, orderId, writes = []) =>
      guarded(async () => {
        const order = writes.find(
          (write) => write.table === 'orders' && 'put' in write && write.put.id === orderId,
        );
        const profileId = order && 'put' in order ? order.put.profileId : undefined;
        const [hash, sealed] = await Promise.all([
          paymentHash(genesis, signature),
          codec.seal(writes),
        ]);
        await lookUnder(sealed);
        const mine = await sealClaim(keyStore.codecFor, hash, orderId, profileId);
        for (;;) {
          const held = await database.payments.get(hash);
          const holder = held ? await holderOf(keyStore.codecFor, held) : orderId;
          if (holder !== orderId) return holder;
          const done = await database.transaction(
            'rw',
            [database.payments, ...tablesOf(sealed)],
            async () => {
              // Claimed since it was looked at: who by is read anew.
              if (((await database.payments.get(hash)) === undefined) !== (held === undefined))
                return false;
              if (!held) await database.payments.add(mine);
              await apply(sealed);
              return true;
            },
          );
          if (done) return holder;
        }
      }),

    paymentHolder: (genesis, signature) =>
      guarded(async () => {
        const claimed = await database.payments.get(await paymentHash(genesis, signature));
        return claimed && holderOf(keyStore.codecFor, claimed);
      }),
  };
}

/** Dexie tells every tab which parts of which database a commit touched: 'idb://name/table/index'. */
function watchTables(database: string, tables: readonly Table[], listener: () => void): () => void {
  const prefixes = tables.map((table) => `idb://${database}/${table}/`);
  const onMutated = (parts: object) => {
    if (
      'all' in parts ||
      Object.keys(parts).some((part) => prefixes.some((prefix) => part.startsWith(prefix)))
    )
      listener();
  };
  Dexie.on('storagemutated', onMutated);
  return () => Dexie.on.storagemutated.unsubscribe(onMutated);
}
