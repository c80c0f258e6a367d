import type { DownloadFolder, Downloads } from '../../ports/downloads.ts';
import { call } from './bridge.ts';

async function now(): Promise<DownloadFolder> {
  const { folder, ...rest } = await call('downloads.folder', null);
  return { name: folder, ...rest };
}

/** Saves through the main process, into Downloads or the folder that the user chose. */
export const desktopDownloads = (): Downloads => ({
  folders: {
    now,
    async choose() {
      await call('downloads.chooseFolder', null);
      return now();
    },
    async reset() {
      await call('downloads.forgetFolder', null);
      return now();
    },
  },
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
