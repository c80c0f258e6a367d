import { hex } from '../core/bytes.ts';
import { FIRST_OWN_AVATAR_ID } from '../core/constants.ts';
import type { Rows, Table, Write } from '../ports/store.ts';
import type { CodecBook } from './codec.ts';
import type { ClaimedPayment, Database, StoredRow } from './database.ts';
import type { RowCodec, SealedWrite } from './rows.ts';
import { utf8 } from './vault/bytes.ts';

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
   * Changes rows. Starts again if someone else changed one of them in the meantime. What `besides`
   * prepares is written in the same transaction; nothing is written if it, or `change`, returns
   * undefined.
   */
  async updateAll<T extends Table>(
    table: T,
    keys: readonly string[],
    change: (rows: readonly (Rows[T] | undefined)[]) => readonly Write[] | undefined,
    besides?: (writes: readonly Write[]) => Promise<Beside | undefined>,
  ): Promise<void> {
    const rows = this.#database[table];
    for (let committed = false; !committed;) {
      const before = await Promise.all(
        keys.map(async (key) => {
          const names = await this.#codec.names(table, key);
          const seen = await this.find(table, names);
          return { names, seen, row: seen && (await this.#codec.open(table, seen)) };
        }),
      );
      const writes = change(before.map(({ row }) => row));
      const beside = writes && (await besides?.(writes));
      if (!writes || (besides && !beside)) return;
      const sealed = await this.#codec.seal(writes);
      const put = sealed.flatMap((write) =>
        'put' in write && write.table === table ? [write.put.key] : [],
      );
      committed = await this.#database.transaction(
        'rw',
        [rows, ...(beside ? [beside.table] : []), ...this.tablesOf(sealed)],
        async () => {
          for (const { names, seen } of before)
            if ((await this.find(table, names))?.revision !== seen?.revision) return false;
          if (beside && !(await beside.write())) return false;
          await this.apply(sealed);
          // Written under another profile it has another name: the row has moved.
          for (const { names, seen } of before)
            if (seen && put.some((key) => key !== seen.key && names.includes(key)))
              await rows.delete(seen.key);
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

/**
 * SHA-256 of genesis hash and signature, hex. It reveals nothing about the payment to a reader of
 * the table.
 */
export async function paymentHash(genesis: string, signature: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`${genesis}:${signature}`));
  return hex(new Uint8Array(digest));
}

const address = (hash: string, profileId: string) => ({ table: 'payments', name: hash, profileId });

/**
 * A claim in its stored form. It doesn't reveal an account's order to a reader of the locked store.
 */
export async function sealClaim(
  codecFor: CodecBook,
  hash: string,
  orderId: string,
  profileId?: string,
): Promise<ClaimedPayment> {
  const codec = profileId === undefined ? undefined : codecFor(profileId);
  if (profileId === undefined || !codec?.hidesTimes)
    return { hash, orderId, ...(profileId !== undefined && { profileId }) };
  return {
    hash,
    orderId: '',
    profileId,
    sealed: await codec.seal(orderId, address(hash, profileId)),
  };
}

/** The order that holds a payment. For a locked account, a name that is no order's id. */
export async function holderOf(codecFor: CodecBook, claimed: ClaimedPayment): Promise<string> {
  const { hash, orderId, profileId, sealed } = claimed;
  if (sealed === undefined || profileId === undefined) return orderId;
  const codec = codecFor(profileId);
  return codec ? String(await codec.open(sealed, address(hash, profileId))) : `locked:${hash}`;
}

/**
 * Claims a payment for an order and makes the writes that the order's row wants, in one transaction.
 * Returns the order that holds the payment; nothing is written unless that is `orderId`.
 */
export async function claimPayment(
  {
    database,
    writer,
    codecFor,
  }: { readonly database: Database; readonly writer: RowWriter; readonly codecFor: CodecBook },
  hash: string,
  orderId: string,
  change: (row: Rows['orders'] | undefined) => readonly Write[] | undefined,
): Promise<string> {
  let holder = orderId;
  const changed = ([order]: readonly (Rows['orders'] | undefined)[]) => change(order);
  await writer.updateAll('orders', [orderId], changed, async (writes) => {
    const held = await database.payments.get(hash);
    holder = held ? await holderOf(codecFor, held) : orderId;
    if (holder !== orderId) return undefined;
    const order = writes.find((write) => write.table === 'orders' && 'put' in write);
    const profileId = order && 'put' in order ? order.put.profileId : undefined;
    const mine = await sealClaim(codecFor, hash, orderId, profileId);
    return {
      table: database.payments,
      write: async () => {
        // It was claimed after it was read: read the holder again.
        if (((await database.payments.get(hash)) === undefined) !== (held === undefined))
          return false;
        if (!held) await database.payments.add(mine);
        return true;
      },
    };
  });
  return holder;
}

/** Reserves `count` numbers for /avatar/{id} and returns the first. */
export const takeAvatarIds = (database: Database, count: number): PromiseLike<number> =>
  database.transaction('rw', database.counters, async () => {
    const first = (await database.counters.get('avatar'))?.next ?? FIRST_OWN_AVATAR_ID;
    await database.counters.put({ name: 'avatar', next: first + count });
    return first;
  });
