import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  encodeFunctionData,
  numberToHex,
  type Address,
  type Hex,
} from 'viem';
import {
  estimateContractGas,
  estimateFeesPerGas,
  getBalance,
  getChainId,
  readContract,
} from 'viem/actions';

import { LikenessError, type ErrorCode } from '../../core/errors.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { formatUnits } from '../../core/units.ts';
import { formatDecimal } from '../../i18n/index.ts';
import type { MintQuote } from '../../ports/minting.ts';
import { standInAddress } from '../media/address.ts';
import { AVATARS_ABI } from './abi.ts';
import type { EvmNetwork } from './network.ts';
import type { Ask } from './node.ts';

/** The single parameter of `eth_sendTransaction`. */
export interface MintCall {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  readonly value: Hex;
  readonly gas: Hex;
  readonly maxFeePerGas: Hex;
  readonly maxPriorityFeePerGas: Hex;
  readonly chainId: Hex;
}

export interface PreparedCall extends MintQuote {
  readonly call: MintCall;
}

export interface PrepareOptions {
  readonly network: EvmNetwork;
  /** The media gateway's public address. */
  readonly read: string;
}

/**
 * Another mint may land between the estimate and the block, and make storage slightly more
 * expensive.
 */
const GAS_MARGIN_PERCENT = 110n;
/** What a mint takes. A node estimates none that the wallet can't pay. */
const USUAL_GAS = 240_000n;

const MICRO = 10n ** 12n;
/** '0.0105 POL', to six decimals. */
const pol = (wei: bigint): string => `${formatDecimal(formatUnits(wei - (wei % MICRO), 18))} POL`;

const REVERTS: Readonly<Record<string, ErrorCode>> = {
  EnforcedPause: 'mint-paused',
  // It has landed since the chain was last asked; the next status check finds it.
  AlreadyMinted: 'mint-pending',
};

/** Maps a revert of the contract to an error code. */
function toMintError(thrown: unknown): unknown {
  if (!(thrown instanceof BaseError)) return thrown;
  if (thrown.walk((one) => one instanceof ContractFunctionZeroDataError))
    return new LikenessError('mint-contract-missing', {}, { cause: thrown });
  const revert = thrown.walk((one) => one instanceof ContractFunctionRevertedError);
  const name =
    revert instanceof ContractFunctionRevertedError
      ? (revert.data?.errorName ?? 'unknown')
      : thrown.name;
  return new LikenessError(REVERTS[name] ?? 'mint-failed', { reason: name }, { cause: thrown });
}

/**
 * Estimates this exact call, which shows whether the mint would succeed, and computes its maximum
 * cost: gas limit times the highest fee offered.
 * @throws LikenessError 'network-wrong' | 'mint-paused' | 'mint-pending' | 'mint-contract-missing'
 * | 'polygon-insufficient-funds' | 'mint-failed'
 */
export async function prepareMint(
  ask: Ask,
  mint: Mint,
  owner: Address,
  { network, read }: PrepareOptions,
): Promise<PreparedCall> {
  const address = mint.treasury as Address;
  const contract = { address, abi: AVATARS_ABI } as const;
  const uri = mint.media?.metadata.url ?? standInAddress(read);
  const { price } = mint;
  const afford = (balance: bigint, total: bigint): void => {
    if (balance < total)
      throw new LikenessError('polygon-insufficient-funds', {
        balance: pol(balance),
        needed: pol(total + MICRO - 1n),
      });
  };
  try {
    const chainId = await ask(getChainId);
    if (chainId !== network.chainId) throw new LikenessError('network-wrong', { chainId });
    const [paused, asked, balance, fees] = await Promise.all([
      ask((client) => readContract(client, { ...contract, functionName: 'paused' })),
      ask((client) => readContract(client, { ...contract, functionName: 'MINT_PRICE' })),
      ask((client) => getBalance(client, { address: owner })),
      ask((client) => estimateFeesPerGas(client)),
    ]);
    if (paused) throw new LikenessError('mint-paused');
    // The price that the user saw is paid, or nothing is.
    if (asked !== price) throw new LikenessError('mint-failed', { price: asked.toString() });
    if (balance < price) afford(balance, price + USUAL_GAS * fees.maxFeePerGas);
    const gas = await ask((client) =>
      estimateContractGas(client, {
        ...contract,
        functionName: 'mint',
        args: [uri],
        value: price,
        account: owner,
      }),
    );
    const limit = (gas * GAS_MARGIN_PERCENT) / 100n;
    const fee = limit * fees.maxFeePerGas;
    afford(balance, price + fee);
    const call: MintCall = {
      from: owner,
      to: address,
      data: encodeFunctionData({ abi: AVATARS_ABI, functionName: 'mint', args: [uri] }),
      value: numberToHex(price),
      gas: numberToHex(limit),
      maxFeePerGas: numberToHex(fees.maxFeePerGas),
      maxPriorityFeePerGas: numberToHex(fees.maxPriorityFeePerGas),
      chainId: numberToHex(network.chainId),
    };
    return { price, rent: 0n, fee, balance, call };
  } catch (thrown) {
    throw toMintError(thrown);
  }
}
