import type { BrowserWindow } from 'electron';

import { LikenessError } from '../../renderer/core/errors.ts';
import { t } from '../../renderer/i18n/index.ts';
import { PICTURE_EXTENSIONS } from './command-line.ts';
import type { HandlersOf } from './dispatcher.ts';
import type { PendingPhotos } from './pending-photos.ts';
import { chosenPaths } from './questions.ts';
import { readPicture } from './read-picture.ts';

/** Shows the system's open dialog and reads files that the user picked or opened with the app. */
export const imageHandlers = (
  window: () => BrowserWindow | undefined,
  pendingPhotos: PendingPhotos,
): HandlersOf<'photos'> => ({
  async 'photos.pick'() {
    const paths = await chosenPaths(window(), {
      title: t('Choose photos'),
      buttonLabel: t('Choose'),
      properties: ['openFile', 'multiSelections'],
      filters: [{ name: t('Pictures'), extensions: [...PICTURE_EXTENSIONS] }],
    });
    return pendingPhotos.put(paths);
  },
  async 'photos.read'({ id }) {
    const path = pendingPhotos.take(id);
    if (path === undefined) throw new LikenessError('photo-damaged');
    return { bytes: await readPicture(path) };
  },
});
