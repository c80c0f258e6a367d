import { z } from 'zod';

import type { Avatar } from '../../core/avatars.ts';
import { returnId } from '../../core/credits.ts';
import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import type { After } from '../after.ts';
import type { Memory } from '../remembered.ts';
import type { CurrentScope } from '../scope.ts';

/** @throws LikenessError 'undo-too-late' if there is nothing left to bring back */
export type Undo = () => Promise<void>;
/** How long the pictures of removed avatars are kept for an undo. */
export const UNDO_MS = 10 * 60 * 1_000;

/** Key of the list of pictures to delete. Each is deleted once its avatar is really gone. */
const REMOVED = 'removed';
const removedSchema = z.array(
  z.strictObject({ uid: z.string(), profileId: z.string(), at: z.number() }),
);
type Removed = z.infer<typeof removedSchema>;

interface Deps {
  readonly store: Pick<Store, 'get' | 'write'>;
  readonly scope: Pick<CurrentScope, 'snapshot'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Records which pictures are to be deleted, in case the page is closed first. */
  readonly memory: Memory;
  readonly after: After;
}

/** Removes avatars at once, and their pictures when the removal can no longer be undone. */
export function createRemovals({ store, scope, clock, memory, after }: Deps) {
  let cancelTimer = (): void => undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** Undoing and deleting for good take turns, so that no avatar comes back without its picture. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const run = turn.then(work);
    turn = run.catch(() => undefined); // Its caller hears of it.
    return run;
  };

  const removed = (): Removed => removedSchema.safeParse(memory.read(REMOVED)).data ?? [];
  const unlist = (uids: ReadonlySet<string>): void =>
    memory.write(
      REMOVED,
      removed().filter(({ uid }) => !uids.has(uid)),
    );
  /** What this tab removed. What another did can be undone there for `UNDO_MS`. */
  const own = new Set<string>();
  /** What is to be deleted of the current profile: a locked account's waits until it is open. */
  const mine = (): Removed =>
    removed().filter(
      ({ uid, profileId, at }) =>
        profileId === scope.snapshot()?.profileId && (own.has(uid) || at <= clock.now() - UNDO_MS),
    );
  const drop = (some: Removed): Promise<void> =>
    inTurn(async () => {
      if (some.length === 0) return;
      for (const { uid } of some)
        if (!(await store.get('avatars', uid)))
          await store.write([{ table: 'pictures', remove: uid }]);
      unlist(new Set(some.map(({ uid }) => uid)));
    });
  /** Deletes the pictures of what this tab removed, and of what was removed over `UNDO_MS` ago. */
  const forget = async (): Promise<void> => {
    cancelTimer();
    await drop(mine());
  };

  return {
    forget,

    /** Removes avatars, and deletes the pictures of those removed before. The result undoes it. */
    async remove(avatars: readonly Avatar[]): Promise<Undo> {
      cancelTimer();
      const earlier = mine().filter(({ uid }) => !avatars.some((one) => one.uid === uid));
      const at = clock.now();
      for (const { uid } of avatars) own.add(uid);
      // Recorded before they are removed, so that closing the page in between leaves no picture
      // behind.
      memory.write(REMOVED, [
        ...removed(),
        ...avatars.map(({ uid, profileId }) => ({ uid, profileId, at })),
      ]);
      await store.write(avatars.map(({ uid }) => ({ table: 'avatars', remove: uid })));
      // Not awaited, so that their undo isn't offered any longer.
      void drop(earlier).catch(noted('library.load'));
      cancelTimer = after(UNDO_MS, () => void forget().catch(noted('library.load')));
      return () =>
        inTurn(async () => {
          const waiting = new Set(removed().map(({ uid }) => uid));
          const returned = await Promise.all(
            avatars.map(({ uid }) => store.get('ledger', returnId(uid))),
          );
          const back = avatars.filter(({ uid }, n) => waiting.has(uid) && !returned[n]);
          if (back.length === 0) throw new LikenessError('undo-too-late');
          await store.write(back.map((put) => ({ table: 'avatars', put })));
          unlist(new Set(back.map(({ uid }) => uid)));
        });
    },
  };
}
