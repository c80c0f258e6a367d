import { LikenessError } from '../../../core/errors.ts';
import type { EvmTransport } from '../../../ports/wallet-transport.ts';
import { type EthereumWallets, injectedMetaMask, type InjectedEthereum } from './discovery.ts';
import { createEthereumTransport } from './transport.ts';

const RDNS = 'io.metamask';
const INSTALL_URL = 'https://metamask.io/download/';

/** MetaMask's extension, announced (EIP-6963) or injected as `window.ethereum`. */
export function createMetaMask(wallets: EthereumWallets): EvmTransport {
  const present = (): InjectedEthereum | undefined => wallets.find(RDNS) ?? injectedMetaMask();
  return createEthereumTransport({
    choice: () => ({ id: 'metamask', name: 'MetaMask', type: 'metamask', transport: 'extension', installed: present() !== undefined, installUrl: INSTALL_URL }),
    onChoice: wallets.subscribe,
    find: () => {
      const wallet = present();
      return wallet ? Promise.resolve(wallet) : Promise.reject(new LikenessError('metamask-not-installed'));
    },
  });
}
