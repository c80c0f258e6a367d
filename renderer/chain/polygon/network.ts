import { POLYGON_CHAIN_IDS, type Network } from '../../core/network.ts';

/** An EVM chain in the form that wallets accept (EIP-3085). */
export interface EvmNetwork {
  readonly chainId: number;
  readonly name: string;
  readonly coin: { readonly name: string; readonly symbol: string; readonly decimals: 18 };
  /** Absent where there is no explorer. */
  readonly explorer?: string;
}

const coin = { name: 'POL', symbol: 'POL', decimals: 18 } as const;

/**
 * The Polygon chain for each of our networks:
 * https://docs.polygon.technology/pos/reference/rpc-endpoints/
 */
export const EVM_NETWORKS: Readonly<Record<Network, EvmNetwork>> = {
  mainnet: {
    chainId: POLYGON_CHAIN_IDS.mainnet,
    name: 'Polygon',
    coin,
    explorer: 'https://polygonscan.com',
  },
  devnet: {
    chainId: POLYGON_CHAIN_IDS.devnet,
    name: 'Polygon Amoy',
    coin,
    explorer: 'https://amoy.polygonscan.com',
  },
  sandbox: { chainId: POLYGON_CHAIN_IDS.sandbox, name: 'Likeness Sandbox', coin },
};
