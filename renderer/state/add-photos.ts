import { atom } from 'jotai';

import type { PickedPhoto } from '../ports/photos.ts';

/** A photo that came through the system's share sheet, or pretends to. */
export interface SharedPhoto {
  readonly name: string;
  readonly file: Blob;
}

/** Those that wait for the user's word, in this page's memory only. */
export const sharedPhotosAtom = atom<readonly SharedPhoto[]>([]);

/** What was dropped, pasted or chosen. A pasted picture may have no name. */
export const pickedFiles = (files: FileList | null | undefined): PickedPhoto[] =>
  Array.from(files ?? [], (file) => ({ name: file.name || 'pasted.png', file }));

/** Adds photos from a page other than the Avatar Creator. Loads the drafts' code only now. */
export const addPhotosAtom = atom(
  null,
  async (get, _set, photos: readonly PickedPhoto[]): Promise<void> => {
    const { draftsAtom } = await import('./drafts/index.ts');
    await get(draftsAtom).add(photos);
  },
);
