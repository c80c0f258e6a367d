import type { Photos, PickedPhoto } from '../../ports/photos.ts';
import { call } from './bridge.ts';
import type { Output } from './ipc-contract.ts';

/** Files by number; each is read when its turn comes, so that many don't stand in memory at once. */
export const handedOver = (files: Output<'photos.pick'>): PickedPhoto[] =>
  files.map(({ id, name }) => ({
    name,
    file: async () => new Blob([(await call('photos.read', { id })).bytes]),
  }));

/** The system's open dialog. Main reads the files that were chosen, and no other. */
export const desktopPhotos = (): Photos => ({
  pick: async () => handedOver(await call('photos.pick', null)),
});
