import type { Network } from '../../core/network.ts';

/**
 * A transaction's page in Solana's explorer. On the sandbox, the explorer reads from the RPC on
 * this machine.
 */
export function explorerUrl(signature: string, network: Network, rpc: string): string {
  const url = new URL(`https://explorer.solana.com/tx/${signature}`);
  if (network === 'devnet') url.searchParams.set('cluster', 'devnet');
  if (network === 'sandbox') {
    url.searchParams.set('cluster', 'custom');
    url.searchParams.set('customUrl', rpc);
  }
  return url.href;
}
