/** The chains that an avatar can be minted on. */
export const MINT_CHAINS = ['solana', 'polygon'] as const;
