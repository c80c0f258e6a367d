import type { BrowserWindow } from 'electron';

import type { Output } from '../../renderer/platform/desktop/ipc-contract.ts';
import type { Asked } from './command-line.ts';
import type { Handlers } from './dispatcher.ts';
import { emit } from './ipc.ts';
import type { PhotoTray } from './photo-tray.ts';

type Waiting = Output<'arrivals.take'>;

const NOTHING: Waiting = { path: null, photos: [], mishap: null, cutShort: null };

/**
 * What reaches the app from outside: a link's route, files opened with it, news of a crash that was
 * recovered from. It may come while there is no page, or one that isn't listening yet; so it waits
 * here, the page asks when it starts, and is only told to ask again.
 */
export interface Arrivals {
  asked(asked: Asked): void;
  mishap(mishap: NonNullable<Waiting['mishap']>, cutShort?: Waiting['cutShort']): void;
  /** Where a new page is to begin; it isn't led there a second time. */
  firstPath(): string;
  readonly handlers: Pick<Handlers, 'arrivals.take'>;
}

export function createArrivals(window: () => BrowserWindow | undefined, tray: PhotoTray): Arrivals {
  let waiting = NOTHING;
  const put = (more: Partial<Waiting>): void => {
    waiting = { ...waiting, ...more };
  };
  const tell = (): void => {
    const shown = window();
    if (shown) emit(shown, 'arrived', null);
  };
  return {
    asked({ path, files }) {
      const photos = [...waiting.photos, ...tray.put(files)];
      if (path === undefined && photos.length === 0) return;
      put({ path: path ?? waiting.path, photos });
      tell();
    },
    mishap(mishap, cutShort) {
      put({ mishap, ...(cutShort ? { cutShort } : {}) });
      // A page that has just died asks once it is there again.
      if (mishap === 'graphics') tell();
    },
    firstPath() {
      const { path, photos } = waiting;
      waiting = { ...waiting, path: null };
      return photos.length > 0 ? '/customize' : (path ?? '/');
    },
    handlers: {
      'arrivals.take'() {
        const taken = waiting;
        waiting = NOTHING;
        return Promise.resolve(taken);
      },
    },
  };
}
