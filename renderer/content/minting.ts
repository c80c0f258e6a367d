/** The chains an avatar can be minted on, with the specification's costs. */
export const BLOCKCHAINS = [
  {
    id: 'solana',
    name: 'Solana',
    mintCost: '0.1 SOL',
    features: ['Confirmed in seconds', 'Network fee about 0.01 SOL', 'Shows in Phantom'],
  },
  {
    id: 'polygon',
    name: 'Polygon',
    mintCost: '0.01 MATIC',
    features: ['Lowest cost', 'Works with Ethereum tools', 'Shows in MetaMask'],
  },
] as const;
export type BlockchainId = (typeof BLOCKCHAINS)[number]['id'];

export const MINT_STEPS = ['Select', 'Mint', 'Success'] as const;
