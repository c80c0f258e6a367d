import type { SolanaAnswer, WalletSnapshot } from '../../renderer/ports/wallets.ts';

export const NO_WALLET: WalletSnapshot = { status: 'idle', type: 'none', address: '', choices: [] };

/** A wallet on Solana, signed in. */
export const connectedTo = (address: string, answers: SolanaAnswer = 'signed'): WalletSnapshot => ({
  status: 'connected',
  type: 'phantom',
  address,
  solana: { choiceId: 'phantom', address, transport: 'extension', answers },
  choices: [],
});
