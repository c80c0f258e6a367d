import { atom } from 'jotai';

type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/** What no journal continues after the page was left. */
const losable = new Set<object>();
export const losesWork = (): boolean => losable.size > 0;

/** The browser asks the user, and so does the desktop's main process. */
const stay = (event: Event): void => event.preventDefault();

/** The user is asked before they leave the page meanwhile. */
const guard: Guard = async (work) => {
  const guarded = {};
  losable.add(guarded);
  // Only now: a page that listens can't be kept for the way back to it.
  addEventListener('beforeunload', stay);
  try {
    return await work();
  } finally {
    losable.delete(guarded);
    if (losable.size === 0) removeEventListener('beforeunload', stay);
  }
};

/** From now on the page is left without a question, since all was erased. */
export function leaveFreely(): void {
  losable.clear();
  removeEventListener('beforeunload', stay);
}

/**
 * This tab's long work. An account isn't locked by itself meanwhile: that would close its screen and
 * seal its rows, and throw the work away. Services add themselves once their code is loaded.
 */
export const busyAtom = atom(() => {
  const parts = new Set<() => boolean>();
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
    guard,
  };
});
