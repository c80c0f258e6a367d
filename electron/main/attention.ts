import { type BrowserWindow, Notification, powerSaveBlocker } from 'electron';
import type { Handlers } from './dispatcher.ts';

type Channels = 'attention.progress' | 'attention.notify';

/** Progress on the taskbar, a device kept awake while there is some, and a word when it is done. */
export function attentionHandlers(window: () => BrowserWindow | undefined): Pick<Handlers, Channels> {
  let awake: number | undefined;
  return {
    'attention.progress'({ done }) {
      window()?.setProgressBar(done ?? -1);
      if (done !== null) awake ??= powerSaveBlocker.start('prevent-app-suspension');
      else if (awake !== undefined) {
        powerSaveBlocker.stop(awake);
        awake = undefined;
      }
      return Promise.resolve(null);
    },
    'attention.notify'({ title, body }) {
      const shown = window();
      if (Notification.isSupported() && shown?.isFocused() !== true) {
        const notification = new Notification({ title, body });
        notification.on('click', () => {
          shown?.show();
          shown?.focus();
        });
        notification.show();
      }
      return Promise.resolve(null);
    },
  };
}
