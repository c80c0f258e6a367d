import { LikenessError } from '../../../core/errors.ts';
import type { EvmTransport } from '../../../ports/wallet-transport.ts';
import { findMetaMask, METAMASK_URL, type EthereumWallets } from './discovery.ts';
import { createEthereumTransport } from './transport.ts';

/**
 * MetaMask's extension. It is offered even if not installed, except where no extension can exist
 * (`onlyPresent`).
 */
export function createMetaMask(
  wallets: EthereumWallets,
  onlyPresent: boolean,
  onPhone = false,
): EvmTransport {
  return createEthereumTransport({
    choice: () => {
      const installed = findMetaMask(wallets) !== undefined;
      return onlyPresent && !installed
        ? undefined
        : {
            id: 'metamask',
            name: 'MetaMask',
            type: 'metamask',
            transport: 'extension',
            installed,
            installUrl: METAMASK_URL,
            onPhone,
          };
    },
    onChoice: wallets.subscribe,
    find: () => {
      const wallet = findMetaMask(wallets);
      return wallet
        ? Promise.resolve(wallet)
        : Promise.reject(new LikenessError('metamask-not-installed'));
    },
  });
}
