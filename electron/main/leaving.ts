import type { BrowserWindow, Dialog } from 'electron';

import { leavingWords } from '../../renderer/core/leaving.ts';

/** Asks before a page is left, reloaded or closed that says it would lose work. */
export function askBeforeLeaving(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showMessageBoxSync'>,
): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const { title, what, stay, leave } = leavingWords();
    // The event takes an answer only while it is handled.
    const chosen = dialog.showMessageBoxSync(window, {
      type: 'question',
      title: 'Likeness',
      message: title,
      detail: what,
      buttons: [stay, leave],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (chosen === 1) event.preventDefault();
  });
}
