import type { Avatar } from '../../core/avatars.ts';
import type { Batch, BatchItem } from '../../core/batches.ts';

/** A frame on the contact sheet. */
export type Entry =
  | { readonly kind: 'ready'; readonly key: string; readonly id: number; readonly avatar: Avatar }
  | {
      readonly kind: 'processing';
      readonly key: string;
      readonly id: number;
      readonly batch: Batch;
      readonly item: BatchItem;
    };

/**
 * Finished and coming avatars in one order: the newest batch first, and within a batch the order of
 * making, so that each picture appears in its final place. `avatars` must come in that order.
 */
export function sheetEntries(avatars: readonly Avatar[], batches: readonly Batch[]): Entry[] {
  const groups = new Map<string, Entry[]>();
  const into = (batchId: string, entry: Entry): void => {
    const group = groups.get(batchId);
    if (group) group.push(entry);
    else groups.set(batchId, [entry]);
  };
  const ready = new Set(avatars.map(({ uid }) => uid));
  for (const batch of batches) {
    if (batch.state !== 'running' && batch.state !== 'paused') continue;
    for (const item of batch.items) {
      if (item.state !== 'waiting' || ready.has(item.uid)) continue;
      into(batch.id, { kind: 'processing', key: item.uid, id: item.avatarId, batch, item });
    }
  }
  for (const avatar of avatars)
    into(avatar.batchId, { kind: 'ready', key: avatar.uid, id: avatar.id, avatar });
  const sorted = [...groups.values()].map((group) => group.sort((a, b) => a.id - b.id));
  return sorted.sort((a, b) => (b[0]?.id ?? 0) - (a[0]?.id ?? 0)).flat();
}
