import type { Avatar } from '../../core/avatars.ts';
import { photoOf, type Batch, type BatchItem } from '../../core/batches.ts';
import { consumeId } from '../../core/credits.ts';
import { errorCode, isAbort, type ErrorCode } from '../../core/errors.ts';
import type { LongOptions } from '../../ports/engine.ts';
import type { Journal } from '../tasks/journal.ts';
import type { GenerationDeps } from './contract.ts';
import { adopt, complete, fail, isWaiting, pause } from './journal.ts';
import { renderAvatar, type RenderedAvatar } from './render-avatar.ts';
import { renderAgain, replacePicture } from './repaint.ts';

/** Failures of the device rather than of a picture: the remaining pictures would fail as well. */
const PAUSING: readonly ErrorCode[] = [
  'storage-full',
  'storage-unavailable',
  'engine-unsupported',
  'engine-unloaded',
];

export interface FollowDeps extends GenerationDeps {
  readonly journal: Journal<Batch>;
  /** Progress of the picture that is finished next, 0 to 1. */
  readonly report: (id: string, uid: string, done: number) => void;
}

/** A picture that the engine has been asked for. */
interface Asked {
  readonly uid: string;
  /** Undefined if it was to be painted again and its avatar is gone. */
  readonly rendered: Promise<RenderedAvatar | undefined>;
}

const IGNORED = (): void => undefined;

/**
 * Renders a batch's next picture. It asks the engine for the one after it, too, which is drawn while
 * this one is checked and encoded. The row is the checkpoint: an interrupted picture is rendered
 * again from its recipe, identically.
 */
export function followBatch(
  deps: FollowDeps,
  signal: AbortSignal,
): (batch: Batch) => Promise<number> {
  const { store, journal, clock } = deps;
  let current: string | undefined;
  let next: Asked | undefined;

  function ask(batch: Batch, item: BatchItem): Asked {
    const { uid, recipe } = item;
    const photo = photoOf(batch, item);
    const options: LongOptions = {
      signal,
      onProgress({ done }) {
        if (uid === current) deps.report(batch.id, uid, done);
      },
    };
    const rendered = item.repaint
      ? renderAgain(deps, item, photo, options)
      : renderAvatar(deps, photo, recipe, batch.size, options);
    // A failure is met when it is this picture's turn.
    rendered.catch(IGNORED);
    return { uid, rendered };
  }

  async function renderItem(
    batch: Batch,
    item: BatchItem,
    after: BatchItem | undefined,
  ): Promise<void> {
    if (!item.repaint && (await store.get('avatars', item.uid))) {
      const consumed = (await store.get('ledger', consumeId(item.uid))) !== undefined;
      await journal.record(batch.id, adopt(item.uid, consumed, clock.now()));
      return;
    }
    const began = clock.now();
    const { rendered } = next?.uid === item.uid ? next : ask(batch, item);
    next = after && ask(batch, after);
    const made = await rendered;
    if (item.repaint || !made) return replacePicture(deps, batch, item.uid, made);
    const { facts, pictures } = made;
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

  return async (batch) => {
    const [item, ...later] = batch.items.filter(isWaiting);
    if (!item) return 0;
    current = item.uid;
    deps.report(batch.id, item.uid, 0);
    const photo = photoOf(batch, item);
    const same = later.filter((other) => photoOf(batch, other) === photo);
    try {
      // Of a whole folder, only one photo is analysed at a time.
      await renderItem(batch, item, batch.bulk ? same[0] : later[0]);
    } catch (failure) {
      // Stopped from outside, or its account was locked: this isn't a failure of the picture.
      signal.throwIfAborted();
      if (isAbort(failure)) return 0;
      const code = errorCode(failure);
      if (PAUSING.includes(code)) await journal.record(batch.id, pause(code));
      else if (code.startsWith('storage-')) throw failure;
      else {
        // Without its photo, none of the pictures that need it can be rendered.
        const lost = code === 'photo-expired' ? [item, ...same] : [item];
        const uids = lost.map(({ uid }) => uid);
        await journal.record(batch.id, fail(uids, code, clock.now()));
      }
    }
    if (batch.bulk && !item.repaint && same.length === 0) deps.analyses.drop(photo);
    return 0;
  };
}
