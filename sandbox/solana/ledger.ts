import type { AccountState } from './account-state.ts';
import type { Outcome } from './runtime.ts';
import type { LoadedAddresses, ParsedTransaction } from './wire.ts';

/** A transaction in a block, successful or not. */
export interface Landed {
  readonly transaction: ParsedTransaction;
  readonly slot: number;
  /** Unix seconds of its block. */
  readonly time: number;
  readonly loaded: LoadedAddresses;
  /** Static keys, then loaded writable, then loaded readonly ones. */
  readonly keys: readonly string[];
  readonly outcome: Outcome;
  readonly fee: bigint;
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
}

interface Undo {
  readonly slot: number;
  readonly before: ReadonlyMap<string, AccountState | undefined>;
}

/** The transactions that landed, in order, with the accounts' earlier states. */
export class Ledger {
  readonly #byId = new Map<string, Landed>();
  readonly #byAddress = new Map<string, Landed[]>();
  #undo: Undo[] = [];

  get count(): number {
    return this.#byId.size;
  }

  add(landed: Landed, before: ReadonlyMap<string, AccountState | undefined>): void {
    this.#byId.set(landed.transaction.id, landed);
    for (const key of landed.keys) {
      const list = this.#byAddress.get(key);
      if (list) list.push(landed);
      else this.#byAddress.set(key, [landed]);
    }
    this.#undo.push({ slot: landed.slot, before });
  }

  get(id: string): Landed | undefined {
    return this.#byId.get(id);
  }

  /** Transactions that name the address, newest first. */
  naming(address: string): Landed[] {
    return (this.#byAddress.get(address) ?? []).toReversed();
  }

  /** The account's state at the end of slot `top`, computed back from its current state. */
  accountAt(address: string, top: number, now: AccountState | undefined): AccountState | undefined {
    const later = this.#undo.find(({ slot, before }) => slot > top && before.has(address));
    return later ? later.before.get(address) : now;
  }

  /** Addresses touched after `top`. */
  touchedAfter(top: number): string[] {
    return this.#undo.filter(({ slot }) => slot > top).flatMap(({ before }) => [...before.keys()]);
  }

  /** Drops the earlier states that can no longer be asked for. */
  settle(below: number): void {
    if ((this.#undo[0]?.slot ?? below) < below)
      this.#undo = this.#undo.filter(({ slot }) => slot >= below);
  }
}
