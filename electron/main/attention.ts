import { Notification, powerSaveBlocker, type BrowserWindow } from 'electron';

import type { HandlersOf } from './dispatcher.ts';

/**
 * Shows progress on the taskbar, keeps the device awake meanwhile, and shows notifications. `go`
 * brings the window to the front, at a route. `leave` ends the progress with its page: the next page
 * reports its own.
 */
export function attentionHandlers(
  window: () => BrowserWindow | undefined,
  go: (path: string) => void,
): { readonly handlers: HandlersOf<'attention'>; readonly leave: () => void } {
  let awake: number | undefined;
  const leave = (): void => {
    if (awake === undefined) return;
    powerSaveBlocker.stop(awake);
    awake = undefined;
    window()?.setProgressBar(-1);
  };
  // Keeps references: an unreferenced notification is garbage-collected, and its click handler with
  // it.
  const shown = new Set<Notification>();
  const handlers: HandlersOf<'attention'> = {
    'attention.progress'({ done }) {
      if (done === null) {
        leave();
        return;
      }
      window()?.setProgressBar(done);
      awake ??= powerSaveBlocker.start('prevent-app-suspension');
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
  return { handlers, leave };
}
