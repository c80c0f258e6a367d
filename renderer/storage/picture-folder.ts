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

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  const [one, other] = await Promise.all([a.arrayBuffer(), b.arrayBuffer()]);
  const bytes = new Uint8Array(other);
  return new Uint8Array(one).every((byte, at) => byte === bytes[at]);
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

  return {
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
      for await (const name of (await allowed(profileId)).keys()) found.add(name);
      return found;
    },
    async write(profileId, name, content) {
      try {
        const file = await (await allowed(profileId)).getFileHandle(name, { create: true });
        // Written beside the file, and put in its place when it is closed.
        const stream = await file.createWritable();
        try {
          await stream.write(content);
        } catch (thrown) {
          await stream.abort().catch(noted('files.abort'));
          throw thrown;
        }
        await stream.close();
        return (await isSame(await file.getFile(), content)) ? 'written' : 'failed';
      } catch (thrown) {
        return outcomeOf(thrown);
      }
    },
    async save(profileId, name, fill) {
      const pieces: Written[] = [];
      try {
        const folder = await allowed(profileId);
        const file = await folder.getFileHandle(name, { create: true });
        const stream = await file.createWritable();
        /** The disk's own failure, which `fill` may wrap in another. */
        let writing: { readonly thrown: unknown } | undefined;
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
          await folder.removeEntry(name).catch(noted('files.abort'));
          throw thrown;
        }
        await stream.close();
        if (await consistsOf(await file.getFile(), pieces)) return 'written';
        await folder.removeEntry(name);
        return 'failed';
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
}
