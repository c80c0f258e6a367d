import type { PickedPhoto } from '../ports/photos.ts';
import { atom } from './jotai.ts';

/** Takes photos into the studio from a page that shows nothing of it: what a draft needs is loaded only now. */
export const addPhotosAtom = atom(
  null,
  async (get, _set, photos: readonly PickedPhoto[]): Promise<void> => {
    const { draftsAtom } = await import('./drafts/index.ts');
    await get(draftsAtom).add(photos);
  },
);
