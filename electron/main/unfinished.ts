import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';

const NAME = /^\.likeness-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** What a file is called until it is whole: hidden, and like no other program's. */
export const unfinishedName = (): string => `.likeness-${randomUUID()}.part`;
export const isUnfinished = (path: string): boolean =>
  isAbsolute(path) && NAME.test(basename(path));

interface Noted {
  get(): { readonly unfinished?: readonly string[] | undefined };
  change(change: { readonly unfinished: string[] | undefined }): void;
}

/** Which files this run is writing, noted in the settings: what a crash leaves of them is removed by the next run. */
export function unfinishedFiles(settings: Noted) {
  const noted = (): readonly string[] => settings.get().unfinished ?? [];
  const keep = (paths: readonly string[]): void =>
    settings.change({ unfinished: paths.length === 0 ? undefined : [...paths] });
  const forget = (path: string): void => keep(noted().filter((one) => one !== path));
  return {
    note: (path: string): void => keep([...noted(), path]),
    forget,
    /** Rejects as the file system does, and tries again at the next start. */
    async sweep(): Promise<void> {
      // Others may be begun meanwhile.
      for (const path of noted().filter(isUnfinished)) {
        await rm(path, { force: true });
        forget(path);
      }
    },
  };
}
