import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { DownloadFolder, Downloads, NamedFile, Saved } from '../../ports/downloads.ts';
import { call } from './bridge.ts';
import {
  MOST_DRAGGED,
  MOST_DRAGGED_BYTES,
  PIECE_BYTES,
  type Input,
  type Output,
} from './ipc-contract.ts';

const bytesOf = async (content: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await content.arrayBuffer());

/** @throws LikenessError 'drag-too-large', before anything is read */
async function readAll(files: readonly NamedFile[]): Promise<Input<'downloads.drag'>['files']> {
  if (files.reduce((sum, { content }) => sum + content.size, 0) > MOST_DRAGGED_BYTES)
    throw new LikenessError('drag-too-large');
  return Promise.all(
    files.map(async ({ name, content }) => ({ name, bytes: await bytesOf(content) })),
  );
}

/** Writes a file through the main process. @throws LikenessError 'download-failed' */
async function write(
  { name, content }: NamedFile,
  folder?: string,
): Promise<Output<'files.finish'>> {
  const { id } = await call('files.begin', { name, ...(folder !== undefined && { folder }) });
  try {
    for (let at = 0; at < content.size; at += PIECE_BYTES)
      await call('files.append', { id, bytes: await bytesOf(content.slice(at, at + PIECE_BYTES)) });
    return await call('files.finish', { id });
  } catch (thrown) {
    await call('files.abort', { id }).catch(noted('files.abort'));
    throw thrown;
  }
}

export const shown = ({ id, place }: Output<'files.finish'>): Saved => ({
  place,
  reveal: () => call('downloads.reveal', { id }),
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
  save: async (name, content) => shown(await write({ name, content })),
  async saveAll(name, files, onPlace) {
    let folder: Output<'downloads.newFolder'> | undefined;
    const place = async (): Promise<Output<'downloads.newFolder'>> => {
      if (folder) return folder;
      folder = await call('downloads.newFolder', { name });
      onPlace?.(shown(folder));
      return folder;
    };
    // The folder is created with its first file, so an earlier failure leaves no empty folder.
    try {
      for await (const file of files) await write(file, (await place()).id);
      return shown(await place());
    } finally {
      if (folder) await call('downloads.closeFolder', { id: folder.id });
    }
  },
  mostLifted: MOST_DRAGGED,
  lift(files) {
    const ready = files.then(readAll);
    // `drag` reports the failure, if there is a drag.
    ready.catch(() => undefined);
    return {
      async drag(event) {
        // The system's drag replaces the page's.
        event.preventDefault();
        await call('downloads.drag', { files: await ready });
      },
      release: () => undefined,
    };
  },
});
