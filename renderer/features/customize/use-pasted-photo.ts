import { useEffect } from 'react';

import { useDrafts } from '../../state/drafts/index.ts';
import { pickedFiles } from '../../state/picked-files.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio]), textarea, [contenteditable]') !== null;

/** Pictures pasted anywhere on the screen become photos; files dropped beside the stage too. */
export function usePastedPhoto(): void {
  const drafts = useDrafts();
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const photos = pickedFiles(event.clipboardData?.files);
      if (photos.length === 0 || isField(event.target)) return;
      event.preventDefault();
      void drafts.add(photos);
    };
    // Without this a file that misses its place replaces the whole page.
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const photos = pickedFiles(event.dataTransfer?.files);
      if (photos.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      void drafts.add(photos);
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
