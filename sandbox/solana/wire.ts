import { ed25519 } from '@noble/curves/ed25519.js';
import {
  AddressLookupTableAccount,
  ComputeBudgetInstruction,
  ComputeBudgetProgram,
  MessageV0,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';

import { encodeBase58 } from '../../renderer/core/base58.ts';
import type { AccountState } from './account-state.ts';
import type { TransactionErrorJson } from './transaction-error.ts';

const MEMO_PROGRAMS = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]);
const PACKET_BYTES = 1_232;

export interface ParsedTransaction {
  /** The fee payer's signature, base58: the transaction's id. */
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly messageBytes: Uint8Array;
  readonly signatures: readonly Uint8Array[];
  readonly version: 'legacy' | 0;
  readonly message: VersionedTransaction['message'];
  readonly staticKeys: readonly string[];
  readonly blockhash: string;
}

/** Addresses that a v0 transaction loads from lookup tables. */
export interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

/** @throws Error if a node would not accept the bytes as a transaction */
export function parseTransaction(bytes: Uint8Array): ParsedTransaction {
  if (bytes.length > PACKET_BYTES)
    throw new Error(`transaction too large: ${bytes.length} bytes (max: ${PACKET_BYTES} bytes)`);
  const { message, signatures } = VersionedTransaction.deserialize(bytes);
  const { version } = message;
  if (version !== 'legacy' && version !== 0)
    throw new Error(`unsupported transaction version: ${version}`);
  const [first] = signatures;
  if (!first || signatures.length !== message.header.numRequiredSignatures)
    throw new Error('the number of signatures is wrong');
  return {
    id: encodeBase58(first),
    bytes,
    // The bytes that were signed, not a new serialization.
    messageBytes: bytes.subarray(
      signatures.length < 128 ? 1 + 64 * signatures.length : 2 + 64 * signatures.length,
    ),
    signatures,
    version,
    message,
    staticKeys: message.staticAccountKeys.map((key) => key.toBase58()),
    blockhash: message.recentBlockhash,
  };
}

export const signaturesValid = (transaction: ParsedTransaction): boolean =>
  transaction.signatures.every((signature, index) => {
    const key = transaction.message.staticAccountKeys[index];
    try {
      return (
        key !== undefined && ed25519.verify(signature, transaction.messageBytes, key.toBytes())
      );
    } catch {
      return false; // The key isn't a point on the curve.
    }
  });

/** The addresses from lookup tables in the message's order, or the error that a node reports. */
export function loadAddresses(
  transaction: ParsedTransaction,
  account: (address: string) => AccountState | undefined,
): LoadedAddresses | { readonly err: TransactionErrorJson } {
  const writable: string[] = [];
  const readonly: string[] = [];
  if (!(transaction.message instanceof MessageV0)) return { writable, readonly };
  for (const lookup of transaction.message.addressTableLookups) {
    const table = account(lookup.accountKey.toBase58());
    if (!table) return { err: 'AddressLookupTableNotFound' };
    const { addresses } = AddressLookupTableAccount.deserialize(table.data);
    const take = (indexes: readonly number[], into: string[]): boolean =>
      indexes.every((index) => {
        const address = addresses[index];
        if (address) into.push(address.toBase58());
        return address !== undefined;
      });
    if (!take(lookup.writableIndexes, writable) || !take(lookup.readonlyIndexes, readonly))
      return { err: 'InvalidAddressLookupTableIndex' };
  }
  return { writable, readonly };
}

export const allKeys = (transaction: ParsedTransaction, loaded: LoadedAddresses): string[] => [
  ...transaction.staticKeys,
  ...loaded.writable,
  ...loaded.readonly,
];

/** What the transaction pays for each compute unit, in millionths of a lamport. */
export function unitPrice(message: VersionedTransaction['message']): number {
  for (const { programIdIndex, data } of message.compiledInstructions) {
    const programId = message.staticAccountKeys[programIdIndex];
    if (!programId?.equals(ComputeBudgetProgram.programId)) continue;
    const instruction = new TransactionInstruction({
      programId,
      keys: [],
      data: Buffer.from(data),
    });
    if (ComputeBudgetInstruction.decodeInstructionType(instruction) === 'SetComputeUnitPrice')
      return Number(ComputeBudgetInstruction.decodeSetComputeUnitPrice(instruction).microLamports);
  }
  return 0;
}

/** '[5] hello; [3] bye', as in getSignaturesForAddress; null without a memo. */
export function memoText(transaction: ParsedTransaction): string | null {
  const memos = transaction.message.compiledInstructions
    .filter((instruction) =>
      MEMO_PROGRAMS.has(transaction.staticKeys[instruction.programIdIndex] ?? ''),
    )
    .map(({ data }) => `[${data.length}] ${new TextDecoder().decode(data)}`);
  return memos.length > 0 ? memos.join('; ') : null;
}
