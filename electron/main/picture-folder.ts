import { open as openFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';

import { isAutoBackup } from '../../renderer/core/backup/format.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { t } from '../../renderer/i18n/index.ts';
import { PIECE_BYTES, type Output } from '../../renderer/platform/desktop/ipc-contract.ts';
import type { HandlersOf } from './dispatcher.ts';
import { chosenPaths } from './questions.ts';
import { report } from './report.ts';
import { isFolder, isFull, nameOf, safeName } from './save-file.ts';
import type { SettingsFile } from './settings.ts';
import type { UnfinishedFiles } from './unfinished.ts';

type Outcome = Output<'pictures.finish'>;

/**
 * Copies pictures and backups into folders that the user chose in a dialog. The page names a profile
 * and a file's plain name, never a path.
 */
export function pictureFolderHandlers(
  window: () => BrowserWindow | undefined,
  settings: SettingsFile,
  unfinished: UnfinishedFiles,
): HandlersOf<'pictures'> {
  /** The folder of each file that is being written: a picture's and a backup's at the same time. */
  const folders = new Map<string, string>();
  const folderOf = (profile: string): string | undefined =>
    settings.get().pictureFolders?.[profile];
  const chosen = (profile: string): string => {
    const folder = folderOf(profile);
    if (folder === undefined) throw new LikenessError('download-failed');
    return folder;
  };
  const plain = (name: string): string => {
    if (safeName(name) !== name) throw new LikenessError('download-failed');
    return name;
  };
  const backupIn = (profile: string, name: string): string => {
    if (!isAutoBackup(name)) throw new LikenessError('download-failed');
    return join(chosen(profile), plain(name));
  };
  const outcomeOf = async (folder: string, thrown: unknown): Promise<Outcome> => {
    if (isFull(thrown)) return 'full';
    if (!(await isFolder(folder))) return 'gone';
    report('ipc.pictures', thrown);
    return 'failed';
  };
  const abort = async (id: string): Promise<void> => {
    folders.delete(id);
    await unfinished.abort(id);
  };
  const failed = async (id: string, thrown: unknown): Promise<Outcome> => {
    const folder = folders.get(id);
    if (folder === undefined) throw thrown;
    await abort(id);
    return outcomeOf(folder, thrown);
  };
  return {
    async 'pictures.folder'({ profile }) {
      const folder = folderOf(profile);
      return folder === undefined ? null : { name: nameOf(folder), found: await isFolder(folder) };
    },
    async 'pictures.choose'({ profile }) {
      const [folder] = await chosenPaths(window(), {
        title: t('Copy avatars into'),
        buttonLabel: t('Copy here'),
        properties: ['openDirectory', 'createDirectory'],
      });
      if (folder !== undefined)
        settings.change({
          pictureFolders: { ...settings.get().pictureFolders, [profile]: folder },
        });
    },
    'pictures.forget'({ profile }) {
      const others = Object.entries(settings.get().pictureFolders ?? {}).filter(
        ([name]) => profile !== null && name !== profile,
      );
      settings.change({
        pictureFolders: others.length > 0 ? Object.fromEntries(others) : undefined,
      });
    },
    'pictures.names': ({ profile }) => readdir(chosen(profile)),
    async 'pictures.begin'({ profile, name }) {
      const folder = chosen(profile);
      try {
        const id = await unfinished.begin(folder, plain(name));
        folders.set(id, folder);
        return { id };
      } catch (thrown) {
        return outcomeOf(folder, thrown);
      }
    },
    async 'pictures.append'({ id, bytes }) {
      try {
        await unfinished.append(id, bytes);
        return 'written';
      } catch (thrown) {
        return failed(id, thrown);
      }
    },
    async 'pictures.finish'({ id }) {
      try {
        await unfinished.finish(id);
        folders.delete(id);
        return 'written';
      } catch (thrown) {
        return failed(id, thrown);
      }
    },
    async 'pictures.abort'({ id }) {
      await abort(id);
    },
    async 'pictures.read'({ profile, name, at }) {
      const file = await openFile(backupIn(profile, name));
      try {
        const { buffer, bytesRead } = await file.read({
          buffer: new Uint8Array(PIECE_BYTES),
          position: at,
        });
        return buffer.slice(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async 'pictures.remove'({ profile, name }) {
      await rm(backupIn(profile, name), { force: true });
    },
  };
}
