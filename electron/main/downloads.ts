import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { app, shell, type BrowserWindow } from 'electron';

import { LikenessError } from '../../renderer/core/errors.ts';
import { i18n } from '../../renderer/i18n/index.ts';
import type { Handlers } from './dispatcher.ts';
import { chosenPaths } from './questions.ts';
import { report } from './report.ts';
import { beginFile, isFolder, newFolder, type PiecedFile } from './save-file.ts';
import type { SettingsFile } from './settings.ts';
import type { UnfinishedFiles } from './unfinished.ts';

/** A compromised page can't use up the files that the system lets a program hold open. */
const MOST_OPEN = 100;

type Channels =
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

export interface DownloadHandlers {
  readonly handlers: Pick<Handlers, Channels>;
  /** Removes the files that a page was writing when it was left, and forgets its open folder. */
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
  const writing = new Map<string, { readonly file: PiecedFile; readonly folder?: string }>();
  const { unfinished: earlier } = settings.get();
  unfinished
    .sweep(earlier)
    .then(() => earlier && settings.change({ unfinished: undefined }))
    .catch((thrown: unknown) => report('main.unfinished', thrown));
  const abort = async (id: string): Promise<void> => {
    const file = writing.get(id)?.file;
    writing.delete(id);
    if (!file) return;
    await file.abort();
    await unfinished.forget(file.hidden);
  };
  const handlers: Pick<Handlers, Channels> = {
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
    async 'files.begin'({ name, folder: into }) {
      const place = into === undefined ? folder() : folders.get(into);
      if (place === undefined || writing.size >= MOST_OPEN)
        throw new LikenessError('download-failed');
      const file = await beginFile(place, name);
      const id = randomUUID();
      writing.set(id, { file, ...(into !== undefined && { folder: into }) });
      await unfinished.note(file.hidden);
      return { id };
    },
    async 'files.append'({ id, bytes }) {
      const written = writing.get(id);
      if (!written) throw new LikenessError('download-failed');
      await written.file.append(bytes);
      return null;
    },
    async 'files.finish'({ id }) {
      const written = writing.get(id);
      if (!written) throw new LikenessError('download-failed');
      const { file, folder: into } = written;
      writing.delete(id);
      try {
        const place = await file.finish();
        if (open && open.id === into) open.files++;
        saved.set(id, place);
        return { id, place };
      } finally {
        await unfinished.forget(file.hidden);
      }
    },
    async 'files.abort'({ id }) {
      await abort(id);
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
      const [downloadFolder] = await chosenPaths(window(), {
        title: i18n.t('Save avatars in'),
        buttonLabel: i18n.t('Save here'),
        properties: ['openDirectory', 'createDirectory'],
        defaultPath: folder(),
      });
      if (downloadFolder === undefined) return null;
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
    leave() {
      open = undefined;
      for (const id of writing.keys())
        void abort(id).catch((thrown: unknown) => report('main.save', thrown));
    },
    interrupted() {
      const cut = open;
      open = undefined;
      return cut && cut.files > 0 ? cut : undefined;
    },
  };
}
