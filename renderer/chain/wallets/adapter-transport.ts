import type { SolanaTransport } from '../../ports/wallet-transport.ts';
import type { WalletChoice } from '../../ports/wallets.ts';
import { until, type AdapterState, type AdapterStore } from './adapter-store.ts';

export interface AdapterTransportDeps {
  readonly adapters: AdapterStore;
  /** Loads wallet-adapter-react and mounts it, once. */
  readonly mount: () => Promise<void>;
  /** The adapter's name. */
  readonly name: string;
  readonly choice: () => WalletChoice | undefined;
  readonly onChoice?: (listener: () => void) => () => void;
  /** Loads whatever the adapter needs before it can be found. */
  readonly prepare?: () => Promise<void>;
}

/** A wallet through wallet-adapter-react, whether it registered itself or was injected. */
export function createAdapterTransport({
  adapters,
  mount,
  name,
  choice,
  onChoice,
  prepare,
}: AdapterTransportDeps): SolanaTransport {
  const isOurs = (state: AdapterState): boolean => state.selected === name;

  async function select(): Promise<AdapterState> {
    await prepare?.();
    await mount();
    const ready = await until(adapters, (state) => state.installed.includes(name));
    if (!isOurs(ready)) ready.select(name);
    return until(adapters, isOurs);
  }

  async function connectedAddress(): Promise<string> {
    const { address } = await until(
      adapters,
      (state) => isOurs(state) && state.address !== undefined,
    );
    if (address === undefined) throw new Error('the adapter connected without an account');
    return address;
  }

  function connected(): AdapterState {
    const state = adapters.snapshot();
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
      const state = adapters.snapshot();
      if (!state || !isOurs(state)) return;
      try {
        await state.disconnect();
      } finally {
        adapters.snapshot()?.select(undefined);
      }
    },
    onAccount: (listener) => {
      let known = adapters.snapshot()?.address;
      return adapters.subscribe(() => {
        const state = adapters.snapshot();
        const address = state && isOurs(state) ? state.address : undefined;
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
