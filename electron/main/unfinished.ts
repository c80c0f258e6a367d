import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';

const NAME = /^\.likeness-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** What a file is called until it is whole: hidden, and like no other program's. */
export const unfinishedName = (): string => `.likeness-${randomUUID()}.part`;
export const isUnfinished = (path: string): boolean => isAbsolute(path) && NAME.test(basename(path));

interface Noted {
  get(): { readonly unfinished?: string | undefined };
  change(change: { readonly unfinished: string | undefined }): void;
}

/** Which file this run is writing in pieces, noted in the settings: what a crash leaves is removed by the next run. */
export const unfinishedFile = (settings: Noted) => ({
  note: (path: string): void => settings.change({ unfinished: path }),
  forget: (): void => settings.change({ unfinished: undefined }),
  /** Rejects as the file system does, and tries again at the next start. */
  async sweep(): Promise<void> {
    const { unfinished } = settings.get();
    if (unfinished === undefined || !isUnfinished(unfinished)) return;
    await rm(unfinished, { force: true });
    // Another may have been begun meanwhile.
    if (settings.get().unfinished === unfinished) settings.change({ unfinished: undefined });
  },
});
