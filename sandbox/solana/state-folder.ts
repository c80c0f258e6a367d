import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Keypair } from '@solana/web3.js';
import { z } from 'zod';

import { encodeBase58 } from '../../renderer/core/base58.ts';

const identitySchema = z.object({
  genesis: z.string(),
  treasury: z.array(z.number()).length(64),
  faucet: z.array(z.number()).length(64),
});

const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transaction'),
    slot: z.number(),
    time: z.number(),
    bytes: z.base64(),
  }),
  z.object({ kind: z.literal('fork'), slot: z.number(), keep: z.number() }),
]);

/**
 * A line of the journal: a transaction's arrival, or a fork that undoes everything after `keep`.
 */
export type JournalEntry = z.infer<typeof entrySchema>;

export interface Identity {
  readonly genesis: string;
  readonly treasury: Keypair;
  readonly faucet: Keypair;
}

// How far ahead slot numbers are recorded, so that a killed process never counts backwards.
const SLOTS_AHEAD = 64;

/**
 * The state that survives a kill -9: the chain's identity, a write-ahead journal of arrivals, and a
 * slot number not below the last one that a client saw.
 */
export class StateFolder {
  readonly identity: Identity;
  readonly #folder: string;
  readonly #journal: number;
  #reserved: number;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    this.identity = this.#readIdentity() ?? this.#createIdentity();
    this.#reserved = this.#readSlot();
    this.#dropTornLine();
    this.#journal = openSync(this.#path('journal.jsonl'), 'a');
  }

  /** The slot to continue from: 0 on a new chain. */
  get slot(): number {
    return this.#reserved;
  }

  /** @throws Error if a line in the middle is damaged */
  entries(): JournalEntry[] {
    const lines = readFileSync(this.#path('journal.jsonl'), 'utf8').split('\n').filter(Boolean);
    try {
      return lines.map((line) => entrySchema.parse(JSON.parse(line)));
    } catch (cause) {
      throw new Error(
        `The sandbox's journal in ${this.#folder} is damaged. Start with --reset for a new chain.`,
        { cause },
      );
    }
  }

  /** Returns when the entry is on disk. Only then may it take effect. */
  append(entry: JournalEntry): void {
    writeSync(this.#journal, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.#journal);
  }

  /** Call before a client sees the slot. */
  reach(slot: number): void {
    if (slot <= this.#reserved) return;
    this.#reserved = slot + SLOTS_AHEAD;
    this.#replace('slot.json', JSON.stringify(this.#reserved));
  }

  close(): void {
    closeSync(this.#journal);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #readIdentity(): Identity | undefined {
    if (!existsSync(this.#path('identity.json'))) return undefined;
    const stored = identitySchema.parse(
      JSON.parse(readFileSync(this.#path('identity.json'), 'utf8')),
    );
    return {
      ...stored,
      treasury: Keypair.fromSecretKey(Uint8Array.from(stored.treasury)),
      faucet: Keypair.fromSecretKey(Uint8Array.from(stored.faucet)),
    };
  }

  #createIdentity(): Identity {
    const identity = {
      genesis: encodeBase58(randomBytes(32)),
      treasury: Keypair.generate(),
      faucet: Keypair.generate(),
    };
    const stored = {
      ...identity,
      treasury: [...identity.treasury.secretKey],
      faucet: [...identity.faucet.secretKey],
    };
    this.#replace('identity.json', JSON.stringify(stored));
    return identity;
  }

  #readSlot(): number {
    const file = this.#path('slot.json');
    return existsSync(file)
      ? z
          .number()
          .int()
          .nonnegative()
          .parse(JSON.parse(readFileSync(file, 'utf8')))
      : 0;
  }

  // The process died while it wrote this incomplete line. No client knows of it.
  #dropTornLine(): void {
    const file = this.#path('journal.jsonl');
    if (!existsSync(file)) return;
    const content = readFileSync(file);
    truncateSync(file, content.lastIndexOf(0x0a) + 1);
  }

  #replace(name: string, content: string): void {
    const next = this.#path(`${name}.next`);
    writeFileSync(next, content, { mode: 0o600, flush: true });
    renameSync(next, this.#path(name));
  }
}

/** Deletes a chain. The next start creates a new one with a new genesis hash. */
export function resetState(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
