/** Values to undo to, the latest last, and to redo, the next first. */
export interface History<T> {
  readonly past: readonly T[];
  readonly future: readonly T[];
}

/** How many steps can be undone. They may be stored, so their number is limited. */
export const MOST_STEPS = 60;

export const NO_HISTORY: History<never> = { past: [], future: [] };

/** Records a new step from `before`; nothing can be redone after it. */
export const record = <T>({ past }: History<T>, before: T): History<T> => ({
  past: [...past, before].slice(-MOST_STEPS),
  future: [],
});

/** The value to go to, and the history then. */
type Moved<T> = { readonly value: T; readonly history: History<T> } | undefined;

export function undo<T extends object>({ past, future }: History<T>, now: T): Moved<T> {
  const value = past.at(-1);
  return value && { value, history: { past: past.slice(0, -1), future: [now, ...future] } };
}

export function redo<T extends object>({ past, future }: History<T>, now: T): Moved<T> {
  const value = future[0];
  return value && { value, history: { past: [...past, now], future: future.slice(1) } };
}
