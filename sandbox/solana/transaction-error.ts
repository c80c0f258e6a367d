import type { FailedTransactionMetadata } from 'litesvm';

/** A transaction's error in the shape of Solana's JSON-RPC. */
export type TransactionErrorJson =
  | string
  | {
      readonly InstructionError: readonly [
        number,
        string | { readonly Custom: number } | { readonly BorshIoError: string },
      ];
    }
  | { readonly DuplicateInstruction: number }
  | { readonly InsufficientFundsForRent: { readonly account_index: number } }
  | { readonly ProgramExecutionTemporarilyRestricted: { readonly account_index: number } };

/** Converts LiteSVM's error to a node's JSON. Only its text names errors without fields. */
export function errorJson(failed: FailedTransactionMetadata): TransactionErrorJson {
  const [, name = 'ClusterMaintenance', why = 'GenericError'] =
    /err: (\w+)(?:\(\d+, (\w+))?/.exec(failed.toString()) ?? [];
  const error = failed.err();
  if (typeof error === 'number') return name;
  if ('err' in error) {
    const inner = error.err();
    if (typeof inner === 'number') return { InstructionError: [error.index, why] };
    if ('code' in inner) return { InstructionError: [error.index, { Custom: inner.code }] };
    return { InstructionError: [error.index, { BorshIoError: inner.msg }] };
  }
  if ('index' in error) return { DuplicateInstruction: error.index };
  const account = { account_index: error.accountIndex };
  return error.constructor.name === 'TransactionErrorInsufficientFundsForRent'
    ? { InsufficientFundsForRent: account }
    : { ProgramExecutionTemporarilyRestricted: account };
}

/** solana-transaction-error's texts, for the messages that clients show. */
export function errorText(error: TransactionErrorJson): string {
  if (error === 'AlreadyProcessed') return 'This transaction has already been processed';
  if (error === 'BlockhashNotFound') return 'Blockhash not found';
  if (error === 'InsufficientFundsForFee') return 'Insufficient funds for fee';
  if (error === 'AccountNotFound')
    return 'Attempt to debit an account but found no record of a prior credit.';
  if (typeof error === 'string') return error;
  if ('InstructionError' in error) {
    const [index, why] = error.InstructionError;
    const reason =
      typeof why === 'string'
        ? why
        : 'Custom' in why
          ? `custom program error: 0x${why.Custom.toString(16)}`
          : why.BorshIoError;
    return `Error processing Instruction ${index}: ${reason}`;
  }
  return JSON.stringify(error);
}
