import type { BrowserWindow } from 'electron';

import type { Output } from '../../renderer/platform/desktop/ipc-contract.ts';
import type { Asked } from './command-line.ts';
import type { Handlers } from './dispatcher.ts';
import { emit } from './ipc.ts';
import type { PendingPhotos } from './pending-photos.ts';

type Waiting = Output<'launchEvents.take'>;

const NOTHING: Waiting = { path: null, photos: [], crash: null, interrupted: null };

/**
 * What reaches the app from outside: a link's route, files opened with it, news of a crash that was
 * recovered from. It may come while there is no page, or one that isn't listening yet; so it waits
 * here, the page asks when it starts, and is only told to ask again.
 */
export interface LaunchEvents {
  asked(asked: Asked): void;
  crash(crash: NonNullable<Waiting['crash']>, interrupted?: Waiting['interrupted']): void;
  /** Where a new page is to begin; it isn't led there a second time. */
  firstPath(): string;
  readonly handlers: Pick<Handlers, 'launchEvents.take'>;
}

export function createLaunchEvents(
  window: () => BrowserWindow | undefined,
  pendingPhotos: PendingPhotos,
): LaunchEvents {
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
      const photos = [...waiting.photos, ...pendingPhotos.put(files)];
      if (path === undefined && photos.length === 0) return;
      put({ path: path ?? waiting.path, photos });
      tell();
    },
    crash(crash, interrupted) {
      put({ crash, ...(interrupted ? { interrupted } : {}) });
      // A page that has just died asks once it is there again.
      if (crash === 'graphics') tell();
    },
    firstPath() {
      const { path, photos } = waiting;
      waiting = { ...waiting, path: null };
      return photos.length > 0 ? '/customize' : (path ?? '/');
    },
    handlers: {
      'launchEvents.take'() {
        const taken = waiting;
        waiting = NOTHING;
        return Promise.resolve(taken);
      },
    },
  };
}
