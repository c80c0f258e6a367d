import { randomUUID } from 'node:crypto';
import { app, shell, type BrowserWindow } from 'electron';

import { LikenessError } from '../../renderer/core/errors.ts';
import { t } from '../../renderer/i18n/index.ts';
import type { HandlersOf } from './dispatcher.ts';
import { chosenPaths } from './questions.ts';
import { isFolder, nameOf, newFolder } from './save-file.ts';
import type { SettingsFile } from './settings.ts';
import type { UnfinishedFiles } from './unfinished.ts';

type Downloads = Omit<HandlersOf<'downloads' | 'files'>, 'downloads.drag'>;

export interface DownloadHandlers {
  readonly handlers: Downloads;
  /** The page was left: forgets its open folder. */
  leave(): void;
  /** The folder that a crashed page was filling, if it holds a file. Reported only once. */
  interrupted(): OpenFolder | undefined;
}

/** A folder for several files, open until the page says that no more follow. */
export interface OpenFolder {
  readonly id: string;
  readonly place: string;
  files: number;
}

/**
 * Saves files. The page never names a folder; it refers to saved files by the ids they got here.
 */
export function openDownloads(
  window: () => BrowserWindow | undefined,
  settings: SettingsFile,
  unfinished: UnfinishedFiles,
): DownloadHandlers {
  const saved = new Map<string, string>();
  /** Folders that this run created for several files. */
  const folders = new Map<string, string>();
  let open: OpenFolder | undefined;
  const keep = (path: string): { id: string; place: string } => {
    const id = randomUUID();
    saved.set(id, path);
    return { id, place: path };
  };
  const folder = (): string => settings.get().downloadFolder ?? app.getPath('downloads');
  /** The folder of several files that each file is for. */
  const filling = new Map<string, string>();
  void unfinished.sweep();
  const handlers: Downloads = {
    async 'downloads.newFolder'({ name }) {
      const made = keep(await newFolder(folder(), name));
      folders.set(made.id, made.place);
      open = { ...made, files: 0 };
      return made;
    },
    'downloads.closeFolder'({ id }) {
      if (open?.id === id) open = undefined;
    },
    async 'files.begin'({ name, folder: into }) {
      const place = into === undefined ? folder() : folders.get(into);
      if (place === undefined) throw new LikenessError('download-failed');
      const id = await unfinished.begin(place, name);
      if (into !== undefined) filling.set(id, into);
      return { id };
    },
    async 'files.append'({ id, bytes }) {
      await unfinished.append(id, bytes);
    },
    async 'files.finish'({ id }) {
      const into = filling.get(id);
      filling.delete(id);
      const place = await unfinished.finish(id);
      if (open && open.id === into) open.files++;
      saved.set(id, place);
      return { id, place };
    },
    async 'files.abort'({ id }) {
      filling.delete(id);
      await unfinished.abort(id);
    },
    'downloads.reveal'({ id }) {
      const path = saved.get(id);
      if (path === undefined) throw new LikenessError('download-failed');
      shell.showItemInFolder(path);
    },
    'downloads.folder': async () => ({
      folder: nameOf(folder()),
      chosen: settings.get().downloadFolder !== undefined,
      found: await isFolder(folder()),
    }),
    async 'downloads.chooseFolder'() {
      const [downloadFolder] = await chosenPaths(window(), {
        title: t('Save avatars in'),
        buttonLabel: t('Save here'),
        properties: ['openDirectory', 'createDirectory'],
        defaultPath: folder(),
      });
      if (downloadFolder !== undefined) settings.change({ downloadFolder });
    },
    'downloads.forgetFolder'() {
      settings.change({ downloadFolder: undefined });
    },
  };
  return {
    handlers,
    leave() {
      open = undefined;
      filling.clear();
    },
    interrupted() {
      const cut = open;
      open = undefined;
      return cut && cut.files > 0 ? cut : undefined;
    },
  };
}
