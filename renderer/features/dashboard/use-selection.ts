import { useState } from 'react';

import type { Avatar } from '../../core/avatars.ts';

export interface Selection {
  /** The contact sheet's frames are boxes to tick. */
  readonly on: boolean;
  /** In the order of the sheet; one that was deleted meanwhile has left. */
  readonly chosen: readonly Avatar[];
  readonly has: (uid: string) => boolean;
  readonly toggle: (uid: string) => void;
  readonly begin: () => void;
  readonly all: () => void;
  readonly none: () => void;
  readonly end: () => void;
}

/** Which of the shown avatars are ticked. */
export function useSelection(shown: readonly Avatar[]): Selection {
  const [uids, setUids] = useState<ReadonlySet<string>>();
  const has = (uid: string): boolean => uids?.has(uid) === true;
  return {
    on: uids !== undefined,
    chosen: shown.filter(({ uid }) => has(uid)),
    has,
    toggle(uid) {
      const next = new Set(uids);
      if (!next.delete(uid)) next.add(uid);
      setUids(next);
    },
    begin: () => setUids(new Set()),
    all: () => setUids(new Set(shown.map(({ uid }) => uid))),
    none: () => setUids(new Set()),
    end: () => setUids(undefined),
  };
}
