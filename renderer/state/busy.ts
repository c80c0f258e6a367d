import { atom } from 'jotai';

/**
 * This tab's long work. An account isn't locked by itself meanwhile: that would close its screen and
 * seal its rows, and throw the work away. Services add themselves once their code is loaded.
 */
export const busyAtom = atom(() => {
  const parts = new Set<() => boolean>();
  const losable = new Set<object>();
  const stay = (event: Event): void => event.preventDefault();
  /** Listens only meanwhile: a page that listens can't be kept for the way back to it. */
  const follow = (): void =>
    (losable.size > 0 ? addEventListener : removeEventListener)('beforeunload', stay);
  return {
    now: () => [...parts].some((isUnderWay) => isUnderWay()),
    add: (isUnderWay: () => boolean): void => void parts.add(isUnderWay),
    hold: async <T>(work: () => Promise<T>): Promise<T> => {
      const held = (): boolean => true;
      parts.add(held);
      try {
        return await work();
      } finally {
        parts.delete(held);
      }
    },
    /** For what no journal continues: the user is asked before they leave the page. */
    guard: async <T>(work: () => Promise<T>): Promise<T> => {
      const guarded = {};
      losable.add(guarded);
      follow();
      try {
        return await work();
      } finally {
        losable.delete(guarded);
        follow();
      }
    },
    losesWork: () => losable.size > 0,
    /** The user was asked: the page may be left. */
    giveUp: () => {
      losable.clear();
      follow();
    },
  };
});

export type Guard = <T>(work: () => Promise<T>) => Promise<T>;

interface Leaving {
  readonly open: boolean;
  readonly go: () => void;
  readonly stay?: (() => void) | undefined;
}

/** The question before the page is left. It stays after closing, so that the focus returns. */
export const leavingAtom = atom<Leaving>();

/** Does what leaves the page; asks first if that loses work. */
export const leaveAtom = atom(null, (get, set, go: () => void, stay?: () => void) => {
  if (get(busyAtom).losesWork()) set(leavingAtom, { open: true, go, stay });
  else go();
});
