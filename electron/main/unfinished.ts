import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';

import { report } from './report.ts';

const NAME = /^\.likeness-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** A file's name until it is complete: hidden, and unlike any other program's. */
export const unfinishedName = (): string => `.likeness-${randomUUID()}.part`;
export const isUnfinished = (path: string): boolean =>
  isAbsolute(path) && NAME.test(basename(path));

export interface UnfinishedFiles {
  /** To be called before the file gets its bytes. Doesn't reject: a full disk is reported. */
  note(path: string): Promise<void>;
  /** Doesn't reject. */
  forget(path: string): Promise<void>;
  /**
   * Removes the files that earlier runs left.
   * @param others files that were noted elsewhere
   * @throws file system errors; the next start tries again
   */
  sweep(others?: readonly string[]): Promise<void>;
}

/**
 * Records which files this run is writing: for each, a small file in `folder` that holds its path.
 * If a crash leaves files, the next run removes them.
 */
export function unfinishedFiles(folder: string): UnfinishedFiles {
  const noteOf = (path: string): string => join(folder, basename(path));
  const reported = (thrown: unknown): void => report('main.unfinished', thrown);
  /** Notes of this run: their files are still being written. */
  const mine = new Set<string>();
  return {
    async note(path) {
      mine.add(basename(path));
      await mkdir(folder, { recursive: true })
        .then(() => writeFile(noteOf(path), path))
        .catch(reported);
    },
    async forget(path) {
      await rm(noteOf(path), { force: true }).catch(reported);
      mine.delete(basename(path));
    },
    async sweep(others = []) {
      for (const path of others.filter(isUnfinished)) await rm(path, { force: true });
      const names = await readdir(folder).catch(() => []); // Nothing was ever noted.
      for (const name of names.filter((one) => NAME.test(one) && !mine.has(one))) {
        const path = await readFile(join(folder, name), 'utf8');
        // A crash may have cut the note short, too.
        if (isUnfinished(path) && basename(path) === name) await rm(path, { force: true });
        await rm(join(folder, name));
      }
    },
  };
}
