import { createRequire } from 'node:module';
import type * as LiteSvm from 'litesvm';

import type { AccountState } from './account-state.ts';
import { errorJson, type TransactionErrorJson } from './transaction-error.ts';
import type { ParsedTransaction } from './wire.ts';

export interface InnerInstructionJson {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  readonly stackHeight: number;
}

/** The result of executing or simulating a transaction. */
export interface Outcome {
  readonly err: TransactionErrorJson | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  /** By index of the outer instruction. */
  readonly inner: readonly (readonly InnerInstructionJson[])[];
}

// LiteSVM's version of @solana/kit declares these; only their shapes matter here.
type KitTransaction = Parameters<LiteSvm.LiteSVM['sendTransaction']>[0];
type KitAddress = Parameters<LiteSvm.LiteSVM['getAccount']>[0];
type KitAccount = Parameters<LiteSvm.LiteSVM['setAccount']>[0];

// LiteSVM is CommonJS, and Node can't see its named exports. It is required here so that a platform
// without a binary fails only in `loadLiteSvm`.
const require = createRequire(import.meta.url);

function loadLiteSvm(): typeof LiteSvm {
  return require('litesvm') as typeof LiteSvm;
}

/** Whether LiteSVM has a binary for this machine (there is none for Windows). */
export function runtimeSupported(): boolean {
  try {
    loadLiteSvm();
    return true;
  } catch {
    return false;
  }
}

/** The Solana virtual machine: executes, simulates and stores accounts. It has no history. */
export class Runtime {
  readonly #lib = loadLiteSvm();
  // The chain in front of it checks signatures, expiry and duplicates.
  readonly #svm = new this.#lib.LiteSVM()
    .withBlockhashCheck(false)
    .withSigverify(false)
    .withTransactionHistory(0n);

  setClock(slot: number, unixSeconds: number): void {
    const epoch = BigInt(Math.floor(slot / SLOTS_IN_EPOCH));
    this.#svm.setClock(
      new this.#lib.Clock(BigInt(slot), 0n, epoch, epoch + 1n, BigInt(unixSeconds)),
    );
  }

  /** The sysvar by which a new lookup table proves that its slot is recent; newest first. */
  setSlotHashes(hashes: readonly { readonly slot: number; readonly hash: string }[]): void {
    this.#svm.setSlotHashes(hashes.map(({ slot, hash }) => ({ slot: BigInt(slot), hash })));
  }

  account(address: string): AccountState | undefined {
    const found = this.#svm.getAccount(address as KitAddress);
    if (!found.exists || found.lamports === 0n) return undefined;
    return {
      lamports: found.lamports,
      owner: found.programAddress,
      data: Uint8Array.from(found.data),
      executable: found.executable,
    };
  }

  setAccount(address: string, account: AccountState): void {
    this.#svm.setAccount({
      address: address as KitAddress,
      lamports: account.lamports as KitAccount['lamports'],
      programAddress: account.owner as KitAddress,
      data: account.data,
      executable: account.executable,
      space: BigInt(account.data.length),
    });
  }

  /** Addresses of the accounts that a program owns. */
  owned(program: string): string[] {
    return this.#svm.getProgramAccounts(program as KitAddress).map((account) => account.address);
  }

  rentExemption(bytes: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(bytes));
  }

  execute(transaction: ParsedTransaction): Outcome {
    const result = this.#svm.sendTransaction(toKit(transaction));
    return result instanceof this.#lib.FailedTransactionMetadata
      ? outcome(result.meta(), errorJson(result))
      : outcome(result, null);
  }

  simulate(transaction: ParsedTransaction): Outcome {
    const result = this.#svm.simulateTransaction(toKit(transaction));
    return result instanceof this.#lib.FailedTransactionMetadata
      ? outcome(result.meta(), errorJson(result))
      : outcome(result.meta(), null);
  }
}

const SLOTS_IN_EPOCH = 432_000;

function toKit(transaction: ParsedTransaction): KitTransaction {
  const signers = transaction.staticKeys.slice(0, transaction.signatures.length);
  const signatures = Object.fromEntries(
    signers.map((signer, index) => [signer, transaction.signatures[index]]),
  );
  return { messageBytes: transaction.messageBytes, signatures } as unknown as KitTransaction;
}

function outcome(meta: LiteSvm.TransactionMetadata, err: TransactionErrorJson | null): Outcome {
  return {
    err,
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    inner: meta.innerInstructions().map((list) =>
      list.map((inner) => {
        const instruction = inner.instruction();
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: instruction.data(),
          stackHeight: inner.stackHeight(),
        };
      }),
    ),
  };
}
