import type { KeyValue } from './saved.ts';

/** Between the tabs of one origin: that the wallets in storage changed by the user's own act. */
export interface WalletTabs {
  tell(): void;
  /** Told by another tab, never by this one. */
  onTold(listener: () => void): void;
}

/** Its value only has to differ from the last one. */
const CHANGED_KEY = 'walletsChanged';

/**
 * An entry of its own, written last: when another tab hears of it, it sees what was written before,
 * which a message beside the storage may overtake. The wallets' own entries wouldn't do: a tab that
 * opens clears what it mustn't restore, and that is nobody's sign-out.
 */
export function walletTabs(storage: KeyValue, page: Pick<Window, 'addEventListener'>): WalletTabs {
  return {
    tell: () => storage.setItem(CHANGED_KEY, crypto.randomUUID()),
    onTold: (listener) =>
      page.addEventListener('storage', ({ key }) => {
        if (key === CHANGED_KEY) listener();
      }),
  };
}
