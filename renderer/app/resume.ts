import type { createStore } from 'jotai';

import { noted } from '../core/log/log.ts';
import { portsAtom } from '../state/ports.ts';

type Store = ReturnType<typeof createStore>;

const PARTS: readonly ((store: Store) => Promise<unknown>)[] = [
  async (store) => store.set((await import('../state/keep-forms.ts')).keepFormsAtom),
  async (store) => store.get((await import('../state/drafts/index.ts')).draftsAtom),
  async (store) => store.set((await import('../state/generation/index.ts')).resumeGenerationAtom),
  async (store) => store.set((await import('../state/messages/index.ts')).startOutboxAtom),
  async (store) => store.set((await import('../state/payments/index.ts')).resumePaymentsAtom),
  async (store) => store.set((await import('../state/keep-purchases.ts')).keepFromFirstPaymentAtom),
  async (store) =>
    store.set((await import('../state/accounts/start-guest-migration.ts')).startGuestMigrationAtom),
  async (store) => store.set((await import('../state/folder-copy/index.ts')).startFolderCopyAtom),
  async (store) => store.get((await import('../state/restoring.ts')).restoringAtom),
  async (store) => store.set((await import('../state/attention/index.ts')).watchBatchesAtom),
  async (store) => store.set((await import('../state/minting/index.ts')).resumeMintsAtom),
  // Only where an engine can be reached, and only if one was ever asked.
  async (store) => {
    const { engines, store: rows } = store.get(portsAtom);
    if (engines && (await rows.counts()).looks > 0)
      store.get((await import('../state/looks/index.ts')).looksAtom);
  },
  (store) => store.get(portsAtom).files.sweep().catch(noted('files.sweep')),
  // The problem may be that nothing loads any more, so the report's code is loaded in advance.
  () => import('../core/log/report.ts'),
  () => import('../features/problem/index.ts'),
];

/** How long a first visit takes to settle, in ms: most of its pictures and texts have arrived. */
const SETTLED_MS = 3_000;

/** Resolves at the next press of a key or pointer, or when the page has settled. */
const pressedOrSettled = (): Promise<void> =>
  new Promise((resolve) => {
    const leaves = new AbortController();
    const done = (): void => {
      leaves.abort();
      resolve();
    };
    addEventListener('pointerdown', done, { signal: leaves.signal });
    addEventListener('keydown', done, { signal: leaves.signal });
    setTimeout(done, SETTLED_MS);
  });

/** Whether nothing was ever stored in this browser. False where the browser doesn't tell. */
async function isFirstVisit(): Promise<boolean> {
  try {
    return (await (indexedDB as Partial<IDBFactory>).databases?.())?.length === 0;
  } catch {
    return false; // Site data is switched off: some browsers reject, others have no indexedDB.
  }
}

/**
 * Resumes what was open when the app last closed: a photo that may be due for deletion, batches,
 * messages, payments, a search for purchases, pictures to copy into a folder, mints, looks. Each part
 * begins in a browser task of its own, so that the page answers between them. On a first visit there
 * is nothing to resume yet, so its code, some sixty files, waits and doesn't compete with the first
 * screen's. It is loaded all the same: parts of it go on to watch for new work.
 */
export async function resume(store: Store): Promise<void> {
  if (await isFirstVisit()) await pressedOrSettled();
  for (const part of PARTS) setTimeout(() => void part(store));
}
