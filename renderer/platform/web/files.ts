import { LikenessError } from '../../core/errors.ts';
import type { FileName } from '../../core/file-name.ts';
import { noted } from '../../core/log/log.ts';
import type { Downloads } from '../../ports/downloads.ts';
import type { Files, FileSink } from '../../ports/files.ts';

const FOLDER = 'exports';

/** A browser may take this long to copy a file of many gigabytes into its downloads. */
const COPYING_MS = 60 * 60 * 1_000;
const copied = (): number => Date.now() - COPYING_MS;

/**
 * Writes files into the origin's private file system, on disk, and passes each complete file to the
 * browser's downloads. The browser copies it from there, so a file stays for an hour; then it is
 * deleted, because it counts against the app's storage: by a timer, or, if the app was closed or
 * the device asleep, before the next one starts. A browser without that file system keeps the
 * pieces as Blobs.
 */
export const webFiles = (downloads: Downloads): Files => ({
  begin: async (name) =>
    (await inPrivateFiles(downloads, name).catch(noted('files.disk'))) ?? inBlobs(downloads, name),
  async sweep(before = copied()) {
    const root = await navigator.storage.getDirectory();
    // Without the folder, nothing was ever written.
    const folder = await root.getDirectoryHandle(FOLDER).catch(() => undefined);
    if (folder) await clear(folder, before);
  },
});

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file';

/** Removes the files that were last written before this time. */
async function clear(folder: FileSystemDirectoryHandle, before: number): Promise<void> {
  for await (const handle of folder.values()) {
    const file = isFile(handle) ? await handle.getFile() : undefined;
    if (file && file.lastModified >= before) continue;
    // A file that another tab is still writing is locked. The next sweep removes it.
    await folder.removeEntry(handle.name).catch(() => undefined);
  }
}

async function inPrivateFiles(downloads: Downloads, name: FileName): Promise<FileSink> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  // If an old file can't be removed, write the new one anyway.
  await clear(folder, copied()).catch(noted('files.sweep'));
  const handle = await folder.getFileHandle(crypto.randomUUID(), { create: true });
  const stream = await handle.createWritable();
  const failed = (cause: unknown): never => {
    const full = cause instanceof Error && cause.name === 'QuotaExceededError';
    throw new LikenessError(full ? 'storage-full' : 'backup-failed', {}, { cause });
  };
  return {
    write: (bytes) => stream.write(bytes).catch(failed),
    async close() {
      await stream.close().catch(failed);
      setTimeout(
        () => void folder.removeEntry(handle.name).catch(() => undefined), // It may be gone by now.
        COPYING_MS,
      );
      return downloads.save(name, await handle.getFile());
    },
    async abort() {
      await stream.abort().catch(noted('files.abort'));
      await folder.removeEntry(handle.name).catch(noted('files.abort'));
    },
  };
}

function inBlobs(downloads: Downloads, name: FileName): FileSink {
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
