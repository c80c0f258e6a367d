import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { Handlers } from './dispatcher.ts';
import { readPicture } from './read-picture.ts';

const OPTIONS: OpenDialogOptions = {
  title: 'Choose a photo',
  buttonLabel: 'Choose',
  properties: ['openFile'],
  filters: [{ name: 'Pictures', extensions: ['png', 'jpg', 'jpeg', 'webp', 'avif', 'gif'] }],
};

/** The system's open dialog. Only the file chosen in it is read, and only then. */
export const imageHandlers = (window: () => BrowserWindow | undefined): Pick<Handlers, 'photos.pick'> => ({
  async 'photos.pick'() {
    const parent = window();
    const { canceled, filePaths } = await (parent ? dialog.showOpenDialog(parent, OPTIONS) : dialog.showOpenDialog(OPTIONS));
    const [path] = filePaths;
    return canceled || path === undefined ? null : readPicture(path);
  },
});
