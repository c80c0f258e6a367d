import { GUEST_PROFILE } from './scope.ts';

/**
 * Every lock, in the order in which it may be taken while another is held: from a line to any line
 * below it, never up, and never from a line to itself. Two flows then can't wait for each other.
 * docs/locks.md says who takes which lock, and what for.
 */
export const LOCK_ORDER = [
  'restore',
  'start',
  'mint-start',
  'order',
  'scan',
  'mint',
  'batch',
  'look',
  'message',
  'auto-backup',
  'saving',
  'wallet',
  'credits:guest',
  'credits',
  'photo',
] as const;

type LockKind = Exclude<(typeof LOCK_ORDER)[number], 'credits:guest'>;

/** A kind of lock, and the id of what it protects. */
export type LockName = `${LockKind}:${string}`;

const GUESTS: LockName = `credits:${GUEST_PROFILE}`;
const rankOf = (name: LockName): number =>
  LOCK_ORDER.findIndex((row) => row === (name === GUESTS ? name : name.split(':')[0]));

/** Why `asked` must not be waited for while `held` are held; undefined if it may. */
export function outOfOrder(held: readonly LockName[], asked: LockName): string | undefined {
  const rank = rankOf(asked);
  if (rank < 0) return `no such lock: ${asked.split(':')[0] ?? ''}`;
  const wrong = held.find((name) => rankOf(name) >= rank);
  return (
    wrong && `${LOCK_ORDER[rank] ?? ''} was asked for inside ${LOCK_ORDER[rankOf(wrong)] ?? ''}`
  );
}
