import { decodeBase58, encodeBase58 } from '../../core/base58.ts';

/**
 * Pure parsing of Solana's wire transactions, legacy and v0, and of the few instructions that a
 * payment uses. Without web3.js, because the desktop's main process uses it too. Format:
 * https://solana.com/docs/core/transactions (compact arrays, then the message).
 */
export interface ParsedInstruction {
  readonly program: string;
  /** Addresses in order; undefined for those in a v0 lookup table. */
  readonly accounts: readonly (string | undefined)[];
  readonly data: Uint8Array;
}

export interface ParsedTransaction {
  /** 64 bytes each, in the order of the signers; all zero if not signed. */
  readonly signatures: readonly Uint8Array[];
  /** The bytes that are signed. */
  readonly message: Uint8Array;
  readonly version: 'legacy' | 0;
  readonly signers: readonly string[];
  readonly writable: ReadonlySet<string>;
  readonly blockhash: string;
  readonly instructions: readonly ParsedInstruction[];
  /** Whether it uses address lookup tables, which can't be resolved without the chain. */
  readonly usesLookupTables: boolean;
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const MEMO_PROGRAM_V1 = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
/**
 * Assertions that Phantom and other wallets append:
 * https://docs.phantom.com/developer-powertools/lighthouse
 */
export const LIGHTHOUSE_PROGRAM = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';

/** Maximum size of a transaction: one network packet. */
const MAX_TRANSACTION_BYTES = 1232;

class Reader {
  offset = 0;
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  take(length: number): Uint8Array {
    if (this.offset + length > this.bytes.length) throw new RangeError('transaction cut short');
    this.offset += length;
    return this.bytes.subarray(this.offset - length, this.offset);
  }
  byte(): number {
    return this.take(1)[0] ?? 0;
  }
  address(): string {
    return encodeBase58(this.take(32));
  }
  /** compact-u16: seven bits per byte, at most three bytes, shortest form. */
  length(): number {
    let value = 0;
    for (let i = 0; i < 3; i += 1) {
      const byte = this.byte();
      value |= (byte & 0x7f) << (7 * i);
      if (byte & 0x80) continue;
      if ((i > 0 && byte === 0) || value > 0xffff) break;
      return value;
    }
    throw new RangeError('bad compact length');
  }
  list<T>(item: () => T): T[] {
    return Array.from({ length: this.length() }, item);
  }
  get done(): boolean {
    return this.offset === this.bytes.length;
  }
}

/** @throws RangeError unless the bytes are exactly one transaction */
export function parseTransaction(wire: Uint8Array): ParsedTransaction {
  if (wire.length > MAX_TRANSACTION_BYTES) throw new RangeError('transaction too long');
  const reader = new Reader(wire);
  const signatures = reader.list(() => reader.take(64));
  const message = wire.subarray(reader.offset);
  const prefixed = ((message[0] ?? 0) & 0x80) !== 0;
  if (prefixed && reader.byte() !== 0x80) throw new RangeError('unknown transaction version');
  const required = reader.byte();
  const readonlySigned = reader.byte();
  const readonlyUnsigned = reader.byte();
  const keys = reader.list(() => reader.address());
  const blockhash = reader.address();
  const compiled = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.take(reader.length()),
    data: reader.take(reader.length()),
  }));
  const tables = prefixed
    ? reader.list(
        () =>
          reader.take(32).length +
          reader.take(reader.length()).length +
          reader.take(reader.length()).length,
      )
    : [];
  const sound =
    reader.done &&
    required > 0 &&
    required === signatures.length &&
    readonlySigned < required &&
    required + readonlyUnsigned <= keys.length &&
    new Set(keys).size === keys.length;
  if (!sound) throw new RangeError('malformed transaction');
  const isWritable = (index: number): boolean =>
    index < required ? index < required - readonlySigned : index < keys.length - readonlyUnsigned;
  return {
    signatures,
    message,
    version: prefixed ? 0 : 'legacy',
    signers: keys.slice(0, required),
    writable: new Set(keys.filter((_, index) => isWritable(index))),
    blockhash,
    instructions: compiled.map(({ program, accounts, data }) => ({
      program: known(keys[program]),
      accounts: [...accounts].map((index) => keys[index]),
      data,
    })),
    usesLookupTables: tables.length > 0,
  };
}

function known(program: string | undefined): string {
  if (program === undefined) throw new RangeError('program outside the transaction');
  return program;
}

export interface SystemTransfer {
  readonly from: string;
  readonly to: string;
  readonly lamports: bigint;
  /** Further accounts after the two: references. */
  readonly extra: readonly string[];
}

type InstructionParts = Pick<ParsedInstruction, 'program' | 'accounts' | 'data'>;
const TRANSFER = 2;

