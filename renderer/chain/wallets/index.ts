import type { AppConfig } from '../../core/config.ts';
import { once } from '../../core/once.ts';
import { createState } from '../../core/subscribable.ts';
import { t } from '../../i18n/index.ts';
import type { Requests } from '../../ports/requests.ts';
import type { AnyTransport } from '../../ports/wallet-transport.ts';
import type { WalletChoice, Wallets } from '../../ports/wallets.ts';
import { createAdapterTransport, type AdapterState } from './adapter-transport.ts';
import { discoverEthereum } from './ethereum/discovery.ts';
import { createMetaMask } from './ethereum/metamask.ts';
import { createEthereumTransport } from './ethereum/transport.ts';
import { createLinkTransport } from './link/transport.ts';
import {
  onWalletRegistered,
  PHANTOM,
  PHANTOM_LINK,
  PHANTOM_URL,
  phantomPresent,
} from './phantom.ts';
import type { KeyValue } from './saved.ts';
import { walletTabs } from './tabs.ts';
import { createWalletsFrom } from './wallets.ts';

/** Whether the page runs on a phone or tablet, where Phantom is an app instead of an extension. */
function isPhone({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  return (
    /Android|iPhone|iPad|iPod/i.test(userAgent) ||
    (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  );
}

/** Configuration of Phantom's deep links. */
export interface LinkOptions {
  /** Address of the app's return route; a request's state is appended to it. */
  readonly returnTo: string;
  /** Phantom shows this address when it asks the user. */
  readonly appUrl: string;
  readonly leave: (url: string) => Promise<void>;
}

/** The options that differ between the web and desktop apps. */
export interface WalletOptions {
  readonly link: LinkOptions;
  /**
   * Additional transports of one app: the desktop's loopback page, in a browser that has the
   * extensions.
   */
  readonly more?: readonly AnyTransport[];
}

export interface WalletsOptions extends WalletOptions {
  readonly config: Pick<AppConfig, 'solanaRpc' | 'polygonRpc' | 'network'>;
  readonly requests: Requests;
}

function pageStorage(): KeyValue {
  try {
    return localStorage;
  } catch {
    // Site data is switched off: no wallet outlasts the page.
    const nothing = (): null => null;
    return { getItem: nothing, setItem: nothing, removeItem: nothing };
  }
}

/**
 * The wallets of this page: Phantom's and MetaMask's extensions, Phantom's links where no provider
 * is injected, and in a sandbox build the sandbox wallets.
 */
export function createWallets({
  config: { solanaRpc, polygonRpc, network },
  requests,
  link: linkOptions,
  more = [],
}: WalletsOptions): Wallets {
  const storage = pageStorage();
  const onPhone = isPhone(navigator);
  const takesNone = onPhone || more.length > 0;
  const store = createState<AdapterState | undefined>(undefined);
  const link = once(async () => {
    const { linkChannel, PhantomLink } = await import('./link/phantom-link.ts');
    return new PhantomLink({
      ...linkOptions,
      storage,
      cluster: network === 'mainnet' ? 'mainnet-beta' : 'devnet',
      here: () => `${location.pathname}${location.search}`,
      now: Date.now,
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      channel: linkChannel(),
    });
  });
  const mount = once(async () => {
    const [{ mountBridge }, loaded] = await Promise.all([import('./bridge.tsx'), link()]);
    mountBridge({ adapters: store, endpoint: solanaRpc[0] ?? '', link: loaded });
  });
  const adapters = { adapters: store, mount };

  const phantom = createAdapterTransport({
    ...adapters,
    name: PHANTOM,
    // Neither phone browsers nor the desktop app can have the extension.
    choice: () =>
      takesNone && !phantomPresent()
        ? undefined
        : {
            id: 'phantom',
            name: PHANTOM,
            type: 'phantom',
            transport: 'extension',
            installed: phantomPresent(),
            installUrl: PHANTOM_URL,
          },
    onChoice: onWalletRegistered,
  });
  const linkChoice: WalletChoice = onPhone
    ? { id: 'phantom-link', name: PHANTOM, type: 'phantom', transport: 'link', installed: true }
    : {
        id: 'phantom-link',
        name: t('Phantom by link'),
        type: 'phantom',
        transport: 'link',
        installed: true,
        second: true,
      };
  const phantomLink = createLinkTransport({
    storage,
    adapter: createAdapterTransport({ ...adapters, name: PHANTOM_LINK, choice: () => linkChoice }),
    load: link,
    choice: () => (phantomPresent() ? undefined : linkChoice),
    onChoice: onWalletRegistered,
  });
  // A build-time constant: builds for real networks contain none of the code behind it.
  const ethereum = discoverEthereum(window);
  const sandbox: readonly AnyTransport[] =
    __NETWORK__ === 'sandbox'
      ? [
          createAdapterTransport({
            ...adapters,
            name: 'Sandbox Wallet',
            choice: () => ({
              id: 'sandbox',
              name: 'Sandbox Wallet',
              type: 'phantom',
              transport: 'sandbox',
              installed: true,
            }),
            prepare: once(async () =>
              (await import('./sandbox/index.ts')).registerSandboxWallet({
                storage,
                requests,
                rpc: solanaRpc,
              }),
            ),
          }),
          createEthereumTransport({
            choice: () => ({
              id: 'sandbox-metamask',
              name: 'Sandbox MetaMask',
              type: 'metamask',
              transport: 'sandbox',
              installed: true,
            }),
            find: once(async () => {
              const name = (await import('./sandbox/index.ts')).announceEthereum({
                storage,
                requests,
                rpc: polygonRpc,
              });
              const wallet = ethereum.find(name);
              if (!wallet) throw new Error('the sandbox wallet didn’t announce itself');
              return wallet;
            }),
          }),
        ]
      : [];
  const tabs = walletTabs(storage, window);
  return createWalletsFrom({
    storage,
    tabs,
    transports: [
      ...sandbox,
      phantom,
      ...more,
      phantomLink,
      createMetaMask(ethereum, more.length > 0, onPhone),
    ],
  });
}
