import { useDrafts } from '../../state/drafts/index.ts';
import { useKeyDown } from '../../ui/use-key-down.ts';

const NO_TEXT = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** Text fields have their own undo. */
const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !NO_TEXT.has(target.type)));

/** Ctrl or Cmd+Z undoes a step; with Shift, or Ctrl+Y, it is redone. */
export function useUndoKeys(): void {
  const drafts = useDrafts();
  useKeyDown((event) => {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      isText(event.target) ||
      document.querySelector('dialog[open]')
    )
      return;
    const key = event.key.toLowerCase();
    const back = key === 'z' && !event.shiftKey;
    const again =
      (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey && !event.shiftKey);
    if (!back && !again) return;
    event.preventDefault();
    if (back) drafts.undo();
    else drafts.redo();
  });
}
