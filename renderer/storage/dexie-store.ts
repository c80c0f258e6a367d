import { Dexie } from 'dexie';

import { LikenessError } from '../core/errors.ts';
import { noted } from '../core/log/log.ts';
import type { Store, Table } from '../ports/store.ts';
import { sweepImports } from './backup/rows.ts';
import { watchTables } from './changes.ts';
import { Database, rowsIn, type StoredRow } from './database.ts';
import { draftPhotos } from './draft-photos.ts';
import { coded } from './failures.ts';
import { followRows } from './following.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';
import { moveLibrary } from './move.ts';
import { claimPayment, holderOf, paymentHash, RowWriter, takeAvatarIds } from './row-writer.ts';
import { RowCodec, TABLES } from './rows.ts';
import { withoutBlobs } from './stored-blobs.ts';
import { fileOf } from './unread.ts';

/**
 * Some profiles' unreadable rows as a JSON file: those in their tables, and those that were set
 * aside when their place was needed.
 */
async function copyUnread(
  database: Database,
  codec: RowCodec,
  profileIds: readonly string[],
): Promise<Blob> {
  // A row that can't be opened is copied in its sealed form.
  const content = (table: Table, row: StoredRow): Promise<unknown> =>
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
}

export interface StoreOptions {
  /** Name of the database. Tests use their own. */
  readonly name?: string;
  /** Without it, no vault can be opened. */
  readonly keyStore?: Pick<KeyStore, 'codecFor' | 'vault'>;
  readonly now?: () => number;
  /**
   * Called when a newer version of the app opened the database in another tab. This tab's
   * connection is closed then.
   */
  readonly onSuperseded?: () => void;
  /** Called when another tab erased the database. This tab's connection is closed then. */
  readonly onErased?: () => void;
  /**
   * Called when an older version of the app in another tab keeps the database from opening. Ask the
   * user to close that tab.
   */
  readonly onBlocked?: () => void;
  /** Called when the database is open. */
  readonly onReady?: () => void;
}

/** Opens the database. */
export function openStore(options: StoreOptions = {}): Store {
  const database = new Database(options.name ?? 'likeness');
  const keyStore = options.keyStore ?? createKeyStore();
  const now = options.now ?? Date.now;
  const codec = new RowCodec(keyStore, now);
  const writer = new RowWriter(database, codec);
  let superseded = false;

  database.on('versionchange', ({ newVersion }) => {
    superseded = true;
    database.close();
    if (newVersion === null) options.onErased?.();
    else options.onSuperseded?.();
    return false;
  });
  database.on('blocked', () => options.onBlocked?.());
  database.on('ready', () => options.onReady?.());

  // Removes what an interrupted import left behind. If storage fails here, the first call that
  // needs it reports the error.
  sweepImports(database, now()).catch(noted('storage.imports'));

  const guarded = <T>(work: () => PromiseLike<T>): Promise<T> =>
    coded(() => withoutBlobs(work)).catch((thrown: unknown) => {
      throw superseded ? new LikenessError('storage-superseded', {}, { cause: thrown }) : thrown;
    });

  /** How many rows are being read by name. */
  let asked = 0;

  return {
    async get(table, key) {
      asked += 1;
      try {
        return await guarded(async () => {
          const stored = await writer.find(table, await codec.names(table, key));
          return stored && (await codec.open(table, stored));
        });
      } finally {
        asked -= 1;
      }
    },

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

    write: (writes) => guarded(() => writer.write(writes)),

    update: (table, key, change) =>
      guarded(() => writer.updateAll(table, [key], ([row]) => change(row))),

    updateAll: (table, keys, change) => guarded(() => writer.updateAll(table, keys, change)),

    updateEach: (table, keys, change) => guarded(() => writer.updateEach(table, keys, change)),

    watchUnread: (listener) => codec.unread.watch(listener),

    copyUnread: (profileIds) => guarded(() => copyUnread(database, codec, profileIds)),

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

    watch: (tables, listener) => watchTables(database.name, tables, () => listener()),

    follow: (tables, scope, listener, failed) =>
      followRows(
        { database, codec, guarded, asked: () => asked > 0 },
        tables,
        scope,
        listener,
        failed,
      ),

    nextAvatarIds: (count) => guarded(() => takeAvatarIds(database, count)),

    draftPhotos: draftPhotos({ database, guarded, codec, codecFor: keyStore.codecFor, now }),

    claimPayment: (genesis, signature, orderId, change) =>
      guarded(async () => {
        const hash = await paymentHash(genesis, signature);
        return claimPayment(
          { database, writer, codecFor: keyStore.codecFor },
          hash,
          orderId,
          change,
        );
      }),

    paymentHolder: (genesis, signature) =>
      guarded(async () => {
        const claimed = await database.payments.get(await paymentHash(genesis, signature));
        return claimed && holderOf(keyStore.codecFor, claimed);
      }),
  };
}
