import type { Rows, Table, Write } from '../ports/store.ts';
import type { Database, StoredRow } from './database.ts';
import type { RowCodec, SealedWrite } from './rows.ts';

/**
 * Few enough for Dexie to report each row, so that followers needn't read the whole table again.
 */
const ROWS_AT_ONCE = 48;

interface Beside {
  readonly table: Database['payments'];
  /** Returns false if it has to be prepared again. */
  readonly write: () => Promise<boolean>;
}

/**
 * Writes rows. They are sealed before a transaction and opened after it, never inside: IndexedDB
 * would end the transaction.
 */
export class RowWriter {
  readonly #database: Database;
  readonly #codec: RowCodec;

  constructor(database: Database, codec: RowCodec) {
    this.#database = database;
    this.#codec = codec;
  }

  /** The stored row under one of the names. */
  async find(table: Table, names: readonly string[]): Promise<StoredRow | undefined> {
    const rows = await this.#database[table].bulkGet([...names]);
    return rows.find((row) => row !== undefined);
  }

  /** Makes all of the writes in one transaction. */
  async write(writes: readonly Write[]): Promise<void> {
    if (writes.length === 0) return;
    const sealed = await this.prepare(writes);
    await this.#database.transaction('rw', this.tablesOf(sealed), () => this.apply(sealed));
  }

  /**
   * Changes a row. Starts again if someone else changed it in the meantime. What `besides` prepares
   * is written in the same transaction; nothing is written if it, or `change`, returns undefined.
   */
  async update<T extends Table>(
    table: T,
    key: string,
    change: (row: Rows[T] | undefined) => readonly Write[] | undefined,
    besides?: (writes: readonly Write[]) => Promise<Beside | undefined>,
  ): Promise<void> {
    const rows = this.#database[table];
    for (let committed = false; !committed;) {
      const names = await this.#codec.names(table, key);
      const seen = await this.find(table, names);
      const writes = change(seen && (await this.#codec.open(table, seen)));
      const beside = writes && (await besides?.(writes));
      if (!writes || (besides && !beside)) return;
      const sealed = await this.#codec.seal(writes);
      // Written under another profile it has another name: the row has moved.
      const moved = sealed.some(
        (write) =>
          'put' in write &&
          write.table === table &&
          write.put.key !== seen?.key &&
          names.includes(write.put.key),
      );
      committed = await this.#database.transaction(
        'rw',
        [rows, ...(beside ? [beside.table] : []), ...this.tablesOf(sealed)],
        async () => {
          const current = await this.find(table, names);
          if (current?.revision !== seen?.revision) return false;
          if (beside && !(await beside.write())) return false;
          await this.apply(sealed);
          if (seen && moved) await rows.delete(seen.key);
          return true;
        },
      );
    }
  }

  /** Changes rows that exist, some at a time. Each is changed atomically. */
  async updateEach<T extends Table>(
    table: T,
    keys: readonly string[],
    change: (row: Rows[T]) => Rows[T],
  ): Promise<void> {
    for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
      let left = keys.slice(at, at + ROWS_AT_ONCE);
      while (left.length > 0) left = await this.#changeRows(table, left, change);
    }
  }

  /** Seals the writes. Also learns which rows that they overwrite are unreadable. */
  async prepare(writes: readonly Write[]): Promise<readonly SealedWrite[]> {
    const sealed = await this.#codec.seal(writes);
    for (const write of sealed) {
      const under =
        'put' in write ? await this.#database[write.table].get(write.put.key) : undefined;
      if (under && this.#codec.isOpen(under.profileId)) await this.#codec.open(write.table, under);
    }
    return sealed;
  }

  /** The tables that a transaction over these writes needs. */
  tablesOf(writes: readonly SealedWrite[]) {
    return [
      ...[...new Set(writes.map(({ table }) => table))].map((table) => this.#database[table]),
      ...(this.#codec.unread.any ? [this.#database.aside] : []),
    ];
  }

  /** Makes sealed writes. To be called inside a transaction. */
  async apply(writes: readonly SealedWrite[]): Promise<void> {
    for (const write of writes) {
      if ('put' in write) await this.#put(write.table, write.put);
      else {
        const found = await this.find(write.table, write.names);
        if (found) await this.#database[write.table].delete(found.key);
      }
    }
  }

  /** Writes a row. If it takes the key of an unreadable row, that one is set aside first. */
  async #put(table: Table, row: StoredRow): Promise<void> {
    const { unread } = this.#codec;
    const under = unread.any ? await this.#database[table].get(row.key) : undefined;
    if (under && unread.has(table, under))
      await this.#database.aside.add({ table, profileId: under.profileId, row: under });
    await this.#database[table].put(row);
  }

  /** Returns the keys of the rows that someone else changed, moved or deleted in the meantime. */
  async #changeRows<T extends Table>(
    table: T,
    keys: readonly string[],
    change: (row: Rows[T]) => Rows[T],
  ): Promise<string[]> {
    const rows = this.#database[table];
    const changed = await Promise.all(
      keys.map(async (key) => {
        const seen = await this.find(table, await this.#codec.names(table, key));
        const row = seen && (await this.#codec.open(table, seen));
        return seen && row && { key, seen, put: await this.#codec.sealRow(table, change(row)) };
      }),
    );
    const ready = changed.filter((one) => one !== undefined);
    return this.#database.transaction('rw', rows, async () => {
      const current = await rows.bulkGet(ready.map(({ seen }) => seen.key));
      const same = ready.filter(({ seen }, at) => current[at]?.revision === seen.revision);
      await rows.bulkPut(same.map(({ put }) => put));
      return ready.filter((one) => !same.includes(one)).map(({ key }) => key);
    });
  }
}
