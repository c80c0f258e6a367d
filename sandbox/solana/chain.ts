import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';

import type { AccountState } from './account-state.ts';
import { BLOCKHASH_SLOTS, Blockhashes } from './blockhashes.ts';
import { Ledger, type Landed } from './ledger.ts';
import { Runtime, type Outcome } from './runtime.ts';
import type { Identity, JournalEntry, StateFolder } from './state-folder.ts';
import { allKeys, loadAddresses, parseTransaction, type ParsedTransaction } from './wire.ts';

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Slots after which a transaction's block counts as confirmed, then as finalized. */
export interface Delays {
  readonly confirmedAfter: number;
  readonly finalizedAfter: number;
}

/** About 1 and 32 on mainnet. Short here, so that tests see both states without waiting. */
const DEFAULT_DELAYS: Delays = { confirmedAfter: 1, finalizedAfter: 4 };

// Below 2^53 lamports, so that the JSON number is exact.
const FAUCET_LAMPORTS = 9_000_000n * BigInt(LAMPORTS_PER_SOL);
const TREASURY_LAMPORTS = BigInt(LAMPORTS_PER_SOL);
const SYSTEM_PROGRAM = SystemProgram.programId.toBase58();
const LOOKUP_TABLE_PROGRAM = AddressLookupTableProgram.programId.toBase58();
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
// A read may lag at most this many slots behind the finalized slot.
const UNDO_SLOTS = 512;

const seconds = (): number => Math.floor(Date.now() / 1000);

/**
 * A chain: slots that advance on request, blockhashes that expire, and a history with three
 * commitments, all stored in a folder. The caller controls time.
 */
export class Chain {
  readonly identity: Identity;
  readonly #state: StateFolder;
  readonly #hashes: Blockhashes;
  #runtime: Runtime;
  #ledger = new Ledger();
  #slot: number;
  #delays = DEFAULT_DELAYS;
  // Raising a delay never lowers a commitment that a client has already seen.
  #confirmed = 0;
  #finalized = 0;

  constructor(state: StateFolder) {
    this.#state = state;
    this.identity = state.identity;
    this.#hashes = new Blockhashes(state.identity.genesis);
    this.#runtime = this.#genesis();
    this.#slot = Math.max(state.slot, 1);
    this.#replay(state.entries());
    this.#enter(this.#slot);
  }

  get transactionCount(): number {
    return this.#ledger.count;
  }

  setDelays(delays: Delays): void {
    this.#delays = delays;
    this.#settle();
  }

  /** The newest slot at `commitment`. Every slot has a block, so it equals the height. */
  top(commitment: Commitment): number {
    if (commitment === 'processed') return this.#slot;
    return commitment === 'confirmed' ? this.#confirmed : this.#finalized;
  }

  advance(slots: number): void {
    for (let step = 0; step < slots; step++) this.#enter(this.#slot + 1);
  }

  blockhash(slot: number): { blockhash: string; lastValidBlockHeight: number } {
    return { blockhash: this.#hashes.at(slot), lastValidBlockHeight: slot + BLOCKHASH_SLOTS };
  }

  account(address: string, top: number): AccountState | undefined {
    return this.#ledger.accountAt(address, top, this.#runtime.account(address));
  }

  ownedBy(program: string, top: number): [string, AccountState][] {
    const candidates = new Set([
      ...this.#runtime.owned(program),
      ...this.#ledger.touchedAfter(top),
    ]);
    return [...candidates].flatMap((address): [string, AccountState][] => {
      const account = this.account(address, top);
      return account?.owner === program ? [[address, account]] : [];
    });
  }

  rentExemption(bytes: number): bigint {
    return this.#runtime.rentExemption(bytes);
  }

  landed(id: string): Landed | undefined {
    return this.#ledger.get(id);
  }

  naming(address: string): Landed[] {
    return this.#ledger.naming(address);
  }

  simulate(transaction: ParsedTransaction): Outcome {
    this.#showSlots(transaction, this.#slot);
    return this.#runtime.simulate(transaction);
  }

  /** Why a transaction is rejected before its instructions run. */
  refusal(transaction: ParsedTransaction): 'BlockhashNotFound' | 'AlreadyProcessed' | undefined {
    if (!this.#hashes.isValid(transaction.blockhash)) return 'BlockhashNotFound';
    return this.#ledger.get(transaction.id) ? 'AlreadyProcessed' : undefined;
  }

  /**
   * Writes the journal, then executes. A transaction that can't pay its fee leaves no trace, as on
   * a real node.
   */
  submit(transaction: ParsedTransaction): void {
    if (this.refusal(transaction)) return;
    const entry = {
      kind: 'transaction',
      slot: this.#slot,
      time: seconds(),
      bytes: Buffer.from(transaction.bytes).toString('base64'),
    } as const;
    this.#state.append(entry);
    this.#apply(transaction, entry.slot, entry.time);
  }

  /** Transfers from the faucet. Returns the signature. */
  airdrop(address: string, lamports: number): string {
    const transfer = new Transaction({
      feePayer: this.identity.faucet.publicKey,
      ...this.blockhash(this.#slot),
    }).add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 }),
      SystemProgram.transfer({
        fromPubkey: this.identity.faucet.publicKey,
        toPubkey: new PublicKey(address),
        lamports,
      }),
      // Makes two airdrops of the same amount in one slot different transactions.
      new TransactionInstruction({
        programId: MEMO_PROGRAM,
        keys: [],
        data: Buffer.from(`airdrop ${this.#ledger.count}`),
      }),
    );
    transfer.sign(this.identity.faucet);
    const parsed = parseTransaction(transfer.serialize());
    this.submit(parsed);
    return parsed.id;
  }

