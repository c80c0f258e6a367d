import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { app, type BrowserWindow, dialog, type OpenDialogOptions, shell } from 'electron';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Handlers } from './dispatcher.ts';
import { saveFile } from './save-file.ts';
import type { SettingsFile } from './settings.ts';

const OPTIONS: OpenDialogOptions = {
  title: 'Save avatars in',
  buttonLabel: 'Save here',
  properties: ['openDirectory', 'createDirectory'],
};

type Channels = 'downloads.save' | 'downloads.reveal' | 'downloads.chooseFolder';

/** Saves files. The page never names a folder, and shows files again by the number they got here. */
export function downloadHandlers(window: () => BrowserWindow | undefined, settings: SettingsFile): Pick<Handlers, Channels> {
  const saved = new Map<string, string>();
  return {
    async 'downloads.save'({ name, bytes }) {
      const path = await saveFile(settings.get().downloadFolder ?? app.getPath('downloads'), name, bytes);
      const id = randomUUID();
      saved.set(id, path);
      return { id, place: path };
    },
    'downloads.reveal'({ id }) {
      const path = saved.get(id);
      if (path === undefined) return Promise.reject(new LikenessError('download-failed'));
      shell.showItemInFolder(path);
      return Promise.resolve(null);
    },
    async 'downloads.chooseFolder'() {
      const parent = window();
      const { canceled, filePaths } = await (parent ? dialog.showOpenDialog(parent, OPTIONS) : dialog.showOpenDialog(OPTIONS));
      const [downloadFolder] = filePaths;
      if (canceled || downloadFolder === undefined) return null;
      settings.change({ downloadFolder });
      return { folder: basename(downloadFolder) };
    },
  };
}
