import type { Scope } from '../core/scope.ts';
import type { Table } from '../ports/store.ts';
import type { WorkOptions } from '../ports/work-options.ts';
import { rowsIn, type ClaimedPayment, type Database, type StoredRow } from './database.ts';
import { stopIfAsked } from './failures.ts';
import type { KeyStore } from './key-store.ts';
import { paymentHash, sealClaim } from './row-writer.ts';
import { LEDGER_TABLES, type RowCodec } from './rows.ts';

interface MoveDeps {
  readonly database: Database;
  readonly codec: RowCodec;
  readonly keyStore: Pick<KeyStore, 'codecFor'>;
}

interface Moved {
  readonly table: Table;
  readonly seen: StoredRow;
  readonly put: StoredRow;
}

/**
 * The most that one transaction moves. Each waits for the disk, and every follower reads again
 * after it.
 */
const GROUP_AVATARS = 32;
const GROUP_BYTES = 8 * 1024 * 1024;

/**
 * Moves a profile's library on a chain into another profile: groups of avatars with their pictures
 * first, then the ledger tables. If it is interrupted or cancelled, each avatar is complete in one
 * of the two profiles; called again, it continues.
 */
export async function moveLibrary(
  { database, codec, keyStore }: MoveDeps,
  from: Scope,
  profileId: string,
  { signal, onProgress }: WorkOptions = {},
): Promise<void> {
  const rows = (table: Table) => rowsIn(database[table], from.profileId, from.genesis);
  /** Unreadable rows, by table and key. They stay where they are. */
  const staying = new Set<string>();
  const stays = (table: Table, key: string): boolean => staying.has(`${table}/${key}`);
  const resealed = async (table: Table, seen: StoredRow): Promise<Moved[]> => {
    const row = await codec.open(table, seen);
    if (row) return [{ table, seen, put: await codec.sealRow(table, { ...row, profileId }) }];
    staying.add(`${table}/${seen.key}`);
    return [];
  };
  /**
   * Commits the moved rows, which must be all rows of the tables in `whole`. Returns false if
   * anything changed since it was read.
   */
  const commit = (
    moved: readonly Moved[],
    whole: readonly Table[] = [],
    claims: readonly ClaimedPayment[] = [],
  ): PromiseLike<boolean> => {
    const touched = [...new Set([...moved.map(({ table }) => table), ...whole])];
    return database.transaction(
      'rw',
      [database.payments, ...touched.map((table) => database[table])],
      async () => {
        const byTable = touched.map((table) => ({
          table,
          rows: moved.filter((row) => row.table === table),
        }));
        for (const { table, rows: mine } of byTable) {
          const now = await database[table].bulkGet(mine.map(({ seen }) => seen.key));
          if (mine.some(({ seen }, at) => now[at]?.revision !== seen.revision)) return false;
          if (!whole.includes(table)) continue;
          const there = await rows(table).primaryKeys();
          if (there.filter((key) => !stays(table, key)).length !== mine.length) return false;
        }
        for (const { table, rows: mine } of byTable) {
          await database[table].bulkDelete(mine.map(({ seen }) => seen.key));
          await database[table].bulkPut(mine.map(({ put }) => put));
        }
        await database.payments.bulkPut([...claims]);
        return true;
      },
    );
  };

  /** An avatar with its picture; empty if it was deleted in the meantime. */
  async function avatarOf(key: string): Promise<Moved[]> {
    const avatar = await database.avatars.get(key);
    if (!avatar) return [];
    const [moved] = await resealed('avatars', avatar);
    const opened = await codec.open('avatars', avatar);
    if (!moved || !opened) return [];
    const picture = await database.pictures.get(
      await codec.of(from.profileId).name('pictures', opened.uid),
    );
    return [moved, ...(picture ? await resealed('pictures', picture) : [])];
  }

  async function moveAvatars(): Promise<void> {
    const keys = await rows('avatars').primaryKeys();
    for (let at = 0; at < keys.length;) {
      stopIfAsked(signal);
      const group: Moved[] = [];
      let bytes = 0;
      for (const key of keys.slice(at, at + GROUP_AVATARS)) {
        const moved = await avatarOf(key);
        group.push(...moved);
        at += 1;
        bytes += moved.reduce(
          (sum, { put }) => sum + (put.body instanceof Blob ? put.body.size : 0),
          0,
        );
        if (bytes >= GROUP_BYTES || signal?.aborted) break;
      }
      await commit(group);
      onProgress?.(at / (keys.length + 1));
    }
  }

  async function moveLedgerTables(): Promise<boolean> {
    stopIfAsked(signal);
    const moved = await Promise.all(
      LEDGER_TABLES.map(async (table) =>
        Promise.all((await rows(table).toArray()).map((seen) => resealed(table, seen))),
      ),
    ).then((tables) => tables.flat(2));
    const orders = await codec.openAll(
      'orders',
      moved.filter(({ table }) => table === 'orders').map(({ seen }) => seen),
    );
    const claims = orders.flatMap(({ id, genesis, state }) =>
      state.kind === 'finalized'
        ? [
            paymentHash(genesis, state.proof.signature).then((hash) =>
              sealClaim(keyStore.codecFor, hash, id, profileId),
            ),
          ]
        : [],
    );
    // A running batch may have added an avatar in the meantime; that one must move first.
    return commit(moved, [...LEDGER_TABLES, 'avatars'], await Promise.all(claims));
  }

  do await moveAvatars();
  while (!(await moveLedgerTables()));
  onProgress?.(1);
}
