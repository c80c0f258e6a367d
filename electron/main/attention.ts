import { Notification, powerSaveBlocker, type BrowserWindow } from 'electron';

import type { Handlers } from './dispatcher.ts';

type Channels = 'attention.progress' | 'attention.notify';

/**
 * Shows progress on the taskbar, keeps the device awake meanwhile, and shows notifications. `go`
 * brings the window to the front, at a route.
 */
export function attentionHandlers(
  window: () => BrowserWindow | undefined,
  go: (path: string) => void,
): Pick<Handlers, Channels> {
  let awake: number | undefined;
  const sleep = (): void => {
    if (awake !== undefined) powerSaveBlocker.stop(awake);
    awake = undefined;
  };
  /** The work ends with its page; the next page reports its own. */
  const followed = new WeakSet<BrowserWindow>();
  const follow = (current: BrowserWindow): void => {
    if (followed.has(current)) return;
    followed.add(current);
    const end = (): void => {
      sleep();
      current.setProgressBar(-1);
    };
    current.once('closed', sleep);
    current.webContents.on('render-process-gone', end);
    current.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) end();
    });
  };
  // Keeps references: an unreferenced notification is garbage-collected, and its click handler with
  // it.
  const shown = new Set<Notification>();
  return {
    'attention.progress'({ done }) {
      const current = window();
      current?.setProgressBar(done ?? -1);
      if (current) follow(current);
      if (done === null) sleep();
      else awake ??= powerSaveBlocker.start('prevent-app-suspension');
    },
    'attention.notify'({ title, body, path }) {
      if (Notification.isSupported() && window()?.isFocused() !== true) {
        const notification = new Notification({ title, body });
        shown.add(notification);
        notification.on('click', () => go(path));
        notification.on('close', () => shown.delete(notification));
        notification.show();
      }
    },
  };
}
