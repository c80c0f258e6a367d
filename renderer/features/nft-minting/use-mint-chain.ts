import type { MintChain } from '../../core/mints/mint.ts';
import { networkLabel, polygonLabel } from '../../core/network.ts';
import type { HeldWallet } from '../../ports/wallets.ts';
import { usePorts, useWallet } from '../../state/ports.ts';

export interface MintChainView {
  /** The connected wallet that signs on this chain. */
  readonly wallet: HeldWallet | undefined;
  /** That wallet sends by itself, so the files are published before it is asked. */
  readonly filesFirst: boolean;
  /** The chain's 'Network: …'. */
  readonly network: string;
}

/** What a chain means on this device: its wallet, its network, and the order of steps. */
export function useMintChain(chain: MintChain): MintChainView {
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
