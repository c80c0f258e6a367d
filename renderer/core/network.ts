import { t } from '../i18n/index.ts';

/** The chains that a build can be made for. One build uses one of them. */
export const NETWORKS = ['sandbox', 'devnet', 'mainnet'] as const;
export type Network = (typeof NETWORKS)[number];

export const isNetwork = (value: unknown): value is Network => NETWORKS.includes(value as Network);

const LABELS: Record<Network, string> = {
  sandbox: t('Network: Solana Sandbox (no real SOL)'),
  devnet: t('Network: Solana Devnet (no real SOL)'),
  mainnet: t('Network: Solana Mainnet'),
};

/** What the interface says wherever it refers to money, a wallet or a network. */
export const networkLabel = (network: Network): string => LABELS[network];

/** Polygon's chain id (EIP-155) for each network: the sandbox's own, Amoy, and Polygon itself. */
export const POLYGON_CHAIN_IDS: Readonly<Record<Network, number>> = {
  sandbox: 31_337,
  devnet: 80_002,
  mainnet: 137,
};

const POLYGON_LABELS: Record<Network, string> = {
  sandbox: t('Network: Polygon Sandbox (no real POL)'),
  devnet: t('Network: Polygon Amoy (no real POL)'),
  mainnet: t('Network: Polygon Mainnet'),
};

/** Like `networkLabel`, for Polygon's money or wallet. */
export const polygonLabel = (network: Network): string => POLYGON_LABELS[network];

/** Genesis hashes of Solana's public chains, used to check an RPC's answer. */
export const GENESIS = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkZrBG',
  testnet: '4uhcVJyU9pJkvQyUS88uRDiswHXSCKY3zQawwpjk2NsY',
} as const;
export type PublicChain = keyof typeof GENESIS;

/** The genesis hash that a build is bound to; undefined for a sandbox, which makes its own. */
export const genesisOf = (network: Network): string | undefined =>
  network === 'sandbox' ? undefined : GENESIS[network];
