import type {
  SimulatedTransactionResponse,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';

import { BLOCKHASH_LIFE } from '../../core/constants.ts';
import { LikenessError } from '../../core/errors.ts';
import { lamports } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import { formatSol } from '../../i18n/index.ts';
import type { PaymentCost, PreparedPayment } from '../../ports/chain.ts';
import type { Ask, Web3 } from './connections.ts';
import { lookupKey } from './lookup-key.ts';
import { MEMO_PROGRAM, networkFee } from './message.ts';

export const MAX_COMPUTE_UNITS = 1_400_000;
/**
 * Micro-lamports per compute unit: accepted in a busy hour, and well under 0.0001 SOL for our
 * transaction.
 */
const PRICE_FLOOR = 1_000n;
const PRICE_CEILING = 1_000_000n;

/** 1.2 × the simulated use, so that a small state change in between doesn't exceed it. */
export const computeLimit = ({
  unitsConsumed = MAX_COMPUTE_UNITS,
}: Pick<SimulatedTransactionResponse, 'unitsConsumed'>): number =>
  Math.min(Math.ceil(unitsConsumed * 1.2), MAX_COMPUTE_UNITS);

/**
 * The 75th percentile of the fees recently paid to write to this account, between a floor and a
 * cap. Slots without a fee count as well: none was needed then.
 */
export function priorityPrice(recent: readonly number[]): bigint {
  const sorted = recent.toSorted((a, b) => a - b);
  const price = BigInt(sorted[Math.floor(sorted.length * 0.75)] ?? 0);
  return price < PRICE_FLOOR ? PRICE_FLOOR : price > PRICE_CEILING ? PRICE_CEILING : price;
}

interface PaymentRequest {
  readonly ask: Ask;
  readonly order: Order;
  readonly payer: string;
  readonly signal?: AbortSignal | undefined;
}

/** Stands in for a blockhash where a node replaces it: 32 zero bytes, base58. */
const NO_BLOCKHASH = '1'.repeat(32);

/** The priority price, from what transactions that write to this address paid lately. */
export const recentPrice = (ask: Ask, address: string, signal?: AbortSignal): Promise<bigint> =>
  ask(async (connection, { PublicKey }) => {
    const recent = await connection.getRecentPrioritizationFees({
      lockedWritableAccounts: [new PublicKey(address)],
    });
    return priorityPrice(recent.map(({ prioritizationFee }) => prioritizationFee));
  }, signal);

export const balanceOf = (ask: Ask, owner: string, signal?: AbortSignal): Promise<bigint> =>
  ask(
    (connection, { PublicKey }) =>
      connection.getBalance(new PublicKey(owner), 'confirmed').then(BigInt),
    signal,
  );

/** Simulates a payment of the order by `payer`. Rejects here if it can't succeed. */
export async function paymentCost({
  ask,
  genesis: askGenesis,
  order,
  payer,
  signal,
}: PaymentRequest & {
  readonly genesis: (signal?: AbortSignal) => Promise<string>;
}): Promise<PaymentCost> {
  const [genesis, unitPrice, balance, rent] = await Promise.all([
    askGenesis(signal),
    recentPrice(ask, order.treasury, signal),
    balanceOf(ask, payer, signal),
    ask((connection) => connection.getMinimumBalanceForRentExemption(0).then(BigInt), signal),
  ]);
  if (genesis !== order.genesis) throw new LikenessError('payment-other-chain');
  assertFunds(balance, order.price, networkFee(1, 0, unitPrice), rent);
  const draft = await ask(
    built(order, payer, NO_BLOCKHASH, { unitLimit: MAX_COMPUTE_UNITS, unitPrice }),
    signal,
  );
  const simulation = await simulate(ask, draft, signal);
  assertSimulated(simulation);
  const unitLimit = computeLimit(simulation);
  const fee = networkFee(1, unitLimit, unitPrice);
  assertFunds(balance, order.price, fee, rent);
  return { unitLimit, unitPrice, fee: lamports(fee) };
}

/**
 * Builds a payment as one legacy transaction: compute limit and price, the transfer that names
 * reference and lookup key, and the order's id as a memo. It needs no lookup table, and every
 * wallet and hardware signer reads the legacy form.
 */
export async function preparePayment({
  ask,
  height: askHeight,
  cost,
  order,
  payer,
  signal,
}: PaymentRequest & {
  /** The block height that two nodes agree on. */
  readonly height: (signal?: AbortSignal) => Promise<number>;
  readonly cost: PaymentCost;
}): Promise<PreparedPayment> {
  const { blockhash } = await ask(
    (connection) => connection.getLatestBlockhash('confirmed'),
    signal,
  );
  // The expiry isn't taken from a single node: with too low a height, a second signature would be
  // requested while the first can still land. The blockhash must be older than the height.
  const height = await askHeight(signal);
  const transaction = await ask(built(order, payer, blockhash, cost), signal);
  return {
    transaction: transaction.serialize(),
    blockhash,
    lastValidBlockHeight: height + BLOCKHASH_LIFE,
  };
}

const built =
  (
    order: Order,
    payer: string,
    blockhash: string,
    { unitLimit, unitPrice }: Pick<PaymentCost, 'unitLimit' | 'unitPrice'>,
  ) =>
  (_: unknown, web3: Web3) =>
    Promise.resolve(compile(web3, order, payer, blockhash, unitLimit, unitPrice));

function compile(
  web3: Web3,
  order: Order,
  payer: string,
  blockhash: string,
  limit: number,
  price: bigint,
) {
  const { ComputeBudgetProgram, PublicKey, TransactionMessage, VersionedTransaction } = web3;
  const message = new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: limit }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
      transferOf(web3, order, payer),
      new web3.TransactionInstruction({
        programId: new PublicKey(MEMO_PROGRAM),
        keys: [],
        data: new TextEncoder().encode(order.id) as Buffer,
      }),
    ],
  });
  return new VersionedTransaction(message.compileToLegacyMessage());
}

