import { lamports, type Lamports } from '../../../core/money.ts';
import {
  parseTransaction,
  readComputeBudget,
  readMemo,
  readTransfer,
} from '../../solana/message.ts';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO = 1_000_000n;
const DEFAULT_UNITS = 200_000n;

/** What a transaction would do with the wallet's money, to show to the user. */
export interface TransactionSummary {
  readonly transfers: readonly { readonly to: string; readonly lamports: Lamports }[];
  readonly total: Lamports;
  /** Upper bound of the network fee; 0 if somebody else pays it. */
  readonly fee: Lamports;
  readonly memos: readonly string[];
  /** Other programs that run, whose effects aren't shown here. */
  readonly otherPrograms: readonly string[];
  /** Index of the wallet among the signers; -1 if it isn't one. */
  readonly signerIndex: number;
  /** Bytes to sign. */
  readonly message: Uint8Array;
}

/** @throws RangeError if the bytes aren't a transaction */
export function readTransaction(wire: Uint8Array, wallet: string): TransactionSummary {
  const { signers, message, instructions } = parseTransaction(wire);
  const transfers: { to: string; lamports: Lamports }[] = [];
  const memos: string[] = [];
  const otherPrograms = new Set<string>();
  let units = 0n;
  let limit: bigint | undefined;
  let price = 0n;

  for (const instruction of instructions) {
    const budget = readComputeBudget(instruction);
    if (budget) {
      if (budget.limit !== undefined) limit = BigInt(budget.limit);
      price = budget.price ?? price;
      continue;
    }
    units += DEFAULT_UNITS;
    const transfer = readTransfer(instruction);
    const memo = readMemo(instruction);
    if (memo !== undefined) memos.push(memo);
    else if (!transfer) otherPrograms.add(instruction.program);
    else if (transfer.from === wallet)
      transfers.push({ to: transfer.to, lamports: lamports(transfer.lamports) });
  }

  const priority = ((limit ?? units) * price + MICRO - 1n) / MICRO;
  const fee = LAMPORTS_PER_SIGNATURE * BigInt(signers.length) + priority;
  return {
    transfers,
    total: lamports(transfers.reduce((sum, transfer) => sum + transfer.lamports, 0n)),
    fee: lamports(signers[0] === wallet ? fee : 0n),
    memos,
    otherPrograms: [...otherPrograms],
    signerIndex: signers.indexOf(wallet),
    message,
  };
}
