import { numberToHex, type Address } from 'viem';

import { LikenessError } from '../../core/errors.ts';
import type { Mint } from '../../core/mints/mint.ts';
import type { Network } from '../../core/network.ts';
import type { RandomBytes } from '../../core/time-id.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MediaFirst, Minting } from '../../ports/minting.ts';
import type { Requests } from '../../ports/requests.ts';
import type { EthereumProvider, Wallets } from '../../ports/wallets.ts';
import { sendingFailure, walletFailure } from '../wallets/failures.ts';
import { createMintStatus } from './mint-status.ts';
import { EVM_NETWORKS, type EvmNetwork } from './network.ts';
import { openNode } from './node.ts';
import { prepareMint, type MintCall } from './prepare.ts';

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
async function hasLeftChain(
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
async function ensureChain(
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

export interface PolygonMintingOptions {
  /** JSON-RPC addresses, in failover order. */
  readonly rpc: readonly string[];
  /** The contract's address, 0x. */
  readonly contract: string;
  readonly network: Network;
  readonly requests: Pick<Requests, 'json'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly wallets: Pick<Wallets, 'snapshot' | 'ethereum'>;
  /** The media gateway's public address. */
  readonly read: string;
}

/**
 * Milliseconds before a wallet in another program is asked for its chain again: each question opens
 * a page there.
 */
const CHAIN_STAYS = 60_000;
const HASH = /^0x[0-9a-f]{64}$/i;

const encode = (call: MintCall): Uint8Array => new TextEncoder().encode(JSON.stringify(call));
const decode = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

/**
 * Minting on Polygon: an ERC-721 token of our contract. Only this module loads viem. Every Ethereum
 * wallet sends by itself, so the files are published before it is asked.
 */
export function createPolygonMinting({
  rpc,
  contract,
  network: name,
  requests,
  clock,
  random,
  wallets,
  read,
}: PolygonMintingOptions): Minting {
  const network = EVM_NETWORKS[name];
  const askUntil = openNode({
    addresses: rpc,
    requests,
    clock,
    chance: () => (random(1)[0] ?? 0) / 256,
  });
  const mintStatus = createMintStatus({
    askUntil,
    clock,
    chainId: network.chainId,
    connected: () => wallets.snapshot().evm?.address,
  });

  const prepare = (mint: Mint, owner: string, signal?: AbortSignal) =>
    prepareMint(askUntil(signal), mint, owner as Address, { network, read });

  let seenOnChain: { readonly by: EthereumProvider; readonly at: number } | undefined;

  /**
   * The wallet itself enforces the chain that a transaction names, so an answer that is a minute
   * old is good enough.
   */
  async function bringToChain(wallet: EthereumProvider, elsewhere: boolean): Promise<void> {
    if (
      elsewhere &&
      seenOnChain?.by === wallet &&
      Math.abs(clock.now() - seenOnChain.at) < CHAIN_STAYS
    )
      return;
    await ensureChain(wallet, network, rpc);
    seenOnChain = { by: wallet, at: clock.now() };
  }

  function provider(): EthereumProvider {
    const found = wallets.ethereum();
    if (!found) throw new LikenessError('wallet-not-connected');
    return found;
  }

  function flow(): MediaFirst {
    const { evm } = wallets.snapshot();
    if (!evm) throw new LikenessError('connect-first');
    const owner = evm.address;
    return {
      order: 'media-first',
      owner,
      async prepare(mint, signal) {
        const { call, ...quote } = await prepare(mint, owner, signal);
        await bringToChain(provider(), evm.transport === 'loopback');
        return { ...quote, transaction: encode(call) };
      },
      async send(_mint, transaction) {
        if (!transaction) throw new LikenessError('mint-failed');
        const wallet = provider();
        try {
          const hash = await wallet.request({
            method: 'eth_sendTransaction',
            params: [decode(transaction)],
          });
          if (typeof hash !== 'string' || !HASH.test(hash))
            throw new LikenessError('wallet-unanswered');
          return hash.toLowerCase();
        } catch (thrown) {
          if (!(await hasLeftChain(thrown, wallet, network))) throw sendingFailure(thrown);
          seenOnChain = undefined;
          throw new LikenessError(
            'polygon-chain-wrong',
            { chain: network.name },
            { cause: thrown },
          );
        }
      },
    };
  }

  return {
    treasury: contract.toLowerCase(),
    flow,
    async quote(mint, owner, signal) {
      const { price, rent, fee, balance } = await prepare(mint, owner, signal);
      return { price, rent, fee, balance };
    },
    mintStatus,
    explorerUrl: (hash) =>
      network.explorer === undefined ? undefined : `${network.explorer}/tx/${hash}`,
  };
}
