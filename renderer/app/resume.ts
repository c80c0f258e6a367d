import type { createStore } from '../state/jotai.ts';

/**
 * Resumes what was open when the app last closed: a photo that may be due for deletion, batches,
 * messages, payments, a search for purchases, pictures to copy into a folder, mints.
 */
export function resume(store: ReturnType<typeof createStore>): void {
  void import('../state/drafts/index.ts').then(({ draftsAtom }) => store.get(draftsAtom));
  void import('../state/generation/index.ts').then(({ resumeGenerationAtom }) =>
    store.set(resumeGenerationAtom),
  );
  void import('../state/messages/index.ts').then(({ startOutboxAtom }) =>
    store.set(startOutboxAtom),
  );
  void import('../state/payments/index.ts').then(({ resumePaymentsAtom }) =>
    store.set(resumePaymentsAtom),
  );
  void import('../state/keep-purchases.ts').then(({ keepFromFirstPaymentAtom }) =>
    store.set(keepFromFirstPaymentAtom),
  );
  void import('../state/accounts/start-guest-migration.ts').then(({ startGuestMigrationAtom }) =>
    store.set(startGuestMigrationAtom),
  );
  void import('../state/folder-copy/index.ts').then(({ startFolderCopyAtom }) =>
    store.set(startFolderCopyAtom),
  );
  void import('../state/restoring.ts').then(({ restoringAtom }) => store.get(restoringAtom));
  void import('../state/attention/index.ts').then(({ watchBatchesAtom }) =>
    store.set(watchBatchesAtom),
  );
  void import('../state/minting/index.ts').then(({ resumeMintsAtom }) =>
    store.set(resumeMintsAtom),
  );
}
