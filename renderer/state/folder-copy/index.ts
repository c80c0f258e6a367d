import { atom } from 'jotai';

import { busyAtom } from '../busy.ts';
import { libraryAtom } from '../library/index.ts';
import { portsAtom } from '../ports.ts';
import { randomBytes } from '../random.ts';
import { localMemory } from '../remembered.ts';
import { scopeAtom } from '../scope.ts';
import { createAutoBackup } from './auto-backup.ts';
import { createFolderCopy } from './folder-copy.ts';

export { madeKey } from './auto-backup.ts';
export type { AutoBackup, AutoBackupState, KeptBackup } from './auto-backup.ts';
export type { FolderCopy, FolderCopyState } from './folder-copy.ts';

/** Undefined where the app can't write into folders. */
export const folderCopyAtom = atom((get) => {
  const { pictureFolder } = get(portsAtom);
  return (
    pictureFolder &&
    createFolderCopy({
      folder: pictureFolder,
      library: get(libraryAtom),
      scope: get(scopeAtom),
      memory: localMemory(),
    })
  );
});

/** Undefined where the app can't write into folders. */
export const autoBackupAtom = atom((get) => {
  const ports = get(portsAtom);
  return (
    ports.pictureFolder &&
    createAutoBackup({
      ...ports,
      folder: ports.pictureFolder,
      library: get(libraryAtom),
      scope: get(scopeAtom),
      random: randomBytes,
      memory: localMemory(),
    })
  );
});

/** Goes on copying and backing up. The composition root sets this once. */
export const startFolderCopyAtom = atom(null, (get) => {
  const autoBackup = get(autoBackupAtom);
  get(busyAtom).add(() => autoBackup?.snapshot().done !== undefined);
  get(folderCopyAtom)?.start();
  autoBackup?.start();
});
