import { createState } from '../../core/subscribable.ts';
import type { BrowserWaiting, BrowserWallet } from '../../ports/browser-wallet.ts';
import { call, listen } from './bridge.ts';

/** Main runs the loopback page; this is the app page's side. */
export function desktopBrowserWallet(): BrowserWallet {
  const waiting = createState<BrowserWaiting | undefined>(undefined);
  listen('wallet', (now) => waiting.set(now ?? undefined));
  return {
    ...waiting,
    ask: async (asked) => (await call('wallet.ask', asked)).result,
    connected: async () => (await call('wallet.connected', null)).address ?? undefined,
    forget: async () => {
      await call('wallet.forget', null);
    },
    openAgain: async () => {
      await call('wallet.openAgain', null);
    },
    cancel: async () => {
      await call('wallet.cancel', null);
    },
  };
}
