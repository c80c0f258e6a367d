import type { Downloads } from '../../ports/downloads.ts';
import { call } from './bridge.ts';

/** Saves through the main process, into Downloads or the folder that the user chose. */
export const desktopDownloads = (): Downloads => ({
  async save(name, content) {
    const bytes = new Uint8Array(await content.arrayBuffer());
    const { id, place } = await call('downloads.save', { name, bytes });
    return {
      place,
      reveal: async () => {
        await call('downloads.reveal', { id });
      },
    };
  },
});
