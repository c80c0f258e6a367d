import type { Scope } from '../core/scope.ts';
import type { Rows, Table } from '../ports/store.ts';
import { Dexie } from 'dexie';
import type { Database, StoredRow } from './database.ts';
import type { Keyring } from './keyring.ts';
import { paymentHash, sealClaim } from './payments.ts';
import type { RowCodec } from './rows.ts';

interface MoveDeps {
  readonly database: Database;
  readonly codec: RowCodec;
  readonly keyring: Pick<Keyring, 'codecFor'>;
}

const SMALL = ['orders', 'ledger', 'batches', 'mints', 'mintMaterials', 'avatars'] as const satisfies readonly Table[];

interface Moved {
  readonly table: Table;
  readonly seen: StoredRow;
  readonly put: StoredRow;
}

/**
 * Moves a profile's library on a chain into another profile. Pictures go first, one at a time; what
 * shows and counts them goes in one transaction, so that nothing is ever spent in both. Ended in
 * the middle it is simply done again.
 */
export async function moveLibrary(deps: MoveDeps, from: Scope, profileId: string, onProgress?: (done: number) => void): Promise<void> {
  const { database, codec } = deps;
  const stored = async (table: Table): Promise<StoredRow[]> =>
    database[table]
      .where('[profileId+genesis+createdAt]')
      .between([from.profileId, from.genesis, Dexie.minKey], [from.profileId, from.genesis, Dexie.maxKey])
      .toArray();
  const resealed = async <T extends Table>(table: T, seen: StoredRow): Promise<Moved> => {
    const row: Rows[T] = { ...(await codec.open(table, seen)), profileId };
    const [sealed] = await codec.seal([{ table, put: row } as never]);
    if (!sealed || !('put' in sealed)) throw new TypeError('a row to move has no key');
    return { table, seen, put: sealed.put };
  };
  /** False when a row changed since it was read. */
  const commit = (moved: readonly Moved[], more: readonly Table[], alongside: () => Promise<void>): PromiseLike<boolean> =>
    database.transaction('rw', [...new Set([...moved.map(({ table }) => table), ...more])].map((table) => database[table]).concat(database.payments as never), async () => {
      for (const { table, seen } of moved) {
        if ((await database[table].get(seen.key))?.revision !== seen.revision) return false;
      }
      for (const table of more) {
        const now = await stored(table);
        if (now.length !== moved.filter((one) => one.table === table).length) return false;
      }
      for (const { table, seen, put } of moved) {
        if (seen.key !== put.key) await database[table].delete(seen.key);
        await database[table].put(put);
      }
      await alongside();
      return true;
    });

  const pictures = await database.pictures
    .where('[profileId+genesis+createdAt]')
    .between([from.profileId, from.genesis, Dexie.minKey], [from.profileId, from.genesis, Dexie.maxKey])
    .primaryKeys();
  for (const [at, key] of pictures.entries()) {
    const seen = await database.pictures.get(key);
    // One that changes under our hands was deleted: nothing else ever changes a picture.
    if (seen) await commit([await resealed('pictures', seen)], [], () => Promise.resolve());
    onProgress?.((at + 1) / (pictures.length + 1));
  }
  for (let done = false; !done; ) {
    const rows = await Promise.all(SMALL.map(async (table) => Promise.all((await stored(table)).map((seen) => resealed(table, seen)))));
    const orders = await Promise.all((await stored('orders')).map((seen) => codec.open('orders', seen)));
    const claims = await Promise.all(
      orders.flatMap(({ id, genesis, state }) =>
        state.kind === 'finalized'
          ? [paymentHash(genesis, state.proof.signature).then((hash) => sealClaim(deps.keyring.codecFor, hash, id, profileId))]
          : [],
      ),
    );
    done = await commit(rows.flat(), SMALL, async () => {
      await database.payments.bulkPut(claims);
    });
  }
  onProgress?.(1);
}
