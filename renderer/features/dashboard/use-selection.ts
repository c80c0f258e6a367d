import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

import type { Avatar } from '../../core/avatars.ts';

export type Selection = ReturnType<typeof useSelection>;

const NOTHING: ReadonlySet<string> = new Set();

/** Which of the shown avatars are ticked. The functions stay the same between renders. */
export function useSelection(shown: readonly Avatar[]) {
  const [uids, setUids] = useState<ReadonlySet<string>>();
  const latest = useRef(shown);
  const ticks = useRef(uids);
  const anchor = useRef<string>(undefined);
  // A drag may begin as soon as the one before is seen to have ended.
  useLayoutEffect(() => {
    latest.current = shown;
    ticks.current = uids;
  }, [shown, uids]);

  /**
   * Starts a selection if there is none, and ticks or unticks one; `upTo` ticks all from the
   * previous one to this.
   */
  const tick = useCallback((uid: string, upTo = false): void => {
    const from = latest.current.findIndex((avatar) => avatar.uid === anchor.current);
    const to = latest.current.findIndex((avatar) => avatar.uid === uid);
    const range =
      upTo && from >= 0 && to >= 0
        ? latest.current.slice(Math.min(from, to), Math.max(from, to) + 1)
        : undefined;
    anchor.current = uid;
    setUids((before) => {
      const next = new Set(before);
      if (range) for (const avatar of range) next.add(avatar.uid);
      else if (!next.delete(uid)) next.add(uid);
      return next;
    });
  }, []);
  const steps = useMemo(
    () => ({
      tick,
      /**
       * Starts a drag over the frames, which ticks what it covers besides those ticked before. Until
       * its end, each `cover` replaces the one before; `invert` switches frames instead.
       */
      sweep: () => {
        const before = ticks.current;
        return {
          cover: (covered: readonly string[], invert: boolean) => {
            anchor.current = covered.at(-1) ?? anchor.current;
            const next = new Set(before);
            for (const uid of covered) if (!(invert && next.delete(uid))) next.add(uid);
            setUids(next);
          },
          cancel: () => setUids(before),
        };
      },
      begin: () => setUids((before) => before ?? new Set()),
      all: () => setUids(new Set(latest.current.map(({ uid }) => uid))),
      none: () => setUids(new Set()),
      end: () => {
        anchor.current = undefined;
        setUids(undefined);
      },
    }),
    [tick],
  );
  /** The ticked avatars in the sheet's order, without those deleted meanwhile. */
  const chosen = useMemo(
    (): readonly Avatar[] => (uids ? shown.filter(({ uid }) => uids.has(uid)) : []),
    [uids, shown],
  );
  const ticked = uids ?? NOTHING;
  /** `on` is true while the contact sheet's frames are checkboxes. */
  return { on: uids !== undefined, chosen, has: (uid: string) => ticked.has(uid), ...steps };
}
