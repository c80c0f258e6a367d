import { useLayoutEffect } from 'react';

import { pickedFiles } from '../../state/add-photos.ts';
import { useDrafts } from '../../state/drafts/index.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio]), textarea, [contenteditable]') !== null;

/**
 * Opens pictures pasted anywhere on the screen, and files dropped beside the stage, from the moment
 * the screen is shown.
 */
export function usePastedPhoto(): void {
  const drafts = useDrafts();
  useLayoutEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const photos = pickedFiles(event.clipboardData?.files);
      if (photos.length === 0 || isField(event.target)) return;
      event.preventDefault();
      void drafts.add(photos);
    };
    // Otherwise the browser opens a file dropped in the wrong place instead of the page.
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const photos = pickedFiles(event.dataTransfer?.files);
      if (photos.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      void drafts.add(photos);
    };
    const left = new AbortController();
    const { signal } = left;
    addEventListener('paste', paste, { signal });
    addEventListener('dragover', over, { signal });
    addEventListener('drop', drop, { signal });
    return () => left.abort();
  }, [drafts]);
}
