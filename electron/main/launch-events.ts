import type { BrowserWindow } from 'electron';

import { MOST_HANDED_OVER, type Output } from '../../renderer/platform/desktop/ipc-contract.ts';
import type { Asked } from './command-line.ts';
import type { HandlersOf } from './dispatcher.ts';
import { emit } from './ipc.ts';
import type { PendingPhotos } from './pending-photos.ts';

type Waiting = Output<'launchEvents.take'>;

const NOTHING: Waiting = { path: null, photos: [], crash: null, interrupted: null };

/**
 * Collects what reaches the app from outside: a link's route, files opened with it, a crash that it
 * recovered from. These can arrive while no page is listening, so they wait here. The page fetches
 * them when it starts; the event only tells it to fetch again.
 */
export function createLaunchEvents(
  window: () => BrowserWindow | undefined,
  pendingPhotos: PendingPhotos,
) {
  let waiting = NOTHING;
  const put = (more: Partial<Waiting>): void => {
    waiting = { ...waiting, ...more };
  };
  const notify = (): void => emit(window(), 'arrived', null);
  return {
    asked({ path, files }: Asked) {
      // macOS opens many files with one event each.
      const photos = [...waiting.photos, ...pendingPhotos.put(files)].slice(-MOST_HANDED_OVER);
      if (path === undefined && photos.length === 0) return;
      put({ path: path ?? waiting.path, photos });
      notify();
    },
    crash(crash: NonNullable<Waiting['crash']>, interrupted?: Waiting['interrupted']) {
      put({ crash, ...(interrupted ? { interrupted } : {}) });
      // After its own crash, a page fetches this when it is back.
      if (crash === 'graphics') notify();
    },
    /** The route at which a new page starts. It isn't sent there again. */
    firstPath() {
      const { path, photos } = waiting;
      waiting = { ...waiting, path: null };
      return photos.length > 0 ? '/customize' : (path ?? '/');
    },
    handlers: {
      'launchEvents.take'() {
        const taken = waiting;
        waiting = NOTHING;
        return taken;
      },
    } satisfies HandlersOf<'launchEvents'>,
  };
}
