import type { AppConfig } from '../../core/config.ts';
import { once } from '../../core/once.ts';
import type { Requests } from '../../ports/requests.ts';
import type { AnyTransport, SolanaTransport } from '../../ports/wallet-transport.ts';
import type { Wallets } from '../../ports/wallets.ts';
import { createAdapterTransport } from './adapter-transport.ts';
import { createMetaMask } from './ethereum/metamask.ts';
import { BridgeFeed } from './feed.ts';
import { onWalletRegistered, PHANTOM, PHANTOM_URL, phantomPresent } from './phantom.ts';
import { createWalletsFrom } from './wallets.ts';

export interface WalletsOptions {
  readonly config: Pick<AppConfig, 'solanaRpc'>;
  readonly requests: Requests;
  /** Ways that one app has and the other hasn't: the desktop's loopback page. */
  readonly more?: readonly AnyTransport[];
}

/**
 * The wallets of this page: Phantom's and MetaMask's extensions and, in a build for the sandbox,
 * the Sandbox Wallet.
 */
export function createWallets({ config: { solanaRpc }, requests, more = [] }: WalletsOptions): Wallets {
  const feed = new BridgeFeed();
  const mount = once(async () => (await import('./mount-bridge.tsx')).mountBridge({ feed, endpoint: solanaRpc[0] ?? '' }));
  const adapters = { feed, mount };
  const phantom = createAdapterTransport({
    ...adapters,
    name: PHANTOM,
    choice: () => ({ id: 'phantom', name: PHANTOM, type: 'phantom', transport: 'extension', installed: phantomPresent(), installUrl: PHANTOM_URL }),
    onChoice: onWalletRegistered,
  });
  // A constant of the build: bundles for real networks hold nothing of what stands behind it.
  const sandbox: readonly SolanaTransport[] =
    __NETWORK__ === 'sandbox'
      ? [
          createAdapterTransport({
            ...adapters,
            name: 'Sandbox Wallet',
            choice: () => ({ id: 'sandbox', name: 'Sandbox Wallet', type: 'phantom', transport: 'sandbox', installed: true }),
            prepare: once(async () => (await import('./sandbox/index.ts')).registerSandboxWallet({ storage: localStorage, requests, rpc: solanaRpc })),
          }),
        ]
      : [];
  return createWalletsFrom({ storage: localStorage, transports: [...sandbox, phantom, ...more, createMetaMask()] });
}
