import type { Avatar } from '../../core/avatars.ts';
import { isOpen, type Batch, type BatchItem } from '../../core/batches.ts';
import { consumeId, releaseId, reserveId } from '../../core/credits.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { omit } from '../../core/objects.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Picture, Write } from '../../ports/store.ts';
import { ledgerEntry, type Step as TaskStep } from '../tasks/journal.ts';

/** Credits move together with what they pay for. A step that another tab took writes nothing. */
type Step = TaskStep<Batch>;

const put = (batch: Batch): Write => ({ table: 'batches', put: batch });

export const isWaiting = (item: BatchItem): boolean => item.state === 'waiting';

/** A batch is done when its last item is. */
function settle(batch: Batch, uid: string, change: Partial<BatchItem>): Batch {
  const items = batch.items.map((item) =>
    item.uid === uid ? { ...omit(item, 'repaint'), ...change } : item,
  );
  return { ...batch, items, state: items.some(isWaiting) ? batch.state : 'done' };
}

/** Returns the credits of items that get no avatar; those that have one keep it as it was. */
const releases = (batch: Batch, items: readonly BatchItem[], at: number): readonly Write[] =>
  items
    .filter(({ repaint }) => !repaint)
    .map(({ uid }) => ledgerEntry(batch, 'release', releaseId(uid), at));

export const reserve = (batch: Batch): readonly Write[] => [
  put(batch),
  ledgerEntry(batch, 'reserve', reserveId(batch.id), batch.createdAt, batch.items.length),
];

const MINUTE_MS = 60_000;

/**
 * The mean time per avatar. Newer ones weigh more, since the machine may be busier by now. A time
 * that no picture takes counts in part, as the device may have been asleep in between; a negative
 * one, after its clock was set, not at all.
 */
function meanTime({ msPerAvatar }: Batch, ms: number): Pick<Batch, 'msPerAvatar'> {
  // Earlier versions have stored negative ones.
  const before = msPerAvatar !== undefined && msPerAvatar >= 0 ? msPerAvatar : undefined;
  const most = before === undefined ? 5 * MINUTE_MS : Math.max(MINUTE_MS, 10 * before);
  if (ms < 0) return {};
  const took = Math.min(ms, most);
  return { msPerAvatar: before === undefined ? took : before * 0.7 + took * 0.3 };
}

export const complete =
  (avatar: Avatar, pictures: Pick<Picture, 'full' | 'thumb'>, ms: number): Step =>
  (batch) => {
    if (!isOpen(batch) || !batch?.items.some((item) => item.uid === avatar.uid && isWaiting(item)))
      return [];
    return [
      put({
        ...settle(batch, avatar.uid, { state: 'done' }),
        ...meanTime(batch, ms),
      }),
      // Its library may have moved to another profile in the meantime.
      { table: 'avatars', put: { ...avatar, ...scopeOf(batch) } },
      { table: 'pictures', put: { ...scopeOf(batch), uid: avatar.uid, ...pictures } },
      ledgerEntry(batch, 'consume', consumeId(avatar.uid), avatar.createdAt),
    ];
  };

/** The avatar has its new picture, or is gone. */
export const repainted =
  (uid: string): Step =>
  (batch) =>
    batch && isOpen(batch) ? [put(settle(batch, uid, { state: 'done' }))] : [];

/**
 * The picture exists already (from another device's backup, for example): nothing is rendered or
 * charged again.
 */
export const adopt =
  (uid: string, consumed: boolean, at: number): Step =>
  (batch) =>
    batch && isOpen(batch)
      ? [
          put(settle(batch, uid, { state: 'done' })),
          ...(consumed ? [] : [ledgerEntry(batch, 'release', releaseId(uid), at)]),
        ]
      : [];

export const fail =
  (uids: readonly string[], reason: ErrorCode, at: number): Step =>
  (batch) => {
    if (!batch || !isOpen(batch)) return [];
    const lost = batch.items.filter((item) => isWaiting(item) && uids.includes(item.uid));
    const after = lost.reduce(
      (now, { uid, repaint }) => settle(now, uid, { state: repaint ? 'done' : 'failed', reason }),
      batch,
    );
    return [put(after), ...releases(batch, lost, at)];
  };

export const cancel =
  (at: number): Step =>
  (batch) => {
    if (!batch || !isOpen(batch)) return [];
    const left = batch.items.filter(isWaiting);
    const items = batch.items.map((item) =>
      isWaiting(item)
        ? {
            ...omit(item, 'repaint'),
            state: item.repaint ? ('done' as const) : ('cancelled' as const),
          }
        : item,
    );
    const state = left.every(({ repaint }) => repaint) ? 'done' : 'cancelled';
    return [put({ ...batch, items, state }), ...releases(batch, left, at)];
  };

export const pause =
  (why?: ErrorCode): Step =>
  (batch) =>
    batch?.state === 'running'
      ? [put({ ...batch, state: 'paused', ...(why ? { pausedFor: why } : {}) })]
      : [];

export const proceed: Step = (batch) =>
  batch?.state === 'paused' ? [put({ ...omit(batch, 'pausedFor'), state: 'running' })] : [];
