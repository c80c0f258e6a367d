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

// solana-transaction-error's variants without fields, in LiteSVM's numbering.
const TRANSACTION_ERRORS: readonly string[] = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
  'ClusterMaintenance',
  'AccountBorrowOutstanding',
  'WouldExceedMaxBlockCostLimit',
  'UnsupportedVersion',
  'InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedAccountDataBlockLimit',
  'TooManyAccountLocks',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'InvalidRentPayingAccount',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataTotalLimit',
  'MaxLoadedAccountsDataSizeExceeded',
  'ResanitizationNeeded',
  'InvalidLoadedAccountsDataSizeLimit',
  'UnbalancedTransaction',
  'ProgramCacheHitMaxLimit',
  'CommitCancelled',
];

// The same for solana-instruction-error.
const INSTRUCTION_ERRORS: readonly string[] = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
  'AccountAlreadyInitialized',
  'UninitializedAccount',
  'UnbalancedInstruction',
  'ModifiedProgramId',
  'ExternalAccountLamportSpend',
  'ExternalAccountDataModified',
  'ReadonlyLamportChange',
  'ReadonlyDataModified',
  'DuplicateAccountIndex',
  'ExecutableModified',
  'RentEpochModified',
  'NotEnoughAccountKeys',
  'AccountDataSizeChanged',
  'AccountNotExecutable',
  'AccountBorrowFailed',
  'AccountBorrowOutstanding',
  'DuplicateAccountOutOfSync',
  'InvalidError',
  'ExecutableDataModified',
  'ExecutableLamportChange',
  'ExecutableAccountNotRentExempt',
  'UnsupportedProgramId',
  'CallDepth',
  'MissingAccount',
  'ReentrancyNotAllowed',
  'MaxSeedLengthExceeded',
  'InvalidSeeds',
  'InvalidRealloc',
  'ComputationalBudgetExceeded',
  'PrivilegeEscalation',
  'ProgramEnvironmentSetupFailure',
  'ProgramFailedToComplete',
  'ProgramFailedToCompile',
  'Immutable',
  'IncorrectAuthority',
  'AccountNotRentExempt',
  'InvalidAccountOwner',
  'ArithmeticOverflow',
  'UnsupportedSysvar',
  'IllegalOwner',
  'MaxAccountsDataAllocationsExceeded',
  'MaxAccountsExceeded',
  'MaxInstructionTraceLengthExceeded',
  'BuiltinProgramsMustConsumeComputeUnits',
  'BorshIoError',
];

/** Converts LiteSVM's error to a node's JSON. */
export function errorJson(
  error: ReturnType<FailedTransactionMetadata['err']>,
): TransactionErrorJson {
  if (typeof error === 'number') return TRANSACTION_ERRORS[error] ?? 'ClusterMaintenance';
  if ('err' in error) {
    const inner = error.err();
    if (typeof inner === 'number')
      return { InstructionError: [error.index, INSTRUCTION_ERRORS[inner] ?? 'GenericError'] };
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
