import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron';

import { LikenessError } from '../../renderer/core/errors.ts';
import { PICTURE_EXTENSIONS } from './command-line.ts';
import type { Handlers } from './dispatcher.ts';
import type { PendingPhotos } from './pending-photos.ts';
import { readPicture } from './read-picture.ts';

const OPTIONS: OpenDialogOptions = {
  title: 'Choose photos',
  buttonLabel: 'Choose',
  properties: ['openFile', 'multiSelections'],
  filters: [{ name: 'Pictures', extensions: [...PICTURE_EXTENSIONS] }],
};

type Channels = 'photos.pick' | 'photos.read';

/** Shows the system's open dialog and reads files that the user picked or opened with the app. */
export const imageHandlers = (
  window: () => BrowserWindow | undefined,
  pendingPhotos: PendingPhotos,
): Pick<Handlers, Channels> => ({
  async 'photos.pick'() {
    const parent = window();
    const { canceled, filePaths } = await (parent
      ? dialog.showOpenDialog(parent, OPTIONS)
      : dialog.showOpenDialog(OPTIONS));
    return canceled ? [] : pendingPhotos.put(filePaths);
  },
  async 'photos.read'({ id }) {
    const path = pendingPhotos.take(id);
    if (path === undefined) throw new LikenessError('photo-damaged');
    return { bytes: await readPicture(path) };
  },
});
