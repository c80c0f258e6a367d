import type { Avatar } from '../../core/avatars.ts';
import type { Batch, BatchItem } from '../../core/batches.ts';
import { consumeId } from '../../core/credits.ts';
import { errorCode, isAbort, type ErrorCode } from '../../core/errors.ts';
import type { GenerationDeps } from './contract.ts';
import { adopt, complete, fail, isWaiting, pause, type BatchJournal } from './journal.ts';

export const THUMB_SIZE = 384;

/** Failures of the device, not of a picture: going on would only fail the rest as well. */
const PAUSING: readonly ErrorCode[] = ['storage-full', 'storage-unavailable', 'engine-unsupported'];

export interface FollowDeps extends GenerationDeps {
  readonly journal: BatchJournal;
  /** How far the picture in the works is, 0 to 1. */
  readonly report: (id: string, uid: string, done: number) => void;
}

/**
 * Makes a batch's next picture. The row is the checkpoint, nothing is remembered between two steps:
 * one that was cut short is made again from its recipe, the same.
 */
export const followBatch =
  (deps: FollowDeps, signal: AbortSignal) =>
  async (batch: Batch): Promise<number> => {
    const { journal, clock } = deps;
    const item = batch.items.find(isWaiting);
    if (!item) return 0;
    deps.report(batch.id, item.uid, 0);
    try {
      await renderItem(deps, batch, item, signal);
    } catch (failure) {
      // Stopped from outside, or its account locked: whatever failed says nothing of the picture.
      signal.throwIfAborted();
      if (isAbort(failure)) return 0;
      const code = errorCode(failure);
      if (PAUSING.includes(code)) await journal.record(batch.id, pause(code));
      else if (code.startsWith('storage-')) throw failure;
      else {
        const lost = code === 'photo-expired' ? batch.items : [item];
        const uids = lost.map(({ uid }) => uid);
        await journal.record(batch.id, fail(uids, code, clock.now()));
      }
    }
    return 0;
  };

async function renderItem(
  { store, journal, clock, report, ...deps }: FollowDeps,
  batch: Batch,
  item: BatchItem,
  signal: AbortSignal,
): Promise<void> {
  if (await store.get('avatars', item.uid)) {
    const consumed = (await store.get('ledger', consumeId(item.uid))) !== undefined;
    await journal.record(batch.id, adopt(item.uid, consumed, clock.now()));
    return;
  }
  const began = clock.now();
  const analysis = await deps.analyses.of(batch.draftId);
  const engine = await deps.engine();
  const rendered = await engine.render(analysis, item.recipe, {
    size: batch.size,
    format: 'png',
    check: true,
    priority: 'batch',
    signal,
    onProgress: ({ done }) => report(batch.id, item.uid, done),
  });
  const thumb = await engine.convert(rendered.picture, { size: THUMB_SIZE, format: 'compact' });
  const avatar: Avatar = {
    profileId: batch.profileId,
    genesis: batch.genesis,
    id: item.avatarId,
    uid: item.uid,
    name: item.name,
    recipe: item.recipe,
    size: batch.size,
    bytes: rendered.picture.size,
    likeness: rendered.likeness ?? 1,
    softened: rendered.softened,
    createdAt: clock.now(),
    downloads: 0,
    liked: false,
    batchId: batch.id,
  };
  const pictures = { full: rendered.picture, thumb };
  await journal.record(batch.id, complete(avatar, pictures, clock.now() - began));
}
