import { LikenessError } from '../../core/errors.ts';
import type { Downloads } from '../../ports/downloads.ts';
import type { Files, FileSink } from '../../ports/files.ts';

const FOLDER = 'exports';

/**
 * Files are written into the origin's private file system, on disk, and handed to the browser's
 * downloads when whole. What is there from an earlier one is cleared first: by then it was saved.
 * A browser without it keeps the pieces as Blobs.
 */
export const webFiles = (downloads: Downloads): Files => ({
  begin: async (name) =>
    (await onDisk(downloads, name).catch(() => undefined)) ?? inBlobs(downloads, name),
  async sweep(before) {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER).catch(() => undefined);
    if (!folder) return;
    for await (const handle of folder.values()) {
      const file =
        handle.kind === 'file' ? await (handle as FileSystemFileHandle).getFile() : undefined;
      if (!file || file.lastModified < before) await folder.removeEntry(handle.name);
    }
  },
});

async function onDisk(downloads: Downloads, name: string): Promise<FileSink> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(FOLDER, { recursive: true }).catch(() => undefined);
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  const handle = await folder.getFileHandle(crypto.randomUUID(), { create: true });
  const stream = await handle.createWritable();
  const failed = (cause: unknown): never => {
    throw new LikenessError('backup-failed', {}, { cause });
  };
  return {
    write: (bytes) => stream.write(bytes).catch(failed),
    async close() {
      await stream.close().catch(failed);
      return downloads.save(name, await handle.getFile());
    },
    async abort() {
      await stream.abort().catch(() => undefined);
      await folder.removeEntry(handle.name).catch(() => undefined);
    },
  };
}

function inBlobs(downloads: Downloads, name: string): FileSink {
  let parts: Blob[] = [];
  return {
    write(bytes) {
      parts.push(new Blob([bytes]));
      return Promise.resolve();
    },
    close: () => downloads.save(name, new Blob(parts)),
    abort() {
      parts = [];
      return Promise.resolve();
    },
  };
}
