import type { ConfirmedSignatureInfo, Finality } from '@solana/web3.js';

import type { Ask } from './connections.ts';

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
async function listSome(
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

/** What nodes agree a transaction is. */
export type Reading<T> =
  | { readonly found: T }
  /** It isn't what is searched for, and never will be. */
  | 'no'
  /** The same, but it is reported again once the page is opened again. */
  | 'reported'
  /** It isn't final yet, or nodes don't agree. */
  | 'unsure';

export type Found<T> =
  | { readonly found: T }
  /** Every transaction that was listed was read. */
  | 'none'
  | 'unsure'
  /** The limit was reached. The next call goes on. */
  | 'unfinished';

interface Listed {
  /** Newest first. */
  readonly found: readonly ConfirmedSignatureInfo[];
  readonly isWhole: boolean;
}

/** What a search remembers, so that no transaction is read twice. Create it once per search. */
export interface SearchMemory {
  /** In the lists of two operators, every transaction up to this one is ruled out. */
  until?: string | undefined;
  readonly ruledOut: Set<string>;
  readonly reported: Set<string>;
  /** Lists that were too long for one call, newest first, by node. */
  readonly partLists: Map<string, readonly ConfirmedSignatureInfo[]>;
}

export const nothingSeen = (until?: string): SearchMemory => ({
  until,
  ruledOut: new Set(),
  reported: new Set(),
  partLists: new Map(),
});

/** Limits of one call, however much dust strangers send: pages per list and transactions read. */
const MAX_PAGES = 3;
const MAX_READS = 30;
/** A list of so many transactions is worth a second one, which shortens the next. */
const LONG_LIST = 100;

/**
 * Searches the transactions that name `address`, oldest first, for what `read` finds. `seen` grows
 * by what nodes agree to be something else, and its position moves only as far as two operators'
 * lists were judged: a list that leaves something out hides it for as long as it is asked alone.
 */
export async function search<T>({
  nodes,
  each,
  address,
  read,
  seen,
  isSkipped = () => false,
  isUsed = () => Promise.resolve(false),
  commitment = 'finalized',
  afterSlot,
  onSeen,
  signal,
}: {
  /** Whose lists are read. */
  readonly nodes: readonly Ask[];
  /** One per operator. */
  readonly each: readonly Ask[];
  readonly address: string;
  readonly read: (signature: string) => Promise<Reading<T>>;
  readonly seen: SearchMemory;
  /** Whether a list says enough to rule a transaction out unread. */
  readonly isSkipped?: ((listed: ConfirmedSignatureInfo) => boolean) | undefined;
  readonly isUsed?: ((signature: string) => Promise<boolean>) | undefined;
  readonly commitment?: Finality | undefined;
  readonly afterSlot: number;
  /** Gets the position whenever it has moved. */
  readonly onSeen?: ((signature: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}): Promise<Found<T>> {
  const lists = new Map<Ask, Listed>();
  const used = new Set<string>();
  const now = { reads: 0, isUnsure: false, isUnfinished: false };

  async function list(node: Ask): Promise<void> {
    const key = `${commitment} ${String(each.indexOf(node))}`;
    const earlier = seen.partLists.get(key) ?? [];
    const more = await listSome(node, address, {
      commitment,
      until: seen.until,
      before: earlier.at(-1)?.signature,
      afterSlot,
      pages: MAX_PAGES,
      signal,
    });
    const found = [...earlier, ...more.found];
    if (more.isWhole) seen.partLists.delete(key);
    else seen.partLists.set(key, found);
    // A list that an earlier call began lacks what came since.
    now.isUnfinished ||= !more.isWhole || earlier.length > 0;
    lists.set(node, { found, isWhole: more.isWhole });
  }

  async function readList({ found, isWhole }: Listed): Promise<{ found: T } | undefined> {
    for (const listed of isWhole ? found.toReversed() : []) {
      const { signature, err } = listed;
      const isKnown =
        err !== null ||
        seen.ruledOut.has(signature) ||
        seen.reported.has(signature) ||
        isSkipped(listed);
      if (isKnown) continue;
      if (await isUsed(signature)) {
        used.add(signature);
        continue;
      }
      if (now.reads === MAX_READS) {
        now.isUnfinished = true;
        return undefined;
      }
      now.reads += 1;
      const reading = await read(signature);
      if (typeof reading === 'object') return reading;
      if (reading === 'unsure') now.isUnsure = true;
      else (reading === 'no' ? seen.ruledOut : seen.reported).add(signature);
    }
    return undefined;
  }

  async function readListsOf(some: readonly Ask[]) {
    const asked = await Promise.allSettled(some.map(list));
    signal?.throwIfAborted();
    for (const node of some) {
      const listing = lists.get(node);
      const found = listing && (await readList(listing));
      if (found) return { found };
    }
    return { failed: asked.find((one) => one.status === 'rejected') };
  }

  const isJudged = (listed: ConfirmedSignatureInfo): boolean =>
    listed.err !== null ||
    seen.ruledOut.has(listed.signature) ||
    used.has(listed.signature) ||
    isSkipped(listed);
  function movePosition(): void {
    const whole = each.flatMap((node) => lists.get(node) ?? []).filter(({ isWhole }) => isWhole);
    if (commitment !== 'finalized' || whole.length < Math.min(2, each.length)) return;
    const until = judgedUntil(
      whole.map(({ found }) => found),
      isJudged,
    );
    if (until === undefined) return;
    seen.until = until;
    onSeen?.(until);
  }

  const first = await readListsOf(nodes);
  if (first.failed) throw first.failed.reason as Error;
  // To move the position, it takes the lists of two operators.
  const isShort =
    now.reads === 0 && [...lists.values()].every((one) => one.found.length < LONG_LIST);
  const { found } =
    first.found || isShort || nodes.some((node) => each.includes(node))
      ? first
      : await readListsOf(each);
  movePosition();
  return found ?? (now.isUnfinished ? 'unfinished' : now.isUnsure ? 'unsure' : 'none');
}

/** The newest transaction that is in every list and up to which every list was judged. */
function judgedUntil(
  lists: readonly (readonly ConfirmedSignatureInfo[])[],
  isJudged: (listed: ConfirmedSignatureInfo) => boolean,
): string | undefined {
  const judged = lists.map(
    (list) =>
      new Set(
        list
          .slice(list.findLastIndex((one) => !isJudged(one)) + 1)
          .map(({ signature }) => signature),
      ),
  );
  return lists[0]?.find(({ signature }) => judged.every((some) => some.has(signature)))?.signature;
}
