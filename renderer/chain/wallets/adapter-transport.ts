import type { SolanaTransport } from '../../ports/wallet-transport.ts';
import type { WalletChoice } from '../../ports/wallets.ts';
import type { BridgeFeed, BridgeState } from './feed.ts';

export interface AdapterTransportDeps {
  readonly feed: BridgeFeed;
  /** Loads wallet-adapter-react and mounts it, if that isn't done yet. */
  readonly mount: () => Promise<void>;
  /** The adapter's name. */
  readonly name: string;
  readonly choice: () => WalletChoice | undefined;
  readonly onChoice?: (listener: () => void) => () => void;
  /** What must be loaded before the adapter can be found. */
  readonly prepare?: () => Promise<void>;
}

/** A wallet that wallet-adapter-react knows: one that registered, or one that was injected. */
export function createAdapterTransport({
  feed,
  mount,
  name,
  choice,
  onChoice,
  prepare,
}: AdapterTransportDeps): SolanaTransport {
  const isOurs = (state: BridgeState): boolean => state.selected === name;

  async function select(): Promise<BridgeState> {
    await prepare?.();
    await mount();
    const ready = await feed.until((state) => state.installed.includes(name));
    if (!isOurs(ready)) ready.select(name);
    return feed.until(isOurs);
  }

  async function connectedAddress(): Promise<string> {
    const { address } = await feed.until((state) => isOurs(state) && state.address !== undefined);
    if (address === undefined) throw new Error('the adapter connected without an account');
    return address;
  }

  function connected(): BridgeState {
    const { state } = feed;
    if (!state || !isOurs(state) || state.address === undefined)
      throw new Error('the adapter isn’t connected');
    return state;
  }

  return {
    chain: 'solana',
    choice,
    ...(onChoice && { onChoice }),
    async connect() {
      await (await select()).connect();
      return connectedAddress();
    },
    async restore() {
      return (await (await select()).connectSilently()) ? connectedAddress() : undefined;
    },
    async disconnect() {
      const { state } = feed;
      if (!state || !isOurs(state)) return;
      try {
        await state.disconnect();
      } finally {
        feed.state?.select(undefined);
      }
    },
    onAccount: (listener) => {
      let known = feed.state?.address;
      return feed.subscribe((state) => {
        const address = isOurs(state) ? state.address : undefined;
        if (address === known) return;
        known = address;
        listener(address);
      });
    },
    answers: () => connected().answers,
    signTransaction: async (transaction) => connected().signTransaction(transaction),
    signAndSend: async (transaction) => connected().signAndSend(transaction),
    signMessage: async (message) => connected().signMessage(message),
  };
}
