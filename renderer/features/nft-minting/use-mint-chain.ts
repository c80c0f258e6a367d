import type { MintChain } from '../../core/mints/mint.ts';
import { networkLabel, polygonLabel } from '../../core/network.ts';
import { usePorts, useWallet } from '../../state/ports.ts';

/**
 * What a chain means on this device: the connected wallet that signs on it, its 'Network: …', and
 * whether that wallet sends by itself, so that the files are published before it is asked.
 */
export function useMintChain(chain: MintChain) {
  const { config } = usePorts();
  const { solana, evm } = useWallet();
  return chain === 'polygon'
    ? { wallet: evm, filesFirst: true, network: polygonLabel(config.network) }
    : {
        wallet: solana,
        filesFirst: solana?.answers === 'sent',
        network: networkLabel(config.network),
      };
}
