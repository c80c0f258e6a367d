import type { createStore } from '../state/jotai.ts';

type Store = ReturnType<typeof createStore>;

const PARTS: readonly ((store: Store) => Promise<unknown>)[] = [
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
];

/**
 * Resumes what was open when the app last closed: a photo that may be due for deletion, batches,
 * messages, payments, a search for purchases, pictures to copy into a folder, mints. Each begins in
 * a task of its own, so that the page answers between them.
 */
export function resume(store: Store): void {
  for (const part of PARTS) setTimeout(() => void part(store));
}
