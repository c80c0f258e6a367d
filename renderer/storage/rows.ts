import { LikenessError } from '../core/errors.ts';
import type { Rows, Table, Write } from '../ports/store.ts';
import type { Codec, CodecBook } from './codec.ts';
import type { StoredRow } from './database.ts';

/** The property of each table's rows that is its key. */
const KEYS = {
  orders: 'id',
  ledger: 'id',
  avatars: 'uid',
  pictures: 'uid',
  batches: 'id',
  drafts: 'id',
  mints: 'id',
  mintMaterials: 'id',
  messages: 'id',
} as const satisfies { [T in Table]: keyof Rows[T] };
export const TABLES = Object.keys(KEYS) as readonly Table[];

/** A write that went through the codec and only has to be committed. */
export type SealedWrite = { readonly table: Table; readonly put: StoredRow } | { readonly table: Table; readonly remove: string };

/** Rows as the app knows them, to and from rows as they are stored. */
export class RowCodec {
  readonly #codecFor: CodecBook;
  readonly #now: () => number;

  constructor(codecFor: CodecBook, now: () => number) {
    this.#codecFor = codecFor;
    this.#now = now;
  }

  /** @throws LikenessError 'storage-locked' */
  #codec(profileId: string): Codec {
    const codec = this.#codecFor(profileId);
    if (!codec) throw new LikenessError('storage-locked');
    return codec;
  }

  isOpen(profileId: string): boolean {
    return this.#codecFor(profileId) !== undefined;
  }

  seal(writes: readonly Write[]): Promise<SealedWrite[]> {
    return Promise.all(
      writes.map(async (write): Promise<SealedWrite> => {
        if ('remove' in write) return write;
        return { table: write.table, put: await this.#sealRow(write.table, write.put) };
      }),
    );
  }

  async #sealRow(table: Table, row: Rows[Table]): Promise<StoredRow> {
    const key = (row as unknown as Record<string, unknown>)[KEYS[table]];
    if (typeof key !== 'string' || key === '') throw new TypeError(`a row of ${table} has no ${KEYS[table]}`);
    const { profileId, genesis } = row;
    const createdAt = 'createdAt' in row ? row.createdAt : 'at' in row ? row.at : this.#now();
    const body = await this.#codec(profileId).seal(row, { table, key, profileId });
    return { key, profileId, genesis, createdAt, revision: crypto.randomUUID(), body };
  }

  async open<T extends Table>(table: T, stored: StoredRow): Promise<Rows[T]> {
    const { key, profileId, body } = stored;
    return (await this.#codec(profileId).open(body, { table, key, profileId })) as Rows[T];
  }

  openAll<T extends Table>(table: T, stored: readonly StoredRow[]): Promise<Rows[T][]> {
    return Promise.all(stored.map((row) => this.open(table, row)));
  }
}
