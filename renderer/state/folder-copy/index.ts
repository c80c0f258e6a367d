import { atom } from '../jotai.ts';
import { libraryAtom } from '../library/index.ts';
import { portsAtom } from '../ports.ts';
import { localMemory } from '../remembered.ts';
import { scopeAtom } from '../scope.ts';
import { createFolderCopy } from './folder-copy.ts';

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

/** Goes on copying. The composition root sets this once. */
export const startFolderCopyAtom = atom(null, (get) => get(folderCopyAtom)?.start());
