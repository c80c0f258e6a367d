import { sentence, type ErrorCode } from '../core/errors.ts';
import { createState, type Subscribable } from '../core/subscribable.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

const TOAST_MS = 6_000;
/** The least time that a toast stays after it was held. */
const AFTER_HOLD_MS = 2_000;

const list = createState<readonly Toast[]>([]);
/** The page's toasts, oldest first. */
export const toasts: Subscribable<readonly Toast[]> = list;
let lastId = 0;

/** When each toast disappears; it has no timer while toasts are held. */
const leaving = new Map<
  number,
  { readonly timer: ReturnType<typeof setTimeout> | undefined; readonly at: number }
>();
let held = false;

function leaveAfter(id: number, ms: number): void {
  leaving.set(id, {
    timer: held ? undefined : setTimeout(() => dismissToast(id), ms),
    at: Date.now() + ms,
  });
}

export function dismissToast(id: number): void {
  clearTimeout(leaving.get(id)?.timer);
  leaving.delete(id);
  list.update((shown) => shown.filter((toast) => toast.id !== id));
  // The toast under the pointer or with the focus may be gone, and no event reports that.
  holdToasts(false);
}

/** Keeps toasts while the pointer is on one or the focus is in it. */
export function holdToasts(hold: boolean): void {
  if (held === hold) return;
  held = hold;
  for (const [id, { timer, at }] of leaving) {
    clearTimeout(timer);
    if (!hold) leaveAfter(id, Math.max(AFTER_HOLD_MS, at - Date.now()));
  }
}

/** Shows a short message for some seconds. What needs an answer belongs on the screen, not here. */
export function showToast(text: string, tone: Toast['tone'] = 'plain'): void {
  const id = ++lastId;
  const kept = list.snapshot().slice(-2);
  for (const [old, { timer }] of leaving)
    if (!kept.some((toast) => toast.id === old)) {
      clearTimeout(timer);
      leaving.delete(old);
    }
  list.set([...kept, { id, text, tone }]);
  leaveAfter(id, TOAST_MS);
}

/**
 * Shows why something failed: `work().catch(showFailure)`.
 * @param code for what isn't one of our own errors
 */
export const showFailure = (thrown: unknown, code?: ErrorCode): void =>
  showToast(sentence(thrown, code), 'bad');
