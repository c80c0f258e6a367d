import { numberToHex } from 'viem';

import { LikenessError } from '../../core/errors.ts';
import type { EthereumProvider } from '../../ports/wallets.ts';
import { walletFailure } from '../wallets/failures.ts';
import type { EvmNetwork } from './network.ts';

/** The wallet doesn't know the chain (EIP-3326). Some wallets wrap this in an internal error. */
const UNKNOWN_CHAIN = 4902;
const CHAIN_DISCONNECTED = 4901;
const INVALID_PARAMS = -32_602;

interface WalletError {
  readonly code?: unknown;
  readonly data?: { readonly originalError?: { readonly code?: unknown } };
  readonly context?: { readonly walletCode?: unknown };
}

function hasCode(thrown: unknown, wanted: number): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, data, context } = thrown as WalletError;
  return [code, data?.originalError?.code, context?.walletCode].includes(wanted);
}

/**
 * Whether a wallet refused a call because it is no longer on the chain that the call names.
 * EIP-1193 has a code for this; MetaMask reports invalid params, which may mean anything, so it is
 * asked for its chain. In either case nothing was sent.
 */
export async function hasLeftChain(
  thrown: unknown,
  provider: EthereumProvider,
  network: EvmNetwork,
): Promise<boolean> {
  if (hasCode(thrown, CHAIN_DISCONNECTED)) return true;
  // If the wallet doesn't report its chain, assume that it hasn't left.
  return hasCode(thrown, INVALID_PARAMS) && !(await isOnChain(provider, network).catch(() => true));
}

const isOnChain = async (provider: EthereumProvider, network: EvmNetwork): Promise<boolean> =>
  Number(await provider.request({ method: 'eth_chainId', params: [] })) === network.chainId;

/**
 * Asks the wallet to switch to the chain, and to add it if the wallet doesn't know it.
 * @throws LikenessError 'polygon-chain-declined' | 'polygon-chain-wrong'
 */
export async function ensureChain(
  provider: EthereumProvider,
  network: EvmNetwork,
  rpc: readonly string[],
): Promise<void> {
  const chainId = numberToHex(network.chainId);
  const isThere = (): Promise<boolean> => isOnChain(provider, network);
  const failed = (thrown: unknown): LikenessError =>
    walletFailure(thrown, 'polygon-chain-wrong', 'polygon-chain-declined');
  const { name, coin, explorer } = network;

  if (await isThere().catch((thrown: unknown) => Promise.reject(failed(thrown)))) return;
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (thrown) {
    if (!hasCode(thrown, UNKNOWN_CHAIN)) throw failed(thrown);
    const added = {
      chainId,
      chainName: name,
      nativeCurrency: coin,
      rpcUrls: [...rpc],
      ...(explorer !== undefined && { blockExplorerUrls: [explorer] }),
    };
    await provider
      .request({ method: 'wallet_addEthereumChain', params: [added] })
      .catch((refused: unknown) => Promise.reject(failed(refused)));
    // Most wallets switch to a chain when they add it.
    if (await isThere()) return;
    await provider
      .request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
      .catch((refused: unknown) => Promise.reject(failed(refused)));
  }
  if (!(await isThere())) throw new LikenessError('polygon-chain-wrong', { chain: name });
}
