import type { DownloadFolder, Downloads, Saved } from '../../ports/downloads.ts';
import { call } from './bridge.ts';
import type { Output } from './ipc-contract.ts';

const bytesOf = async (content: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await content.arrayBuffer());

const shown = ({ id, place }: Output<'downloads.save'>): Saved => ({
  place,
  reveal: async () => {
    await call('downloads.reveal', { id });
  },
});

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
  save: async (name, content) => shown(await call('downloads.save', { name, bytes: await bytesOf(content) })),
  async saveAll(name, files) {
    const folder = await call('downloads.newFolder', { name });
    for await (const { name, content } of files) {
      await call('downloads.save', { name, bytes: await bytesOf(content), folder: folder.id });
    }
    return shown(folder);
  },
  lift(name, content) {
    const bytes = content.then(bytesOf);
    // Told when it is dragged, if it is.
    bytes.catch(() => undefined);
    return {
      async drag(event) {
        // The system's own drag takes the place of the page's.
        event.preventDefault();
        await call('downloads.drag', { name, bytes: await bytes });
      },
      release: () => undefined,
    };
  },
});
