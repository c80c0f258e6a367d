import { errorCode, LikenessError } from '../core/errors.ts';
import { keysOf } from '../core/objects.ts';
import { readRow, rowVersion, type RowReading } from '../core/rows/read-row.ts';
import { ROW_SCHEMAS } from '../core/rows/rows.ts';
import type { Rows, Table, Write } from '../ports/store.ts';
import type { Codec } from './codec.ts';
import type { StoredRow } from './database.ts';
import type { KeyStore } from './key-store.ts';
import { restored, storable } from './stored-blobs.ts';
import { UnreadRows } from './unread.ts';

export const TABLES = keysOf(ROW_SCHEMAS);

/**
 * Tables that grant or spend credits. They move in one transaction, so that nothing ever counts in
 * both profiles.
 */
export const LEDGER_TABLES = [
  'orders',
  'ledger',
  'batches',
  'looks',
  'mints',
  'mintMaterials',
] as const satisfies readonly Table[];

/** Tables whose rows are long, and read at every step of the work on one of them. */
const READ_OFTEN: readonly Table[] = ['batches', 'drafts'];

/** The key property of a table's rows. */
export const keyOf = (table: Table): 'id' | 'uid' =>
  table === 'avatars' || table === 'pictures' ? 'uid' : 'id';

/**
 * A write that the codec has processed and that only needs committing. `names`: deletes the first
 * of these that exists.
 */
export type SealedWrite =
  | { readonly table: Table; readonly put: StoredRow }
  | { readonly table: Table; readonly names: readonly string[] };

const timeOf = (row: Rows[Table]): number | undefined =>
  'createdAt' in row ? row.createdAt : 'at' in row ? row.at : undefined;

/** Sorts by creation. Costs next to nothing on sorted rows. */
export const byTime = <R extends Rows[Table]>(rows: R[]): R[] =>
  rows.sort((a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0));

interface Opened {
  readonly revision: string;
  readonly row: Rows[Table];
}

/** Converts between the app's rows and stored rows. */
export class RowCodec {
  readonly #keyStore: Pick<KeyStore, 'codecFor' | 'vault'>;
  readonly #now: () => number;
  readonly unread = new UnreadRows();
  /** Rows as they were opened last, by their codec: those of an account go when it is locked. */
  readonly #opened = new WeakMap<Codec, Map<string, Opened>>();

  constructor(keyStore: Pick<KeyStore, 'codecFor' | 'vault'>, now: () => number) {
    this.#keyStore = keyStore;
    this.#now = now;
  }

  /** @throws LikenessError 'storage-locked' */
  of(profileId: string): Codec {
    const codec = this.#keyStore.codecFor(profileId);
    if (!codec) throw new LikenessError('storage-locked');
    return codec;
  }

  isOpen(profileId: string): boolean {
    return this.#keyStore.codecFor(profileId) !== undefined;
  }

  /** The names that a row may have in the database: the open vault's first, then the plain one. */
  async names(table: Table, key: string): Promise<string[]> {
    const vault = this.#keyStore.vault();
    return vault ? [await vault.name(table, key), key] : [key];
  }

  seal(writes: readonly Write[]): Promise<SealedWrite[]> {
    return Promise.all(
      writes.map(async (write): Promise<SealedWrite> => {
        if ('remove' in write)
          return { table: write.table, names: await this.names(write.table, write.remove) };
        return { table: write.table, put: await this.sealRow(write.table, write.put) };
      }),
    );
  }

  async sealRow(table: Table, row: Rows[Table]): Promise<StoredRow> {
    const key = (row as unknown as Record<string, unknown>)[keyOf(table)];
    if (typeof key !== 'string' || key === '')
      throw new TypeError(`a row of ${table} has no ${keyOf(table)}`);
    const { profileId, genesis } = row;
    const codec = this.of(profileId);
    const name = await codec.name(table, key);
    // A draft's time stays readable: the draft expires after a day, even if its account is locked.
    const createdAt = codec.hidesTimes && table !== 'drafts' ? 0 : (timeOf(row) ?? this.#now());
    const body = await storable(await codec.seal(row, { table, name, profileId }));
    const version = rowVersion(table);
    return {
      key: name,
      profileId,
      genesis,
      createdAt,
      revision: crypto.randomUUID(),
      version,
      body,
    };
  }

  /**
   * Returns a row, validated and in today's version; undefined if it can't be read. A row that is
   * read often and hasn't changed is the same object again.
   * @throws LikenessError 'storage-locked'
   */
  async open<T extends Table>(table: T, stored: StoredRow): Promise<Rows[T] | undefined> {
    const { key, profileId, revision } = stored;
    const codec = this.of(profileId);
    const opened = this.#opened.get(codec) ?? new Map<string, Opened>();
    this.#opened.set(codec, opened);
    const last = opened.get(`${table}/${key}`);
    if (last?.revision === revision) return last.row as Rows[T];
    const reading = await this.#read(table, stored);
    this.unread.note(table, stored, 'row' in reading ? undefined : reading);
    if (!('row' in reading)) return undefined;
    if (READ_OFTEN.includes(table)) opened.set(`${table}/${key}`, { revision, row: reading.row });
    return reading.row;
  }

  /** Returns the readable rows with their names. Unreadable rows are skipped. */
  async openNamed<T extends Table>(
    table: T,
    stored: readonly StoredRow[],
  ): Promise<(readonly [name: string, row: Rows[T]])[]> {
    const read = await Promise.all(
      stored.map(async (one) => {
        const row = await this.open(table, one);
        return row && ([one.key, row] as const);
      }),
    );
    return read.filter((row) => row !== undefined);
  }

  async openAll<T extends Table>(table: T, stored: readonly StoredRow[]): Promise<Rows[T][]> {
    const rows = (await this.openNamed(table, stored)).map(([, row]) => row);
    return stored.some(({ profileId }) => this.of(profileId).hidesTimes) ? byTime(rows) : rows;
  }

  async #read<T extends Table>(table: T, stored: StoredRow): Promise<RowReading<T>> {
    try {
      return readRow(table, await this.content(table, stored), stored.version);
    } catch (thrown) {
      if (errorCode(thrown) === 'account-damaged') return { problem: 'damaged', where: 'its seal' };
      throw thrown;
    }
  }

  /**
   * The content of a row, not validated.
   * @throws LikenessError 'storage-locked' | 'account-damaged'
   */
  content(table: Table, { key, profileId, body }: StoredRow): Promise<unknown> {
    return this.of(profileId).open(restored(body), { table, name: key, profileId });
  }
}
