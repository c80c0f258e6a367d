import { useEffect } from 'react';
import { useDrafts } from '../../state/drafts/index.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=radio]), textarea, [contenteditable]') !== null;

/** A picture pasted anywhere on the screen becomes the photo; a file dropped beside the stage too. */
export function usePastedPhoto(): void {
  const drafts = useDrafts();
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const file = event.clipboardData?.files[0];
      if (!file || isField(event.target)) return;
      event.preventDefault();
      void drafts.add(file.name || 'pasted.png', file);
    };
    // Without this a file that misses its place replaces the whole page.
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      void drafts.add(file.name, file);
    };
    window.addEventListener('paste', paste);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('paste', paste);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [drafts]);
}
