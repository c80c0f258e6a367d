import type { KeyValue } from './saved.ts';

export type WalletTabs = ReturnType<typeof walletTabs>;

/** Its value only has to differ from the previous one. */
const CHANGED_KEY = 'walletsChanged';

/**
 * Tells the origin's other tabs that the user changed the stored wallets.
 *
 * Uses its own storage entry, written last: a tab that is notified of it also sees the wallets
 * written before it. A message outside storage might arrive earlier. The wallet entries themselves
 * can't serve as the signal: a tab that opens clears what it mustn't restore, and that isn't a
 * sign-out.
 */
export function walletTabs(storage: KeyValue, page: Pick<Window, 'addEventListener'>) {
  return {
    notify: () => storage.setItem(CHANGED_KEY, crypto.randomUUID()),
    /** Calls back for messages from other tabs, never for this tab's own. */
    onNotified: (listener: () => void) =>
      page.addEventListener('storage', ({ key }) => {
        if (key === CHANGED_KEY) listener();
      }),
  };
}
