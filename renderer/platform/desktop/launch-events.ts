import { noted } from '../../core/log/log.ts';
import type { CrashNotice } from '../../ports/crash-notice.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import { call, listen } from './bridge.ts';
import { shown } from './downloads.ts';
import { handedOver } from './photos.ts';

/** Handles what arrives at the page from outside. */
export interface Receiver {
  /** A `likeness://` link, a menu item, or a second start of the app. */
  readonly go: (path: string) => void;
  /** Pictures that were opened with the app. */
  readonly addPhotos: (photos: readonly PickedPhoto[]) => void;
  /** A crash that the app recovered from. */
  readonly notifyCrash: (crash: CrashNotice) => void;
}

/** Delivers the events that are already waiting, then each new one. */
export function receiveLaunchEvents({ go, addPhotos, notifyCrash }: Receiver): void {
  const take = async (): Promise<void> => {
    const { path, photos, crash, interrupted } = await call('launchEvents.take', null);
    if (crash !== null)
      notifyCrash({
        what: crash,
        ...(interrupted === null
          ? {}
          : { interrupted: { files: interrupted.files, saved: shown(interrupted) } }),
      });
    if (path !== null) go(path);
    if (photos.length > 0) addPhotos(handedOver(photos));
  };
  // This call fails only if the main process does, and then the window is gone too.
  const receive = (): void => void take().catch(noted('desktop.launchEvents'));
  listen('arrived', receive);
  receive();
}
