import { atom, useSetAtom } from 'jotai';

import { sentence } from '../core/errors.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

const TOAST_MS = 6_000;
/** The least time that a toast stays after it was held. */
const AFTER_HOLD_MS = 2_000;

const listAtom = atom<readonly Toast[]>([]);
let lastId = 0;

/** When each toast disappears; it has no timer while toasts are held. */
interface Leaving {
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  readonly at: number;
}
const leavingAtom = atom(new Map<number, Leaving>());
const heldAtom = atom(false);

export const toastsAtom = atom((get) => get(listAtom));

const leaveAfterAtom = atom(null, (get, set, id: number, ms: number) => {
  get(leavingAtom).set(id, {
    timer: get(heldAtom) ? undefined : setTimeout(() => set(dismissToastAtom, id), ms),
    at: Date.now() + ms,
  });
});

export const dismissToastAtom = atom(null, (get, set, id: number) => {
  clearTimeout(get(leavingAtom).get(id)?.timer);
  get(leavingAtom).delete(id);
  set(
    listAtom,
    get(listAtom).filter((toast) => toast.id !== id),
  );
  // The toast under the pointer or with the focus may be gone, and no event reports that.
  set(holdToastsAtom, false);
});

/** Keeps toasts while the pointer is on one or the focus is in it. */
export const holdToastsAtom = atom(null, (get, set, hold: boolean) => {
  if (get(heldAtom) === hold) return;
  set(heldAtom, hold);
  for (const [id, { timer, at }] of get(leavingAtom)) {
    clearTimeout(timer);
    if (!hold) set(leaveAfterAtom, id, Math.max(AFTER_HOLD_MS, at - Date.now()));
  }
});

/** Shows a short message for some seconds. What needs an answer belongs on the screen, not here. */
export const showToastAtom = atom(null, (get, set, text: string, tone: Toast['tone'] = 'plain') => {
  const id = ++lastId;
  const kept = get(listAtom).slice(-2);
  for (const [old, { timer }] of get(leavingAtom))
    if (!kept.some((toast) => toast.id === old)) {
      clearTimeout(timer);
      get(leavingAtom).delete(old);
    }
  set(listAtom, [...kept, { id, text, tone }]);
  set(leaveAfterAtom, id, TOAST_MS);
});

/** Shows why something failed: `work().catch(showFailure)`. */
export const showFailureAtom = atom(null, (_get, set, thrown: unknown) =>
  set(showToastAtom, sentence(thrown), 'bad'),
);

export const useShowToast = () => useSetAtom(showToastAtom);
export const useShowFailure = () => useSetAtom(showFailureAtom);
