import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { LikenessError } from '../../renderer/core/errors.ts';
import { report } from './report.ts';
import { beginFile, isFolder, isUnfinished, UNFINISHED, type PiecedFile } from './save-file.ts';

/** A compromised page can't use up the files that the system lets a program hold open. */
const MOST_OPEN = 100;

export type UnfinishedFiles = ReturnType<typeof unfinishedFiles>;

/**
 * The files that the page is writing in pieces, by the ids it got for them. A small file in `folder`
 * holds the path of each: if a crash leaves files, the next run removes them.
 */
export function unfinishedFiles(folder: string) {
  const files = new Map<string, PiecedFile>();
  const noteOf = (path: string): string => join(folder, basename(path));
  const reported = (thrown: unknown): void => report('main.unfinished', thrown);
  /** Notes of this run, which may still be writing their files. */
  const mine = new Set<string>();
  /** Doesn't reject: a full disk is reported. */
  const note = async (path: string): Promise<void> => {
    mine.add(basename(path));
    await mkdir(folder, { recursive: true })
      .then(() => writeFile(noteOf(path), path))
      .catch(reported);
  };
  /** Removes a file and its note. The note stays while the file's disk may be unplugged. */
  const forget = async (path: string): Promise<void> => {
    await rm(path, { force: true });
    if (await isFolder(dirname(path))) await rm(noteOf(path), { force: true });
  };
  const opened = (id: string): PiecedFile => {
    const file = files.get(id);
    if (!file) throw new LikenessError('download-failed');
    return file;
  };
  /** Removes the file; does nothing if it isn't being written. */
  const abort = async (id: string): Promise<void> => {
    const file = files.get(id);
    files.delete(id);
    if (!file) return;
    await file
      .abort()
      .then(() => forget(file.hidden))
      .catch(reported);
  };
  return {
    /** Begins a file in `place` and resolves with its id. @throws LikenessError 'download-failed' */
    async begin(place: string, name: string) {
      if (files.size >= MOST_OPEN) throw new LikenessError('download-failed');
      const file = await beginFile(place, name);
      const id = randomUUID();
      files.set(id, file);
      await note(file.hidden);
      return id;
    },
    /** @throws LikenessError 'download-failed' */
    append: async (id: string, bytes: Uint8Array) => opened(id).append(bytes),
    /** Completes the file and resolves with its path. @throws LikenessError 'download-failed' */
    async finish(id: string) {
      const file = opened(id);
      files.delete(id);
      try {
        return await file.finish();
      } finally {
        await forget(file.hidden).catch(reported);
      }
    },
    abort,
    /** Removes all of them: the page that was writing them has been left. */
    leave() {
      for (const id of files.keys()) void abort(id);
    },
    /** Removes the files that earlier runs left. What it can't remove, the next start tries again. */
    async sweep() {
      const names = await readdir(folder).catch(() => []); // Nothing was ever noted.
      for (const name of names.filter((one) => UNFINISHED.test(one) && !mine.has(one))) {
        try {
          const path = await readFile(join(folder, name), 'utf8');
          // A crash may have cut the note short, too.
          if (isUnfinished(path) && basename(path) === name) await forget(path);
          else await rm(join(folder, name));
        } catch (thrown) {
          reported(thrown);
        }
      }
    },
  };
}
