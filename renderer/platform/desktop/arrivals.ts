import { noted } from '../../core/log/log.ts';
import type { Mishap } from '../../ports/mishap.ts';
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
  readonly tellMishap: (mishap: Mishap) => void;
}

/** Receives what already waits, then whatever comes. */
export function receiveArrivals({ go, addPhotos, tellMishap }: Receiver): void {
  const take = async (): Promise<void> => {
    const { path, photos, mishap, cutShort } = await call('arrivals.take', null);
    if (mishap !== null)
      tellMishap({
        what: mishap,
        ...(cutShort === null
          ? {}
          : { cutShort: { files: cutShort.files, saved: shown(cutShort) } }),
      });
    if (path !== null) go(path);
    if (photos.length > 0) addPhotos(handedOver(photos));
  };
  // Asking can only fail with the main process, and the window with it.
  const receive = (): void => void take().catch(noted('desktop.arrivals'));
  listen('arrived', receive);
  receive();
}
