import type { KeyValue } from './saved.ts';

/** Tells the origin's other tabs that the user changed the stored wallets. */
export interface WalletTabs {
  notify(): void;
  /** Calls back for messages from other tabs, never for this tab's own. */
  onNotified(listener: () => void): void;
}

/** Its value only has to differ from the previous one. */
const CHANGED_KEY = 'walletsChanged';

/**
 * Uses its own storage entry, written last: a tab that is notified of it also sees the wallets
 * written before it. A message outside storage might arrive earlier. The wallet entries themselves
 * can't serve as the signal: a tab that opens clears what it mustn't restore, and that isn't a
 * sign-out.
 */
export function walletTabs(storage: KeyValue, page: Pick<Window, 'addEventListener'>): WalletTabs {
  return {
    notify: () => storage.setItem(CHANGED_KEY, crypto.randomUUID()),
    onNotified: (listener) =>
      page.addEventListener('storage', ({ key }) => {
        if (key === CHANGED_KEY) listener();
      }),
  };
}
