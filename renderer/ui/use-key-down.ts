import { useEffectEvent, useLayoutEffect } from 'react';

/** Hears every key of the window, from the moment the screen is shown. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => press(event));
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => hear(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Fields that take letters, and have their own undo. */
const TYPED = ['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit']
  .map((type) => `:not([type="${type}"])`)
  .join('');

/** Whether a key goes to a field that takes letters. */
export const isTyped = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(`input${TYPED}, textarea`) !== null;

/** Ctrl or ⌘+Z undoes a step; with Shift, or Ctrl+Y, it is redone. Not while a dialog is open. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  useKeyDown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyped(event)) return;
    const key = event.key.toLowerCase();
    const back = key === 'z' && !event.shiftKey;
    const again =
      (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey && !event.shiftKey);
    if ((!back && !again) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    if (back) undo();
    else redo();
  });
}
