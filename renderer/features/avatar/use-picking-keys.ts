import { atom, useAtom } from 'jotai';

import { readingKey } from '../../ui/direction.ts';
import { useKeyDown } from '../../ui/use-key-down.ts';

/** Stays switched on from one avatar to the next during this visit. */
const pickingAtom = atom(false);

/** Elements that handle keys themselves: fields, selects and dialogs. */
const TAKEN = 'input, select, textarea, [contenteditable], dialog';

interface PickingActions {
  readonly back: () => void;
  readonly on: () => void;
  readonly like: () => void;
  readonly remove: () => void;
}

/**
 * Arrow keys step through the avatars. Letter keys work only once switched on, so that nobody who
 * uses speech input deletes a picture with a word.
 */
export function usePickingKeys(actions: PickingActions): {
  readonly picking: boolean;
  readonly setPicking: (picking: boolean) => void;
} {
  const [picking, setPicking] = useAtom(pickingAtom);
  useKeyDown((event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    if (target instanceof Element && target.closest(TAKEN)) return;
    const step = {
      ArrowLeft: actions.back,
      ArrowRight: actions.on,
      ...(picking && {
        l: actions.like,
        Delete: actions.remove,
        Escape: () => setPicking(false),
      }),
    }[readingKey(key)];
    if (!step) return;
    event.preventDefault();
    step();
  });
  return { picking, setPicking };
}
