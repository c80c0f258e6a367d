/** The chains that a build can be made for. One build speaks to one of them. */
export const NETWORKS = ['sandbox', 'devnet', 'mainnet'] as const;
export type Network = (typeof NETWORKS)[number];

export const isNetwork = (value: unknown): value is Network => NETWORKS.includes(value as Network);

const LABELS: Record<Network, string> = {
  sandbox: 'Network: Solana Sandbox (no real SOL)',
  devnet: 'Network: Solana Devnet (no real SOL)',
  mainnet: 'Network: Solana Mainnet',
};

/** What the interface says wherever money, a wallet or a network is meant. */
export const networkLabel = (network: Network): string => LABELS[network];
