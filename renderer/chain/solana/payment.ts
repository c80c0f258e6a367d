import type { SimulatedTransactionResponse, TransactionInstruction } from '@solana/web3.js';

import { BLOCKHASH_LIFE } from '../../core/constants.ts';
import { LikenessError } from '../../core/errors.ts';
import { formatSol, lamports } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import type { PreparedPayment } from '../../ports/chain.ts';
import type { Ask, Web3 } from './connections.ts';
import { lookupKey } from './lookup-key.ts';
import { MEMO_PROGRAM, networkFee } from './message.ts';

export const MAX_COMPUTE_UNITS = 1_400_000;
/** Micro-lamports per compute unit: enough to be taken in a busy hour, well under 0.0001 SOL for our size. */
const PRICE_FLOOR = 1_000n;
const PRICE_CEILING = 1_000_000n;

/** 1.2 × what the simulation used, so that a small change of state between doesn't stop it. */
export const computeLimit = (consumed: number): number =>
  Math.min(Math.ceil(consumed * 1.2), MAX_COMPUTE_UNITS);

/**
 * The 75th percentile of what was lately paid to write to this account, within reason. Slots in
 * which nothing was paid say that none was needed then: they count.
 */
export function priorityPrice(recent: readonly number[]): bigint {
  const sorted = recent.toSorted((a, b) => a - b);
  const price = BigInt(sorted[Math.floor(sorted.length * 0.75)] ?? 0);
  return price < PRICE_FLOOR ? PRICE_FLOOR : price > PRICE_CEILING ? PRICE_CEILING : price;
}

/**
 * Compute limit and price, the transfer naming reference and lookup key, and the order's id as a
 * memo, in one legacy transaction: it needs no lookup table, and every wallet and hardware signer
 * reads the legacy form. Simulated, and refused here where it can't succeed.
 */
export async function preparePayment({
  ask,
  height: askHeight,
  order,
  payer,
  signal,
}: {
  readonly ask: Ask;
  /** The block height that two nodes tell. */
  readonly height: (signal?: AbortSignal) => Promise<number>;
  readonly order: Order;
  readonly payer: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<PreparedPayment> {
  const [genesis, latest, recent, balance, rent] = await Promise.all([
    ask((connection) => connection.getGenesisHash(), signal),
    ask((connection) => connection.getLatestBlockhash('confirmed'), signal),
    ask(
      (connection, { PublicKey }) =>
        connection.getRecentPrioritizationFees({
          lockedWritableAccounts: [new PublicKey(order.treasury)],
        }),
      signal,
    ),
    ask(
      (connection, { PublicKey }) =>
        connection.getBalance(new PublicKey(payer), 'confirmed').then(BigInt),
      signal,
    ),
    ask((connection) => connection.getMinimumBalanceForRentExemption(0).then(BigInt), signal),
  ]);
  if (genesis !== order.genesis) throw new LikenessError('payment-other-chain');
  const price = priorityPrice(recent.map(({ prioritizationFee }) => prioritizationFee));
  const build = (limit: number) => (_: unknown, web3: Web3) =>
    Promise.resolve(compile(web3, order, payer, latest.blockhash, limit, price));

  assertFunds(balance, order.price, networkFee(1, 0, price), rent);
  const draft = await ask(build(MAX_COMPUTE_UNITS), signal);
  const [{ value }, height] = await Promise.all([
    ask(
      (connection) =>
        connection.simulateTransaction(draft, {
          commitment: 'confirmed',
          sigVerify: false,
          replaceRecentBlockhash: true,
        }),
      signal,
    ),
    askHeight(signal),
  ]);
  assertSimulated(value);
  const limit = computeLimit(value.unitsConsumed ?? MAX_COMPUTE_UNITS);
  const fee = networkFee(1, limit, price);
  assertFunds(balance, order.price, fee, rent);
  const transaction = await ask(build(limit), signal);
  return {
    transaction: transaction.serialize(),
    blockhash: latest.blockhash,
    // Until when it may land isn't what one node says: too early a height would let a second
    // signature be asked for while the first can still land. The blockhash is older than the height.
    lastValidBlockHeight: height + BLOCKHASH_LIFE,
    fee: lamports(fee),
  };
}

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

/** What remains must be nothing, or enough for the account to stay: else the runtime refuses. */
export function assertFunds(balance: bigint, price: bigint, fee: bigint, rent: bigint): void {
  const rest = balance - price - fee;
  if (rest === 0n || rest >= rent) return;
  throw new LikenessError('insufficient-funds', {
    balance: formatSol(balance),
    needed: formatSol(price + fee + (rest < 0n ? 0n : rent)),
  });
}

/** Of a simulation's errors, those that mean too little money. */
const FUNDS = [
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InsufficientFundsForRent',
  '"Custom":1',
];

export function assertSimulated({ err }: SimulatedTransactionResponse): void {
  if (err === null) return;
  const text = JSON.stringify(err);
  throw new LikenessError(
    FUNDS.some((sign) => text.includes(sign)) ? 'insufficient-funds' : 'payment-failed',
    { simulation: text },
  );
}
