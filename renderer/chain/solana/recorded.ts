import type {
  ConfirmedSignatureInfo,
  Finality,
  VersionedTransactionResponse,
} from '@solana/web3.js';

import { decodeBase58 } from '../../core/base58.ts';
import type { SignatureStatus } from '../../ports/chain.ts';
import type { Ask } from './connections.ts';
import type { ParsedInstruction } from './message.ts';
import type { RecordedTransaction } from './verify.ts';

/** Resolves when a node has accepted the transaction. */
export async function broadcast(ask: Ask, signed: Uint8Array, signal?: AbortSignal): Promise<void> {
  // The transaction was simulated before it was signed. Simulating again on every node would only
  // turn a node's lag into an error; the signature's status tells what happened.
  await ask(
    (connection) => connection.sendRawTransaction(signed, { skipPreflight: true, maxRetries: 0 }),
    signal,
  );
}

export async function statusOf(
  ask: Ask,
  signature: string,
  signal?: AbortSignal,
): Promise<SignatureStatus> {
  const { value } = await ask(
    (connection) =>
      connection.getSignatureStatuses([signature], { searchTransactionHistory: true }),
    signal,
  );
  const [status] = value;
  if (!status) return { kind: 'unknown' };
  const { confirmationStatus: commitment = 'processed', slot, err } = status;
  return { kind: 'seen', commitment, slot, failed: err !== null };
}

/** The finalized transaction; undefined while there is none. */
export async function readFinalized(
  ask: Ask,
  signature: string,
  signal?: AbortSignal,
): Promise<RecordedTransaction | undefined> {
  const response = await ask(
    (connection) =>
      connection.getTransaction(signature, {
        commitment: 'finalized',
        maxSupportedTransactionVersion: 0,
      }),
    signal,
  );
  return response?.meta ? recorded(signature, response, response.meta) : undefined;
}

function recorded(
  signature: string,
  { slot, blockTime, transaction: { message } }: VersionedTransactionResponse,
  meta: NonNullable<VersionedTransactionResponse['meta']>,
): RecordedTransaction {
  const loaded = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const keys = [...message.staticAccountKeys, ...loaded.writable, ...loaded.readonly].map((key) =>
    key.toBase58(),
  );
  const instruction = (
    program: number,
    accounts: readonly number[],
    data: Uint8Array,
  ): ParsedInstruction => ({
    program: keys[program] ?? '',
    accounts: accounts.map((index) => keys[index]),
    data,
  });
  return {
    signature,
    slot,
    blockTime: typeof blockTime === 'number' ? blockTime * 1_000 : null,
    failed: meta.err !== null,
    fee: BigInt(meta.fee),
    keys,
    before: meta.preBalances.map(BigInt),
    after: meta.postBalances.map(BigInt),
    instructions: [
      ...message.compiledInstructions.map((one) =>
        instruction(one.programIdIndex, one.accountKeyIndexes, one.data),
      ),
      ...(meta.innerInstructions ?? []).flatMap(({ instructions }) =>
        instructions.map((one) =>
          instruction(one.programIdIndex, one.accounts, decodeBase58(one.data)),
        ),
      ),
    ],
  };
}

const PAGE = 1_000;

interface Listing {
  readonly commitment?: Finality;
  readonly until?: string | undefined;
  readonly before?: string | undefined;
  readonly afterSlot?: number;
  /** Page size; nodes return at most 1,000. */
  readonly page?: number;
  /** Maximum number of pages. */
  readonly pages?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lists signatures that name an address, newest first and page by page: older than the transaction
 * `before`, newer than the transaction `until` and the slot `afterSlot`. `isWhole` if the list got
 * there.
 */
export async function listSome(
  ask: Ask,
  address: string,
  {
    commitment = 'finalized',
    until,
    before: from,
    afterSlot = -1,
    page: limit = PAGE,
    pages = Infinity,
    signal,
  }: Listing = {},
): Promise<{ readonly found: ConfirmedSignatureInfo[]; readonly isWhole: boolean }> {
  const found: ConfirmedSignatureInfo[] = [];
  for (let asked = 0; asked < pages; asked += 1) {
    const before = found.at(-1)?.signature ?? from;
    const page = await ask(
      (connection, { PublicKey }) =>
        connection.getSignaturesForAddress(
          new PublicKey(address),
          {
            limit,
            ...(before === undefined ? {} : { before }),
            ...(until === undefined ? {} : { until }),
          },
          commitment,
        ),
      signal,
    );
    const later = page.filter(({ slot }) => slot > afterSlot);
    found.push(...later);
    if (page.length < limit || later.length < page.length) return { found, isWhole: true };
  }
  return { found, isWhole: false };
}

/** Lists all of them. */
export const listSignatures = async (
  ask: Ask,
  address: string,
  listing: Omit<Listing, 'pages'>,
): Promise<ConfirmedSignatureInfo[]> => (await listSome(ask, address, listing)).found;