const view = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

function transferOf(
  [from, to, ...extra]: InstructionParts['accounts'],
  data: Uint8Array,
): SystemTransfer | undefined {
  if (from === undefined || to === undefined) return undefined;
  return {
    from,
    to,
    lamports: view(data).getBigUint64(4, true),
    extra: extra.filter((address) => address !== undefined),
  };
}

/** The system program's Transfer (index 2, u64 lamports); undefined for any other instruction. */
export function readTransfer({
  program,
  accounts,
  data,
}: InstructionParts): SystemTransfer | undefined {
  if (
    program !== SYSTEM_PROGRAM ||
    data.length !== 12 ||
    view(data).getUint32(0, true) !== TRANSFER
  )
    return undefined;
  return transferOf(accounts, data);
}

const TRANSFER_WITH_SEED = 11;
/** u32 index, u64 lamports, u64 length of the seed, the seed, 32 bytes of its owner. */
const SEEDLESS_BYTES = 4 + 8 + 8 + 32;

/**
 * Any system transfer of SOL: Transfer, or TransferWithSeed (index 11) from an address derived from
 * a signer's. The latter names that signer between the two accounts.
 */
export function readMovement(instruction: InstructionParts): SystemTransfer | undefined {
  const { program, accounts, data } = instruction;
  if (program !== SYSTEM_PROGRAM || data.length < SEEDLESS_BYTES) return readTransfer(instruction);
  if (view(data).getUint32(0, true) !== TRANSFER_WITH_SEED) return undefined;
  if (view(data).getBigUint64(12, true) !== BigInt(data.length - SEEDLESS_BYTES)) return undefined;
  const [from, , ...rest] = accounts;
  return transferOf([from, ...rest], data);
}

/** The text of a memo instruction, or undefined. */
export function readMemo({ program, data }: InstructionParts): string | undefined {
  return program === MEMO_PROGRAM || program === MEMO_PROGRAM_V1
    ? new TextDecoder().decode(data)
    : undefined;
}

/** The limit (units) or price (micro-lamports per unit) that a compute budget instruction sets. */
function readComputeBudget({
  program,
  data,
}: InstructionParts): { limit?: number; price?: bigint } | undefined {
  if (program !== COMPUTE_BUDGET_PROGRAM) return undefined;
  if (data[0] === 2 && data.length === 5) return { limit: view(data).getUint32(1, true) };
  if (data[0] === 3 && data.length === 9) return { price: view(data).getBigUint64(1, true) };
  return {};
}

/** https://solana.com/docs/core/fees */
const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO = 1_000_000n;
/** The runtime's limit for an instruction without one of its own. */
const DEFAULT_UNITS = 200_000;
/** The highest network fee that a wallet may set: 0.01 SOL. */
export const MAX_FEE = 10_000_000n;
/**
 * Lighthouse's first two instructions write and close memory accounts at the payer's expense; the
 * others only assert.
 */
const FIRST_ASSERTION = 2;

/** Signature fee plus priority fee (compute limit × price, rounded up), in lamports. */
export const networkFee = (signatures: number, limit: number, price: bigint): bigint =>
  LAMPORTS_PER_SIGNATURE * BigInt(signatures) + (BigInt(limit) * price + MICRO - 1n) / MICRO;

/** The most that the network charges for this transaction, in lamports. */
export function feeOf({
  instructions,
  signatures,
}: Pick<ParsedTransaction, 'instructions' | 'signatures'>): bigint {
  const budgets = instructions.map(readComputeBudget).filter((one) => one !== undefined);
  const limit =
    budgets.find((one) => one.limit !== undefined)?.limit ?? DEFAULT_UNITS * instructions.length;
  const price = budgets.find((one) => one.price !== undefined)?.price ?? 0n;
  return networkFee(signatures.length, limit, price);
}

/**
 * Instructions that a wallet may add: compute budget, whose fee is limited separately, and
 * assertions, which move nothing.
 */
export const isBeside = ({ program, data }: Pick<ParsedInstruction, 'program' | 'data'>): boolean =>
  program === COMPUTE_BUDGET_PROGRAM ||
  (program === LIGHTHOUSE_PROGRAM && (data[0] ?? 0) >= FIRST_ASSERTION);

/** The instructions without those that a wallet may add, to be compared. */
export const essence = ({ instructions }: ParsedTransaction): string =>
  JSON.stringify(
    instructions
      .filter((one) => !isBeside(one))
      .map(({ program, accounts, data }) => [program, accounts, [...data]]),
  );

export const signatureText = (signature: Uint8Array): string => encodeBase58(signature);
export const publicKeyBytes = (address: string): Uint8Array<ArrayBuffer> => decodeBase58(address);
