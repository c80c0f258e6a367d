import type { Avatar } from '../../core/avatars.ts';
import type { Batch, BatchItem } from '../../core/batches.ts';
import { consumeId } from '../../core/credits.ts';
import { errorCode, isAbort, type ErrorCode } from '../../core/errors.ts';
import type { GenerationParts } from './service.ts';
import { adopt, complete, fail, isOpen, isWaiting, pause } from './transitions.ts';

export const THUMB_SIZE = 384;

/** Failures of the device, not of a picture: going on would only fail the rest as well. */
const PAUSING: readonly ErrorCode[] = ['storage-full', 'storage-unavailable', 'engine-unsupported'];

type Report = (uid: string | undefined, done: number) => void;

/**
 * Makes a batch's pictures one after the other from where it stands in storage, which is read
 * again before each: that row is the checkpoint, nothing is remembered between two steps.
 */
export async function developBatch(
  parts: GenerationParts,
  batchId: string,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const { store, now } = parts;
  for (;;) {
    const batch = await store.get('batches', batchId);
    if (!batch) return;
    if (!isOpen(batch)) return parts.releaseDraft(batch.draftId);
    const item = batch.items.find(isWaiting);
    if (batch.state !== 'running' || signal.aborted || !item) return;

    report(item.uid, 0);
    try {
      await developItem(parts, batch, item, signal, report);
    } catch (failure) {
      // Stopped from outside: the row says whether for a while or for good.
      if (isAbort(failure)) continue;
      const code = errorCode(failure);
      if (PAUSING.includes(code)) {
        await store.update('batches', batchId, pause(code));
        return;
      }
      const lost = code === 'photo-expired' ? batch.items : [item];
      await store.update(
        'batches',
        batchId,
        fail(
          lost.map(({ uid }) => uid),
          code,
          now(),
        ),
      );
    }
  }
}

async function developItem(
  parts: GenerationParts,
  batch: Batch,
  item: BatchItem,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const { store, now } = parts;
  if (await store.get('avatars', item.uid)) {
    const consumed = (await store.get('ledger', consumeId(item.uid))) !== undefined;
    await store.update('batches', batch.id, adopt(item.uid, consumed, now()));
    return;
  }
  const began = now();
  const sitting = await parts.sittings.of(batch.draftId);
  const engine = await parts.engine();
  const rendered = await engine.render(sitting, item.recipe, {
    size: batch.size,
    format: 'png',
    check: true,
    priority: 'batch',
    signal,
    onProgress: ({ done }) => report(item.uid, done),
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
    createdAt: now(),
    downloads: 0,
    liked: false,
    batchId: batch.id,
  };
  await store.update(
    'batches',
    batch.id,
    complete(avatar, { full: rendered.picture, thumb }, now() - began),
  );
}
