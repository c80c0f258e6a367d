import { isAbort } from '../core/errors.ts';
import { note, noted } from '../core/log/log.ts';
import type { FileOutcome, FolderState, PictureFolder } from '../ports/picture-folder.ts';
import { Database } from './database.ts';
import { names } from './failures.ts';

/** The parts of the File System Access API that TypeScript doesn't declare. */
interface AccessHandle {
  queryPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
}
interface Picking {
  showDirectoryPicker(options: {
    readonly id: string;
    readonly mode: 'readwrite';
  }): Promise<FileSystemDirectoryHandle>;
}

const MODE = { mode: 'readwrite' } as const;

function outcomeOf(thrown: unknown): FileOutcome {
  const found = new Set(names(thrown));
  if (found.has('NotFoundError')) return 'gone';
  if (found.has('NotAllowedError')) return 'asks';
  if (found.has('QuotaExceededError')) return 'full';
  note('files.disk', thrown);
  return 'failed';
}

const digest = async (piece: BufferSource): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', piece)).join();

/** A piece of a file as it was written. */
interface Written {
  readonly bytes: number;
  readonly digest: string;
}

/** Whether a file on the disk consists of these pieces. */
async function consistsOf(file: Blob, pieces: readonly Written[]): Promise<boolean> {
  let at = 0;
  for (const piece of pieces) {
    const found = await file.slice(at, at + piece.bytes).arrayBuffer();
    if ((await digest(found)) !== piece.digest) return false;
    at += piece.bytes;
  }
  return at === file.size;
}

/** What the writer of a file's pieces threw, as opposed to the disk. */
class FillFailure extends Error {}

/**
 * Whether a file in the list has content. A page that died before it had written anything left an
 * empty one; a file that is being written has a passing one beside it, which may be gone by now.
 */
async function isWritten(file: FileSystemFileHandle): Promise<boolean> {
  try {
    return (await file.getFile()).size > 0;
  } catch (thrown) {
    if (outcomeOf(thrown) !== 'gone') throw thrown;
    return false;
  }
}

/**
 * Folders that the user chose, by the File System Access API. Their handles are kept in the
 * database, so that a later visit goes on.
 */
export function openPictureFolder(database: string): PictureFolder {
  const { device } = new Database(database);
  const nameOf = (profileId: string) => `folder:${profileId}` as const;
  const handleOf = async (profileId: string): Promise<FileSystemDirectoryHandle | undefined> => {
    const record = await device.get(nameOf(profileId));
    return record && 'handle' in record ? record.handle : undefined;
  };
  const allowed = async (profileId: string): Promise<FileSystemDirectoryHandle> => {
    const handle = await handleOf(profileId);
    if (!handle) throw new DOMException('no folder was chosen', 'NotFoundError');
    return handle;
  };

  const folder: PictureFolder = {
    async state(profileId): Promise<FolderState> {
      const handle = await handleOf(profileId);
      if (!handle) return { kind: 'none' };
      const { name } = handle;
      const permission = await (handle as AccessHandle).queryPermission?.(MODE);
      if (permission !== undefined && permission !== 'granted') return { kind: 'asks', name };
      try {
        await handle.keys().next();
        return { kind: 'ready', name };
      } catch (thrown) {
        return { kind: outcomeOf(thrown) === 'asks' ? 'asks' : 'gone', name };
      }
    },
    async choose(profileId) {
      try {
        const handle = await (globalThis as unknown as Picking).showDirectoryPicker({
          id: 'likeness-pictures',
          ...MODE,
        });
        await device.put({ name: nameOf(profileId), handle });
      } catch (thrown) {
        if (!isAbort(thrown)) throw thrown;
      }
    },
    async allow(profileId) {
      await ((await allowed(profileId)) as AccessHandle).requestPermission?.(MODE);
    },
    async forget(profileId) {
      await device.delete(nameOf(profileId));
    },
    async forgetAll() {
      await device.where('name').startsWith('folder:').delete();
    },
    async names(profileId) {
      const found = new Set<string>();
      for await (const [name, handle] of (await allowed(profileId)).entries())
        if (!(handle instanceof FileSystemFileHandle) || (await isWritten(handle))) found.add(name);
      return found;
    },
    write: (profileId, name, content) =>
      folder.save(profileId, name, async (write) =>
        write(new Uint8Array(await content.arrayBuffer())),
      ),
    async save(profileId, name, fill) {
      const pieces: Written[] = [];
      try {
        const parent = await allowed(profileId);
        const file = await parent.getFileHandle(name, { create: true });
        /** The disk's own failure, which `fill` may wrap in another. */
        let writing: { readonly thrown: unknown } | undefined;
        try {
          const stream = await file.createWritable();
          try {
            await fill(async (piece) => {
              pieces.push({ bytes: piece.length, digest: await digest(piece) });
              await stream.write(piece).catch((thrown: unknown) => {
                writing = { thrown };
                throw thrown;
              });
            }).catch((thrown: unknown) => {
              throw writing ? writing.thrown : new FillFailure('', { cause: thrown });
            });
          } catch (thrown) {
            await stream.abort().catch(noted('files.abort'));
            throw thrown;
          }
          await stream.close();
          if (!(await consistsOf(await file.getFile(), pieces)))
            throw new Error('the file isn’t what was written');
          return 'written';
        } catch (thrown) {
          await parent.removeEntry(name).catch(noted('files.abort'));
          throw thrown;
        }
      } catch (thrown) {
        if (thrown instanceof FillFailure) throw thrown.cause;
        return outcomeOf(thrown);
      }
    },
    open: async (profileId, name) =>
      (await (await allowed(profileId)).getFileHandle(name)).getFile(),
    async remove(profileId, name) {
      try {
        await (await allowed(profileId)).removeEntry(name);
      } catch (thrown) {
        if (outcomeOf(thrown) !== 'gone') throw thrown;
      }
    },
  };
  return folder;
}
