import { VersionedTransaction } from '@solana/web3.js';
import { type Lamports, lamports } from '../../../core/money.ts';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO = 1_000_000n;
const DEFAULT_UNITS = 200_000n;
// Instruction numbers: a u32 in the system program, a byte in the compute budget program.
const TRANSFER = 2;
const TRANSFER_BYTES = 12;
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

/** What a transaction would do with the wallet's money, for the user to read. */
export interface TransactionSummary {
  readonly transfers: readonly { readonly to: string; readonly lamports: Lamports }[];
  readonly total: Lamports;
  /** Upper bound of the network fee, or 0 when somebody else pays it. */
  readonly fee: Lamports;
  readonly memos: readonly string[];
  /** Programs that run besides, whose effect isn't shown here. */
  readonly otherPrograms: readonly string[];
  /** Place of the wallet among the signers, -1 if its signature isn't asked for. */
  readonly signerIndex: number;
  /** Bytes to sign. */
  readonly message: Uint8Array;
}

/** @throws Error when the bytes aren't a transaction */
export function readTransaction(wire: Uint8Array, wallet: string): TransactionSummary {
  const { message } = VersionedTransaction.deserialize(wire);
  // An address from a lookup table can't be read without the chain.
  const key = (index: number | undefined): string => message.staticAccountKeys[index ?? -1]?.toBase58() ?? 'an address from a lookup table';
  const transfers: { to: string; lamports: Lamports }[] = [];
  const memos: string[] = [];
  const otherPrograms = new Set<string>();
  let units = 0n;
  let limit: bigint | undefined;
  let price = 0n;

  for (const { programIdIndex, accountKeyIndexes, data } of message.compiledInstructions) {
    const program = key(programIdIndex);
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (program === COMPUTE_BUDGET_PROGRAM) {
      if (data[0] === SET_UNIT_LIMIT) limit = BigInt(view.getUint32(1, true));
      if (data[0] === SET_UNIT_PRICE) price = view.getBigUint64(1, true);
      continue;
    }
    units += DEFAULT_UNITS;
    const transfer = program === SYSTEM_PROGRAM && data.length === TRANSFER_BYTES && view.getUint32(0, true) === TRANSFER;
    if (program === MEMO_PROGRAM) memos.push(new TextDecoder().decode(data));
    else if (!transfer) otherPrograms.add(program);
    else if (key(accountKeyIndexes[0]) === wallet) transfers.push({ to: key(accountKeyIndexes[1]), lamports: lamports(view.getBigUint64(4, true)) });
  }

  const priority = ((limit ?? units) * price + MICRO - 1n) / MICRO;
  const fee = LAMPORTS_PER_SIGNATURE * BigInt(message.header.numRequiredSignatures) + priority;
  const signers = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures).map((signer) => signer.toBase58());
  return {
    transfers,
    total: lamports(transfers.reduce((sum, transfer) => sum + transfer.lamports, 0n)),
    fee: lamports(signers[0] === wallet ? fee : 0n),
    memos,
    otherPrograms: [...otherPrograms],
    signerIndex: signers.indexOf(wallet),
    message: message.serialize(),
  };
}