function transferOf(
  { PublicKey, SystemProgram }: Web3,
  order: Order,
  payer: string,
): TransactionInstruction {
  const transfer = SystemProgram.transfer({
    fromPubkey: new PublicKey(payer),
    toPubkey: new PublicKey(order.treasury),
    lamports: order.price,
  });
  for (const key of [order.reference, lookupKey(payer)]) {
    transfer.keys.push({ pubkey: new PublicKey(key), isSigner: false, isWritable: false });
  }
  return transfer;
}

/**
 * The remaining balance must be zero or cover the account's rent; otherwise the runtime refuses the
 * transfer.
 */
export function assertFunds(balance: bigint, price: bigint, fee: bigint, rent: bigint): void {
  const rest = balance - price - fee;
  if (rest === 0n || rest >= rent) return;
  throw new LikenessError('insufficient-funds', {
    balance: `${formatSol(balance)} SOL`,
    needed: `${formatSol(price + fee + (rest < 0n ? 0n : rent))} SOL`,
  });
}

/** Simulation errors that mean too little money. */
const FUNDS = [
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InsufficientFundsForRent',
  '"Custom":1',
];

/** Runs an unsigned transaction on a node, which changes nothing there. */
export const simulate = async (
  ask: Ask,
  draft: VersionedTransaction,
  signal?: AbortSignal,
): Promise<SimulatedTransactionResponse> => {
  const { value } = await ask(
    (connection) =>
      connection.simulateTransaction(draft, {
        commitment: 'confirmed',
        sigVerify: false,
        replaceRecentBlockhash: true,
      }),
    signal,
  );
  return value;
};

export function assertSimulated({ err }: SimulatedTransactionResponse): void {
  if (err === null) return;
  const text = JSON.stringify(err);
  throw new LikenessError(
    FUNDS.some((sign) => text.includes(sign)) ? 'insufficient-funds' : 'payment-failed',
    { simulation: text },
  );
}
