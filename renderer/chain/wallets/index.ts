import type { AppConfig } from '../../core/config.ts';
import type { Requests } from '../../ports/requests.ts';
import type { Wallets } from '../../ports/wallets.ts';
import { createWalletsFrom } from './wallets.ts';

/** Wallets of a browser page: Phantom's extension and, in a build for the sandbox, the Sandbox Wallet. */
export function createWebWallets({ solanaRpc }: Pick<AppConfig, 'solanaRpc'>, requests: Requests): Wallets {
  return createWalletsFrom({
    storage: localStorage,
    mountBridge: async (feed) => (await import('./mount-bridge.tsx')).mountBridge(feed),
    // A constant of the build: bundles for real networks hold nothing of what stands behind it.
    ...(__NETWORK__ === 'sandbox'
      ? { sandboxWallet: async () => (await import('./sandbox/index.ts')).registerSandboxWallet({ storage: localStorage, requests, rpc: solanaRpc }) }
      : {}),
  });
}
