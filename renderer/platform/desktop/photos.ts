import type { Photos } from '../../ports/photos.ts';
import { call } from './bridge.ts';

/** The system's open dialog. Main reads the file that was chosen, and no other. */
export const desktopPhotos = (): Photos => ({
  async pick() {
    const picked = await call('photos.pick', null);
    return picked ? [{ name: picked.name, file: new Blob([picked.bytes]) }] : [];
  },
});
