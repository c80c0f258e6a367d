import type { AccountListener, EvmTransport } from '../../../ports/wallet-transport.ts';
import type { WalletChoice } from '../../../ports/wallets.ts';
import type { InjectedEthereum } from './discovery.ts';

export interface EthereumTransportDeps {
  readonly choice: () => WalletChoice | undefined;
  readonly onChoice?: (listener: () => void) => () => void;
  /** Finds the wallet, loading it first if necessary. @throws Error if there is none */
  readonly find: () => Promise<InjectedEthereum>;
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** The first account in lower case, so that an account always has the same spelling. */
function firstAccount(accounts: unknown): string | undefined {
  const [first] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
  return typeof first === 'string' && ADDRESS.test(first) ? first.toLowerCase() : undefined;
}

/**
 * An EIP-1193 wallet in this page. Only Phantom is restored after a reload, so this one always
 * returns undefined from `restore`.
 */
export function createEthereumTransport({
  choice,
  onChoice,
  find,
}: EthereumTransportDeps): EvmTransport {
  let wallet: InjectedEthereum | undefined;
  const required = (): InjectedEthereum => {
    if (!wallet) throw new Error('the wallet isn’t connected');
    return wallet;
  };

  return {
    chain: 'evm',
    choice,
    ...(onChoice && { onChoice }),
    async connect() {
      wallet = await find();
      const account = firstAccount(await wallet.request({ method: 'eth_requestAccounts' }));
      if (account === undefined) throw new Error('the wallet gave no account');
      return account;
    },
    restore: () => Promise.resolve(undefined),
    disconnect() {
      wallet = undefined;
      return Promise.resolve();
    },
    onAccount(listener: AccountListener) {
      const held = required();
      const changed = (accounts: unknown): void => listener(firstAccount(accounts));
      held.on('accountsChanged', changed);
      return () => void held.removeListener('accountsChanged', changed);
    },
    provider: { request: async (call) => required().request(call) },
  };
}
