import { atom } from 'jotai';

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
  };
});
