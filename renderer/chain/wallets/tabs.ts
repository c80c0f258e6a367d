/** Between the tabs of one origin: that the wallets in storage changed by the user's own act. */
export interface WalletTabs {
  tell(): void;
  /** Told by another tab, never by this one. */
  onTold(listener: () => void): void;
}

/** A `storage` event wouldn't do: a tab that opens clears what it mustn't restore, and that is nobody's sign-out. */
export function walletTabs(channel: BroadcastChannel): WalletTabs {
  return {
    tell: () => channel.postMessage('changed'),
    onTold: (listener) => {
      channel.onmessage = listener;
    },
  };
}
