import { ledgerRow, type LedgerEntry } from '../../core/credits.ts';
import type { Scope } from '../../core/scope.ts';
import type { Rows, Store, Write } from '../../ports/store.ts';
import type { TaskTable } from './task.ts';

/** A step as the rows of one write: none if it doesn't fit the stored row. */
export type Step<Row> = (row: Row | undefined) => readonly Write[];

/** A kind of task's stored rows. Each step is written here before the next is taken. */
export interface Journal<Row> {
  read(id: string): Promise<Row | undefined>;
  record(id: string, step: Step<Row>): Promise<void>;
}

export const createJournal = <T extends TaskTable>(store: Store, table: T): Journal<Rows[T]> => ({
  read: (id) => store.get(table, id),
  record: (id, step) => store.update(table, id, step),
});

/** The ledger's row for credits that a task reserves, uses or gives back. */
export const ledgerEntry = (
  row: Scope & { readonly id: string },
  kind: LedgerEntry['kind'],
  id: string,
  at: number,
  amount = 1,
): Write => ({ table: 'ledger', put: ledgerRow(row, kind, id, row.id, at, amount) });
