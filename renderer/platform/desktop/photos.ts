import type { Photos, PickedPhoto } from '../../ports/photos.ts';
import { call } from './bridge.ts';
import type { Output } from './ipc-contract.ts';

/**
 * Turns file numbers into photos. Each is read only when needed, so that many aren't in memory at
 * once.
 */
export const handedOver = (files: Output<'photos.pick'>): PickedPhoto[] =>
  files.map(({ id, name }) => ({
    name,
    file: async () => new Blob([(await call('photos.read', { id })).bytes]),
  }));

/** The system's open dialog. Main reads only the files that the user chose. */
export const desktopPhotos = (): Photos => ({
  pick: async () => handedOver(await call('photos.pick', null)),
});
