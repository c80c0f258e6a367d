import type { Avatar } from '../../core/avatars.ts';
import { photoOf, type Batch, type BatchItem } from '../../core/batches.ts';
import { consumeId } from '../../core/credits.ts';
import { errorCode, isAbort, type ErrorCode } from '../../core/errors.ts';
import type { GenerationDeps } from './contract.ts';
import { adopt, complete, fail, isWaiting, pause, type BatchJournal } from './journal.ts';
import { renderAvatar } from './render-avatar.ts';

/** Failures of the device rather than of a picture: the remaining pictures would fail as well. */
const PAUSING: readonly ErrorCode[] = ['storage-full', 'storage-unavailable', 'engine-unsupported'];

export interface FollowDeps extends GenerationDeps {
  readonly journal: BatchJournal;
  /** Progress of the picture that is being rendered, 0 to 1. */
  readonly report: (id: string, uid: string, done: number) => void;
}

/**
 * Renders a batch's next picture. The row is the checkpoint, and nothing else is remembered between
 * two steps: an interrupted picture is rendered again from its recipe, identically.
 */
export const followBatch =
  (deps: FollowDeps, signal: AbortSignal) =>
  async (batch: Batch): Promise<number> => {
    const { journal, clock } = deps;
    const item = batch.items.find(isWaiting);
    if (!item) return 0;
    deps.report(batch.id, item.uid, 0);
    const photo = photoOf(batch, item);
    try {
      await renderItem(deps, batch, item, signal);
    } catch (failure) {
      // Stopped from outside, or its account was locked: this isn't a failure of the picture.
      signal.throwIfAborted();
      if (isAbort(failure)) return 0;
      const code = errorCode(failure);
      if (PAUSING.includes(code)) await journal.record(batch.id, pause(code));
      else if (code.startsWith('storage-')) throw failure;
      else {
        // Without its photo, none of the pictures that need it can be rendered.
        const lost =
          code === 'photo-expired'
            ? batch.items.filter((other) => photoOf(batch, other) === photoOf(batch, item))
            : [item];
        const uids = lost.map(({ uid }) => uid);
        await journal.record(batch.id, fail(uids, code, clock.now()));
      }
    }
    // Of a whole folder, only the current photo's analysis is kept.
    const later = batch.items.filter((other) => other !== item && isWaiting(other));
    if (batch.bulk && !later.some((other) => photoOf(batch, other) === photo))
      deps.analyses.drop(photo);
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
  const { facts, pictures } = await renderAvatar(
    deps,
    photoOf(batch, item),
    item.recipe,
    batch.size,
    {
      signal,
      onProgress: ({ done }) => report(batch.id, item.uid, done),
    },
  );
  const avatar: Avatar = {
    ...facts,
    profileId: batch.profileId,
    genesis: batch.genesis,
    id: item.avatarId,
    uid: item.uid,
    name: item.name,
    createdAt: clock.now(),
    downloads: 0,
    liked: false,
    batchId: batch.id,
  };
  await journal.record(batch.id, complete(avatar, pictures, clock.now() - began));
}
