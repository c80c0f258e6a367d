import { noted } from '../../core/log/log.ts';
import type { CrashNotice } from '../../ports/crash-notice.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import { call, listen } from './bridge.ts';
import { shown } from './downloads.ts';
import { handedOver } from './photos.ts';

/** What comes to the page from outside of it. */
export interface Receiver {
  /** A `likeness://` link, a menu, a second start of the app. */
  readonly go: (path: string) => void;
  /** Pictures that were opened with the app. */
  readonly addPhotos: (photos: readonly PickedPhoto[]) => void;
  /** A crash that was recovered from. */
  readonly notifyCrash: (crash: CrashNotice) => void;
}

/** Receives what already waits, then whatever comes. */
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
  // Asking can only fail with the main process, and the window with it.
  const receive = (): void => void take().catch(noted('desktop.arrivals'));
  listen('arrived', receive);
  receive();
}
