import { toBase64 } from '../core/base64.ts';
import type { RowProblem } from '../core/rows/read-row.ts';
import type { Table, UnreadRow } from '../ports/store.ts';
import type { StoredRow } from './database.ts';

interface Unread extends UnreadRow {
  readonly key: string;
  readonly revision: string;
}

/** The unreadable rows that a page has met, by table and name. */
export class UnreadRows {
  readonly #rows = new Map<string, Unread>();
  readonly #listeners = new Set<(unread: readonly UnreadRow[]) => void>();

  note(
    table: Table,
    { key, profileId, revision }: StoredRow,
    fault: { readonly problem: RowProblem; readonly where: string } | undefined,
  ): void {
    const name = `${table}/${key}`;
    const known = this.#rows.get(name);
    if (fault ? known?.revision === revision : !known) return;
    if (fault) this.#rows.set(name, { table, key, profileId, revision, ...fault });
    else this.#rows.delete(name);
    for (const listener of this.#listeners) listener(this.all());
  }

  get any(): boolean {
    return this.#rows.size > 0;
  }

  has(table: Table, { key, revision }: StoredRow): boolean {
    return this.#rows.get(`${table}/${key}`)?.revision === revision;
  }

  all(): readonly Unread[] {
    return [...this.#rows.values()];
  }

  watch(listener: (unread: readonly UnreadRow[]) => void): () => void {
    this.#listeners.add(listener);
    if (this.any) listener(this.all());
    return () => void this.#listeners.delete(listener);
  }
}

/** Converts a value for JSON: bigints as digits, pictures and sealed bytes as base64. */
async function plain(value: unknown): Promise<unknown> {
  if (typeof value === 'bigint') return { $bigint: value.toString() };
  if (value instanceof Blob)
    return { $blob: value.type, base64: toBase64(new Uint8Array(await value.arrayBuffer())) };
  if (value instanceof ArrayBuffer) return plain(new Uint8Array(value));
  if (value instanceof Uint8Array) return { $bytes: toBase64(value) };
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, one]) => [name, await plain(one)] as const)),
  );
}

/** A JSON file with the full contents of the rows. */
export async function fileOf(rows: readonly unknown[]): Promise<Blob> {
  return new Blob([JSON.stringify(await plain(rows), null, 2)], { type: 'application/json' });
}
