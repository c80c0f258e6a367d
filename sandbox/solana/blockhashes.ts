import { createHash } from 'node:crypto';

import { encodeBase58 } from '../../renderer/core/base58.ts';

/** A blockhash is valid until the block height exceeds its own by more than this. */
export const BLOCKHASH_SLOTS = 150;

/**
 * A chain's blockhashes: each is a hash of the genesis, the slot and the number of forks below it.
 * They need no storage: a restarted chain computes the same ones.
 */
export class Blockhashes {
  readonly #genesis: string;
  readonly #slots = new Map<string, number>();
  #forks: readonly number[] = [];
  #newest = -1;

  constructor(genesis: string) {
    this.#genesis = genesis;
  }

  at(slot: number): string {
    const forks = this.#forks.filter((keep) => keep < slot).length;
    return encodeBase58(createHash('sha256').update(`${this.#genesis}:${slot}:${forks}`).digest());
  }

  isValid(blockhash: string): boolean {
    const slot = this.#slots.get(blockhash);
    return slot !== undefined && this.#newest - slot <= BLOCKHASH_SLOTS;
  }

  advance(newest: number): void {
    for (
      let slot = Math.max(this.#newest + 1, newest - 2 * BLOCKHASH_SLOTS);
      slot <= newest;
      slot++
    )
      this.#slots.set(this.at(slot), slot);
    this.#newest = newest;
    for (const [hash, slot] of this.#slots) {
      if (slot >= newest - 2 * BLOCKHASH_SLOTS) break;
      this.#slots.delete(hash);
    }
  }

  /** The slots after which the chain forked. */
  setForks(keeps: readonly number[]): void {
    this.#forks = keeps;
    this.#slots.clear();
    const newest = this.#newest;
    this.#newest = -1;
    this.advance(newest);
  }
}
