/** The chains an avatar can be minted on, with the specification's costs. */
export const BLOCKCHAINS = [
  {
    id: 'solana',
    name: 'Solana',
    cost: '0.1',
    unit: 'SOL',
    features: ['Confirmed in seconds', 'Network fee about 0.01 SOL', 'Shows in Phantom'],
  },
  {
    id: 'polygon',
    name: 'Polygon',
    cost: '0.01',
    unit: 'MATIC',
    features: ['Lowest cost', 'Works with Ethereum tools', 'Shows in MetaMask'],
  },
] as const;
export type BlockchainId = (typeof BLOCKCHAINS)[number]['id'];

export const MINT_STEPS = [
  { id: 'select', name: 'Select', words: 'An avatar, a blockchain, a wallet' },
  { id: 'mint', name: 'Mint', words: 'Takes 1-3 minutes' },
  { id: 'success', name: 'Success', words: 'The transaction, to keep' },
] as const;
