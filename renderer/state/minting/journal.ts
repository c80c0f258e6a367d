import { LikenessError } from '../../core/errors.ts';
import type { Mint, MintMaterial, MintProof } from '../../core/mints/mint.ts';
import { reduceMint, type MintEvent } from '../../core/mints/reduce-mint.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store, Write } from '../../ports/store.ts';

type WithoutTime<E> = E extends MintEvent ? Omit<E, 'at'> : never;
export type MintJournalEvent = WithoutTime<MintEvent>;

/** The stored mints. Each step is written here before the next is taken. */
export interface MintJournal {
  /** @throws LikenessError 'mint-unknown' */
  read(id: string): Promise<Mint>;
  /** The mint's key and files. @throws LikenessError 'mint-unknown' */
  material(id: string): Promise<MintMaterial>;
  /**
   * Writes the result of the event, with `beside` in the same write. Returns the stored mint, which
   * is unchanged if the event doesn't fit; then `beside` isn't written either.
   */
  record(id: string, event: MintJournalEvent, beside?: readonly Write[]): Promise<Mint>;
  /** Records the mint as final and destroys its key and files, in one write. */
  settle(id: string, proof: MintProof): Promise<Mint>;
}

export function createMintJournal(store: Store, clock: Clock): MintJournal {
  async function record(
    id: string,
    event: MintJournalEvent,
    beside: readonly Write[] = [],
  ): Promise<Mint> {
    let stored: Mint | undefined;
    await store.update('mints', id, (row) => {
      stored = row && reduceMint(row, { ...event, at: clock.now() });
      return stored === undefined || stored === row
        ? []
        : [{ table: 'mints', put: stored }, ...beside];
    });
    if (!stored) throw new LikenessError('mint-unknown', { mint: id });
    return stored;
  }
  const known = async <T>(found: Promise<T | undefined>, id: string): Promise<T> => {
    const row = await found;
    if (!row) throw new LikenessError('mint-unknown', { mint: id });
    return row;
  };
  return {
    read: (id) => known(store.get('mints', id), id),
    material: (id) => known(store.get('mintMaterials', id), id),
    record,
    settle: (id, proof) =>
      record(id, { type: 'finalized', proof }, [{ table: 'mintMaterials', remove: id }]),
  };
}
