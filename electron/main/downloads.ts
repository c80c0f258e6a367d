import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { app, dialog, shell, type BrowserWindow, type OpenDialogOptions } from 'electron';

import { LikenessError } from '../../renderer/core/errors.ts';
import { i18n } from '../../renderer/i18n/index.ts';
import type { Handlers } from './dispatcher.ts';
import { report } from './report.ts';
import { beginFile, newFolder, saveFile, type PiecedFile } from './save-file.ts';
import type { SettingsFile } from './settings.ts';
import type { UnfinishedFiles } from './unfinished.ts';

/** A function, because the language may change while the app runs. */
const options = (): OpenDialogOptions => ({
  title: i18n.t('Save avatars in'),
  buttonLabel: i18n.t('Save here'),
  properties: ['openDirectory', 'createDirectory'],
});

type Channels =
  | 'downloads.save'
  | 'downloads.reveal'
  | 'downloads.folder'
  | 'downloads.chooseFolder'
  | 'downloads.forgetFolder'
  | 'downloads.newFolder'
  | 'downloads.closeFolder'
  | 'files.begin'
  | 'files.append'
  | 'files.finish'
  | 'files.abort';

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false, // It doesn't exist; that is the answer.
  );

export interface DownloadHandlers {
  readonly handlers: Pick<Handlers, Channels>;
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
  /** Only one at a time: a reloaded page has forgotten the previous one. */
  let pieced: { readonly id: string; readonly file: PiecedFile } | undefined;
  const { unfinished: earlier } = settings.get();
  unfinished
    .sweep(earlier)
    .then(() => earlier && settings.change({ unfinished: undefined }))
    .catch((thrown: unknown) => report('main.unfinished', thrown));
  const piecedFile = (id: string): PiecedFile => {
    if (pieced?.id !== id) throw new LikenessError('download-failed');
    return pieced.file;
  };
  const abortPieced = async (): Promise<void> => {
    if (!pieced) return;
    const { file } = pieced;
    await file.abort();
    pieced = undefined;
    await unfinished.forget(file.hidden);
  };
  const saveNoted = async (into: string, name: string, bytes: Uint8Array): Promise<string> => {
    let hidden: string | undefined;
    try {
      return await saveFile(into, name, bytes, (begun) => unfinished.note((hidden = begun)));
    } finally {
      if (hidden !== undefined) await unfinished.forget(hidden);
    }
  };
  const handlers: Pick<Handlers, Channels> = {
    async 'downloads.save'({ name, bytes, folder: id }) {
      const into = id === undefined ? folder() : folders.get(id);
      if (into === undefined) throw new LikenessError('download-failed');
      const path = await saveNoted(into, name, bytes);
      if (open && open.id === id) open.files++;
      return keep(path);
    },
    async 'downloads.newFolder'({ name }) {
      const made = keep(await newFolder(folder(), name));
      folders.set(made.id, made.place);
      open = { ...made, files: 0 };
      return made;
    },
    'downloads.closeFolder'({ id }) {
      if (open?.id === id) open = undefined;
      return Promise.resolve(null);
    },
    async 'files.begin'({ name }) {
      await abortPieced();
      pieced = { id: randomUUID(), file: await beginFile(folder(), name, true) };
      await unfinished.note(pieced.file.hidden);
      return { id: pieced.id };
    },
    async 'files.append'({ id, bytes }) {
      await piecedFile(id).append(bytes);
      return null;
    },
    async 'files.finish'({ id }) {
      const file = piecedFile(id);
      const path = await file.finish();
      pieced = undefined;
      await unfinished.forget(file.hidden);
      saved.set(id, path);
      return { id, place: path };
    },
    async 'files.abort'({ id }) {
      piecedFile(id);
      await abortPieced();
      return null;
    },
    'downloads.reveal'({ id }) {
      const path = saved.get(id);
      if (path === undefined) return Promise.reject(new LikenessError('download-failed'));
      shell.showItemInFolder(path);
      return Promise.resolve(null);
    },
    'downloads.folder': async () => ({
      folder: basename(folder()),
      chosen: settings.get().downloadFolder !== undefined,
      found: await isFolder(folder()),
    }),
    async 'downloads.chooseFolder'() {
      const parent = window();
      const asked = { ...options(), defaultPath: folder() };
      const { canceled, filePaths } = await (parent
        ? dialog.showOpenDialog(parent, asked)
        : dialog.showOpenDialog(asked));
      const [downloadFolder] = filePaths;
      if (canceled || downloadFolder === undefined) return null;
      settings.change({ downloadFolder });
      return { folder: basename(downloadFolder) };
    },
    'downloads.forgetFolder'() {
      settings.change({ downloadFolder: undefined });
      return Promise.resolve(null);
    },
  };
  return {
    handlers,
    interrupted() {
      const cut = open;
      open = undefined;
      return cut && cut.files > 0 ? cut : undefined;
    },
  };
}
