import type { BrowserWindow, Dialog } from 'electron';

import { t } from '../../renderer/i18n/index.ts';

/** Asks before a page is left, reloaded or closed that says it would lose work. */
export function askBeforeLeaving(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showMessageBoxSync'>,
): void {
  window.webContents.on('will-prevent-unload', (event) => {
    // The event takes an answer only while it is handled.
    const chosen = dialog.showMessageBoxSync(window, {
      type: 'question',
      title: 'Likeness',
      message: t('Work in progress'),
      detail: t(
        'If you leave now, what is being read, made or saved here is lost. What is in your library stays.',
      ),
      buttons: [t('Stay'), t('Leave')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (chosen === 1) event.preventDefault();
  });
}
