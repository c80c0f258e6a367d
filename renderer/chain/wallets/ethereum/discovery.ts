import { createState } from '../../../core/subscribable.ts';

/** An injected or announced wallet: https://eips.ethereum.org/EIPS/eip-1193 */
export interface InjectedEthereum {
  readonly isMetaMask?: boolean;
  readonly isBraveWallet?: boolean;
  readonly isPhantom?: boolean;
  /** Several wallets in one provider, as some did before EIP-6963. */
  readonly providers?: readonly InjectedEthereum[];
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on(event: string, listener: (value: unknown) => void): unknown;
  removeListener(event: string, listener: (value: unknown) => void): unknown;
}

/** https://eips.ethereum.org/EIPS/eip-6963 */
export interface AnnouncedEthereum {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    readonly icon: string;
    readonly rdns: string;
  };
  readonly provider: InjectedEthereum;
}

const ANNOUNCE = 'eip6963:announceProvider';
const REQUEST = 'eip6963:requestProvider';

export interface EthereumWallets {
  /** The wallet with this reverse domain name, if it announced itself. */
  readonly find: (rdns: string) => InjectedEthereum | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Anyone can dispatch such an event, so check it. */
const isAnnouncement = (detail: unknown): detail is AnnouncedEthereum =>
  typeof (detail as Partial<AnnouncedEthereum> | null)?.info?.rdns === 'string' &&
  typeof (detail as Partial<AnnouncedEthereum>).provider?.request === 'function';

const METAMASK_RDNS = 'io.metamask';
export const METAMASK_URL = 'https://metamask.io/download/';

/** Listens for wallet announcements and asks the present wallets to announce themselves. */
export function discoverEthereum(target: EventTarget): EthereumWallets {
  const found = createState<ReadonlyMap<string, InjectedEthereum>>(new Map());
  target.addEventListener(ANNOUNCE, (event) => {
    const { detail } = event as CustomEvent<unknown>;
    if (isAnnouncement(detail))
      found.update((before) => new Map(before).set(detail.info.rdns, detail.provider));
  });
  target.dispatchEvent(new Event(REQUEST));
  return {
    find: (rdns) => found.snapshot().get(rdns),
    subscribe: found.subscribe,
  };
}

// Other wallets set `isMetaMask` too, for compatibility with old pages.
const isReally = (one: InjectedEthereum): boolean =>
  one.isMetaMask === true && !one.isBraveWallet && !one.isPhantom;

/** `window.ethereum`, if it is MetaMask. */
function injectedMetaMask(): InjectedEthereum | undefined {
  const { ethereum } = globalThis as { ethereum?: InjectedEthereum };
  if (!ethereum) return undefined;
  return (ethereum.providers ?? [ethereum]).find(isReally);
}

/** MetaMask's extension, announced (EIP-6963) or injected. */
export const findMetaMask = (wallets: EthereumWallets): InjectedEthereum | undefined =>
  wallets.find(METAMASK_RDNS) ?? injectedMetaMask();