  /**
   * Switches to another branch: everything after slot `keep` is undone and its blockhashes are
   * void. Finalized slots stay.
   */
  fork(keep: number): void {
    const entry = {
      kind: 'fork',
      slot: this.#slot,
      keep: Math.max(keep, this.#finalized),
    } as const;
    this.#state.append(entry);
    this.#runtime = this.#genesis();
    this.#ledger = new Ledger();
    this.#replay(this.#state.entries());
    this.#enter(this.#slot);
  }

  close(): void {
    this.#state.close();
  }

  #enter(slot: number): void {
    this.#state.reach(slot);
    this.#slot = slot;
    this.#hashes.advance(slot);
    this.#runtime.setClock(slot, seconds());
    this.#settle();
  }

  #settle(): void {
    this.#confirmed = Math.max(this.#confirmed, this.#slot - this.#delays.confirmedAfter);
    this.#finalized = Math.max(
      this.#finalized,
      this.#slot - Math.max(this.#delays.finalizedAfter, this.#delays.confirmedAfter),
    );
    this.#ledger.settle(this.#finalized - UNDO_SLOTS);
  }

  #genesis(): Runtime {
    const runtime = new Runtime();
    const empty = { owner: SYSTEM_PROGRAM, data: new Uint8Array(), executable: false };
    runtime.setAccount(this.identity.faucet.publicKey.toBase58(), {
      ...empty,
      lamports: FAUCET_LAMPORTS,
    });
    runtime.setAccount(this.identity.treasury.publicKey.toBase58(), {
      ...empty,
      lamports: TREASURY_LAMPORTS,
    });
    return runtime;
  }

  #replay(entries: readonly JournalEntry[]): void {
    const forks = entries.flatMap((entry, at) =>
      entry.kind === 'fork' ? [{ at, keep: entry.keep }] : [],
    );
    entries.forEach((entry, at) => {
      if (entry.kind === 'fork') return;
      if (forks.some((fork) => fork.at > at && entry.slot > fork.keep)) return;
      this.#runtime.setClock(entry.slot, entry.time);
      this.#slot = Math.max(this.#slot, entry.slot);
      this.#apply(parseTransaction(Buffer.from(entry.bytes, 'base64')), entry.slot, entry.time);
    });
    this.#hashes.setForks(forks.map(({ keep }) => keep));
  }

  // Only transactions that create a lookup table read slot hashes, so they aren't updated for each
  // slot.
  #showSlots(transaction: ParsedTransaction, slot: number): void {
    if (!transaction.staticKeys.includes(LOOKUP_TABLE_PROGRAM)) return;
    const slots = Array.from(
      { length: Math.min(slot, BLOCKHASH_SLOTS) },
      (_, ago) => slot - 1 - ago,
    );
    this.#runtime.setSlotHashes(slots.map((one) => ({ slot: one, hash: this.#hashes.at(one) })));
  }

  #apply(transaction: ParsedTransaction, slot: number, time: number): void {
    this.#showSlots(transaction, slot);
    const read = (address: string): AccountState | undefined => this.#runtime.account(address);
    const loaded = loadAddresses(transaction, read);
    if ('err' in loaded) return;
    const keys = allKeys(transaction, loaded);
    const before = keys.map(read);
    const outcome = this.#runtime.execute(transaction);
    const after = keys.map(read);
    const preBalances = before.map((account) => account?.lamports ?? 0n);
    const postBalances = after.map((account) => account?.lamports ?? 0n);
    const sum = (amounts: readonly bigint[]): bigint =>
      amounts.reduce((total, amount) => total + amount, 0n);
    // Lamports only move between a transaction's accounts; the difference is the fee.
    const fee = sum(preBalances) - sum(postBalances);
    if (fee === 0n) return;
    this.#ledger.add(
      {
        transaction,
        slot,
        time,
        loaded,
        keys,
        outcome,
        fee,
        preBalances,
        postBalances,
      },
      new Map(keys.map((key, index) => [key, before[index]])),
    );
  }
}
