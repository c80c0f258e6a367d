import type { Page } from '@playwright/test';
import { z } from 'zod';

import { sumCredits, type LedgerEntry } from '../../renderer/core/credits.ts';
import { decodeOrder } from '../../renderer/core/orders/order.ts';
import { askRpc } from '../e2e/support/chain.ts';

const transfers = z.array(
  z.object({ signature: z.string(), err: z.unknown(), memo: z.string().nullable() }),
);

interface StoredOrder {
  readonly id: string;
  readonly state: { readonly kind: string; readonly proof?: { readonly signature: string } };
}

/** Transactions that name the treasury and went through, asked of the chain without our own client code. */
async function paymentsOnChain(
  rpcUrl: string,
  treasury: string,
): Promise<{ signature: string; memo: string | null }[]> {
  const params = [treasury, { limit: 1000, commitment: 'confirmed' }];
  const sent = await askRpc(rpcUrl, 'getSignaturesForAddress', params, transfers);
  return sent.filter(({ err, memo }) => err === null && memo?.includes('LK-') === true);
}

/**
 * Orders and ledger, read in one transaction, so that rows written together are read together.
 * Guests' rows aren't encrypted.
 */
const rowsOf = async (page: Page): Promise<readonly [orders: unknown[], ledger: unknown[]]> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'likeness'))
      return [[], []] as const;
    // No named functions here: the compiler adds a helper to them that the page lacks.
    return new Promise<readonly [unknown[], unknown[]]>((resolve, reject) => {
      const opening = indexedDB.open('likeness');
      opening.onerror = () => reject(new Error('the database does not open'));
      opening.onsuccess = () => {
        const database = opening.result;
        if (
          !database.objectStoreNames.contains('orders') ||
          !database.objectStoreNames.contains('ledger')
        ) {
          database.close();
          resolve([[], []]);
          return;
        }
        const reading = database.transaction(['orders', 'ledger']);
        const orders = reading.objectStore('orders').getAll();
        const ledger = reading.objectStore('ledger').getAll();
        reading.oncomplete = () =>
          resolve([
            (orders.result as { body: unknown }[]).map(({ body }) => body),
            (ledger.result as { body: unknown }[]).map(({ body }) => body),
          ]);
        reading.onerror = () => reject(new Error('the tables can’t be read'));
        database.close();
      };
    });
  });

/** An account's rows are encrypted and can't be read from outside. */
const isPlain = (row: unknown): boolean => typeof row === 'object' && row !== null && 'id' in row;

const repeated = (list: readonly string[]): string[] =>
  list.filter((each, i) => list.indexOf(each) !== i);

/**
 * Checks what must hold whatever the user did: no order is paid twice, no payment is unapproved,
 * and credits are neither negative nor unpaid. Returns the violations, one sentence each.
 */
export async function troubles(
  page: Page,
  chain: { readonly rpcUrl: string; readonly treasury: string },
  approvals: number,
): Promise<string[]> {
  const [orders, ledger] = (await rowsOf(page)).map((rows) => rows.filter(isPlain)) as [
    StoredOrder[],
    LedgerEntry[],
  ];
  const payments = await paymentsOnChain(chain.rpcUrl, chain.treasury);
  const found: string[] = repeated(payments.map(({ memo }) => memo ?? '')).map(
    (memo) => `paid twice: ${memo}`,
  );
  if (payments.length > approvals)
    found.push(`${String(payments.length)} payments, ${String(approvals)} approvals`);

  const signatures = new Set(payments.map(({ signature }) => signature));
  const paid = orders.filter(({ state }) => state.kind === 'finalized');
  for (const { id, state } of paid)
    if (!signatures.has(state.proof?.signature ?? ''))
      found.push(`${id} counts as paid without a payment on chain`);

  const credits = sumCredits(paid.map(decodeOrder), ledger);
  // The app's own sum is never negative, so check the rows.
  if (credits.granted - credits.reserved - credits.spent < 0 || credits.reserved < 0)
    found.push(`credits below nothing: ${JSON.stringify(credits)}`);
  for (const signature of repeated(paid.map(({ state }) => state.proof?.signature ?? '')))
    found.push(`two orders count one payment: ${signature}`);
  return found;
}
