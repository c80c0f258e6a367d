import type { Scope } from '../core/scope.ts';
import type { WorkOptions } from '../ports/work-options.ts';
import type { Table } from '../ports/store.ts';
import { type ClaimedPayment, type Database, rowsIn, type StoredRow } from './database.ts';
import { stopIfAsked } from './failures.ts';
import type { Keyring } from './keyring.ts';
import { paymentHash, sealClaim } from './payments.ts';
import type { RowCodec } from './rows.ts';

interface MoveDeps {
  readonly database: Database;
  readonly codec: RowCodec;
  readonly keyring: Pick<Keyring, 'codecFor'>;
}

/** What grants, spends and promises: moved in one transaction, so that nothing ever counts in both. */
const BOOKS = ['orders', 'ledger', 'batches', 'mints', 'mintMaterials'] as const satisfies readonly Table[];

interface Moved {
  readonly table: Table;
  readonly seen: StoredRow;
  readonly put: StoredRow;
}

/**
 * Moves a profile's library on a chain into another profile: one avatar with its picture after the
 * other, then the books. Ended or cancelled in the middle, each avatar is whole in one of the two;
 * done again, it goes on.
 */
export async function moveLibrary({ database, codec, keyring }: MoveDeps, from: Scope, profileId: string, { signal, onProgress }: WorkOptions = {}): Promise<void> {
  const rows = (table: Table) => rowsIn(database[table], from.profileId, from.genesis);
  const resealed = async (table: Table, seen: StoredRow): Promise<Moved> => ({
    table,
    seen,
    put: await codec.sealRow(table, { ...(await codec.open(table, seen)), profileId }),
  });
  /** All of it, and all that there is in the tables of `whole`; false when anything changed since it was read. */
  const commit = (moved: readonly Moved[], whole: readonly Table[] = [], claims: readonly ClaimedPayment[] = []): PromiseLike<boolean> => {
    const tables = [...new Set([...moved.map(({ table }) => table), ...whole])].map((table) => database[table]);
    return database.transaction('rw', [database.payments, ...tables], async () => {
      for (const { table, seen } of moved) {
        if ((await database[table].get(seen.key))?.revision !== seen.revision) return false;
      }
      for (const table of whole) {
        if ((await rows(table).count()) !== moved.filter((row) => row.table === table).length) return false;
      }
      for (const { table, seen, put } of moved) {
        if (seen.key !== put.key) await database[table].delete(seen.key);
        await database[table].put(put);
      }
      await database.payments.bulkPut([...claims]);
      return true;
    });
  };

  async function moveAvatars(): Promise<void> {
    const keys = await rows('avatars').primaryKeys();
    for (const [at, key] of keys.entries()) {
      stopIfAsked(signal);
      const avatar = await database.avatars.get(key);
      if (!avatar) continue; // deleted meanwhile
      const { uid } = await codec.open('avatars', avatar);
      const picture = await database.pictures.get(await codec.of(from.profileId).name('pictures', uid));
      await commit(await Promise.all([resealed('avatars', avatar), ...(picture ? [resealed('pictures', picture)] : [])]));
      onProgress?.((at + 1) / (keys.length + 1));
    }
  }

  async function moveBooks(): Promise<boolean> {
    stopIfAsked(signal);
    const moved = await Promise.all(BOOKS.map(async (table) => Promise.all((await rows(table).toArray()).map((seen) => resealed(table, seen)))));
    const orders = await Promise.all(moved.flat().filter(({ table }) => table === 'orders').map(({ seen }) => codec.open('orders', seen)));
    const claims = orders.flatMap(({ id, genesis, state }) =>
      state.kind === 'finalized'
        ? [paymentHash(genesis, state.proof.signature).then((hash) => sealClaim(keyring.codecFor, hash, id, profileId))]
        : [],
    );
    // A batch under way may have added an avatar meanwhile: that one has to come first.
    return commit(moved.flat(), [...BOOKS, 'avatars'], await Promise.all(claims));
  }

  do await moveAvatars();
  while (!(await moveBooks()));
  onProgress?.(1);
}
