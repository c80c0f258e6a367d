import type { BrowserWaiting, BrowserWallet } from '../../ports/browser-wallet.ts';
import { call, listen } from './bridge.ts';

/** Main runs the loopback page; this is the app page's side. */
export function desktopBrowserWallet(): BrowserWallet {
  const listeners = new Set<() => void>();
  let waiting: BrowserWaiting | undefined;
  listen('wallet', (now) => {
    waiting = now ?? undefined;
    for (const listener of [...listeners]) listener();
  });
  return {
    ask: async (asked) => (await call('wallet.ask', asked)).result,
    connected: async () => (await call('wallet.connected', null)).address ?? undefined,
    forget: async () => {
      await call('wallet.forget', null);
    },
    waiting: () => waiting,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openAgain: async () => {
      await call('wallet.openAgain', null);
    },
    cancel: async () => {
      await call('wallet.cancel', null);
    },
  };
}
