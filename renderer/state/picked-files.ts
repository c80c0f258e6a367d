import type { PickedPhoto } from '../ports/photos.ts';

/** What was dropped, pasted or chosen. A pasted picture may have no name. */
export const pickedFiles = (files: FileList | null | undefined): PickedPhoto[] =>
  Array.from(files ?? [], (file) => ({ name: file.name || 'pasted.png', file }));
