import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron';

import { LikenessError } from '../../renderer/core/errors.ts';
import { i18n } from '../../renderer/i18n/index.ts';
import { PICTURE_EXTENSIONS } from './command-line.ts';
import type { Handlers } from './dispatcher.ts';
import type { PendingPhotos } from './pending-photos.ts';
import { readPicture } from './read-picture.ts';

/** A function, because the language may change while the app runs. */
const options = (): OpenDialogOptions => ({
  title: i18n.t('Choose photos'),
  buttonLabel: i18n.t('Choose'),
  properties: ['openFile', 'multiSelections'],
  filters: [{ name: i18n.t('Pictures'), extensions: [...PICTURE_EXTENSIONS] }],
});

type Channels = 'photos.pick' | 'photos.read';

/** Shows the system's open dialog and reads files that the user picked or opened with the app. */
export const imageHandlers = (
  window: () => BrowserWindow | undefined,
  pendingPhotos: PendingPhotos,
): Pick<Handlers, Channels> => ({
  async 'photos.pick'() {
    const parent = window();
    const { canceled, filePaths } = await (parent
      ? dialog.showOpenDialog(parent, options())
      : dialog.showOpenDialog(options()));
    return canceled ? [] : pendingPhotos.put(filePaths);
  },
  async 'photos.read'({ id }) {
    const path = pendingPhotos.take(id);
    if (path === undefined) throw new LikenessError('photo-damaged');
    return { bytes: await readPicture(path) };
  },
});
