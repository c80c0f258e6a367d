import { errorCode, LikenessError } from '../core/errors.ts';
import { readRow, rowVersion, type RowReading } from '../core/rows/read-row.ts';
import type { Rows, Table, Write } from '../ports/store.ts';
import type { Codec } from './codec.ts';
import type { StoredRow } from './database.ts';
import type { KeyStore } from './key-store.ts';
import { restored, storable } from './stored-blobs.ts';
import { UnreadRows } from './unread.ts';

/** The property of each table's rows that is its key. */
export const KEYS = {
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
} as const satisfies { [T in Table]: keyof Rows[T] };
export const TABLES = Object.keys(KEYS) as readonly Table[];

/** A write that went through the codec and only has to be committed. `names`: the first that is there goes. */
export type SealedWrite =
  | { readonly table: Table; readonly put: StoredRow }
  | { readonly table: Table; readonly names: readonly string[] };

const timeOf = (row: Rows[Table]): number | undefined =>
  'createdAt' in row ? row.createdAt : 'at' in row ? row.at : undefined;

/** Rows as the app knows them, to and from rows as they are stored. */
export class RowCodec {
  readonly #keyring: Pick<KeyStore, 'codecFor' | 'vault'>;
  readonly #now: () => number;
  readonly unread = new UnreadRows();

  constructor(keyStore: Pick<KeyStore, 'codecFor' | 'vault'>, now: () => number) {
    this.#keyring = keyStore;
    this.#now = now;
  }

  /** @throws LikenessError 'storage-locked' */
  of(profileId: string): Codec {
    const codec = this.#keyring.codecFor(profileId);
    if (!codec) throw new LikenessError('storage-locked');
    return codec;
  }

  isOpen(profileId: string): boolean {
    return this.#keyring.codecFor(profileId) !== undefined;
  }

  /** What a row may be called in the database: the open vault's name for it comes before everyone's. */
  async names(table: Table, key: string): Promise<string[]> {
    const vault = this.#keyring.vault();
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
    const key = (row as unknown as Record<string, unknown>)[KEYS[table]];
    if (typeof key !== 'string' || key === '')
      throw new TypeError(`a row of ${table} has no ${KEYS[table]}`);
    const { profileId, genesis } = row;
    const codec = this.of(profileId);
    const name = await codec.name(table, key);
    // A draft's time stays readable: a day later it goes, though its account may be locked.
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

  /** A row in today's version, checked; undefined where it can't be read. @throws LikenessError 'storage-locked' */
  async open<T extends Table>(table: T, stored: StoredRow): Promise<Rows[T] | undefined> {
    const reading = await this.#read(table, stored);
    this.unread.note(table, stored, 'row' in reading ? undefined : reading);
    return 'row' in reading ? reading.row : undefined;
  }

  /** Those that can be read: one that can't stands in nobody's way. */
  async openAll<T extends Table>(table: T, stored: readonly StoredRow[]): Promise<Rows[T][]> {
    const read = await Promise.all(stored.map((row) => this.open(table, row)));
    const rows = read.filter((row) => row !== undefined);
    const hidden = stored.some(({ profileId }) => this.of(profileId).hidesTimes);
    return hidden ? rows.sort((a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0)) : rows;
  }

  async #read<T extends Table>(table: T, stored: StoredRow): Promise<RowReading<T>> {
    try {
      return readRow(table, await this.content(table, stored), stored.version);
    } catch (thrown) {
      if (errorCode(thrown) === 'account-damaged') return { problem: 'damaged', where: 'its seal' };
      throw thrown;
    }
  }

  /** What stands in a row, unchecked. @throws LikenessError 'storage-locked' | 'account-damaged' */
  content(table: Table, { key, profileId, body }: StoredRow): Promise<unknown> {
    return this.of(profileId).open(restored(body), { table, name: key, profileId });
  }
}
