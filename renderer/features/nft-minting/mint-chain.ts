import { BLOCKCHAINS, type Blockchain, type BlockchainId } from '../../content/minting.ts';
import type { MintChain } from '../../core/mints/mint.ts';
import { networkLabel, polygonLabel } from '../../core/network.ts';
import { formatUnits } from '../../core/units.ts';
import { formatDecimal } from '../../i18n/index.ts';
import type { MintQuote } from '../../ports/minting.ts';
import { usePorts, useWallet } from '../../state/ports.ts';

export const blockchain = (id: BlockchainId): Blockchain =>
  BLOCKCHAINS.find((one) => one.id === id) ?? BLOCKCHAINS[0];

export interface ShownQuote {
  readonly price: string;
  /** Absent if the chain charges none. */
  readonly rent?: string;
  readonly fee: string;
  readonly total: string;
  /** What the wallet holds, rounded down. */
  readonly balance: string;
}

/**
 * A quote in whole coins. The fee is rounded up to the decimals shown, and the total is the sum of
 * the lines above it.
 */
export function shownQuote(id: BlockchainId, { price, rent, fee, balance }: MintQuote): ShownQuote {
  const { decimals, shown } = blockchain(id);
  const step = 10n ** BigInt(decimals - shown);
  const rounded = ((fee + step - 1n) / step) * step;
  const amount = (value: bigint): string => formatDecimal(formatUnits(value, decimals));
  return {
    price: amount(price),
    ...(rent > 0n && { rent: amount(rent) }),
    fee: amount(rounded),
    total: amount(price + rent + rounded),
    balance: amount(balance - (balance % step)),
  };
}

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
