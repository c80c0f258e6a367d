import { dialog, type App, type BrowserWindow, type MessageBoxOptions } from 'electron';

import { t } from '../../renderer/i18n/index.ts';
import { report } from './report.ts';

const CRASHES_IN_A_ROW = 3;
const CALM_MS = 60_000;
/** Functions, because the language may change while the app runs. */
const stopped = () =>
  ({
    type: 'error',
    title: 'Likeness',
    message: t('Likeness stopped several times in a row.'),
    detail: t(
      'Your photos, avatars and payments are stored on this device and are not affected. Try again, or quit and start the app later.',
    ),
    buttons: [t('Try again'), t('Quit')],
    defaultId: 0,
    cancelId: 1,
  }) satisfies MessageBoxOptions;

const hung = () =>
  ({
    type: 'warning',
    title: 'Likeness',
    message: t('Likeness is not responding.'),
    detail: t(
      'Likeness may still be busy: you can wait, or reload it. Finished avatars and payments are stored, and a batch continues where it stopped.',
    ),
    buttons: [t('Wait'), t('Reload')],
    defaultId: 0,
    cancelId: 0,
  }) satisfies MessageBoxOptions;

/**
 * Returns a function to call on each crash. It returns false once crashes come too often, without a
 * minute between them.
 */
function createBudget(): () => boolean {
  let last = -Infinity;
  let inARow = 0;
  return () => {
    const now = Date.now();
    inARow = now - last < CALM_MS ? inARow + 1 : 1;
    last = now;
    return inARow <= CRASHES_IN_A_ROW;
  };
}

/**
 * Reloads a page whose process died, and has the page say what happened; all work is in storage. If
 * the page keeps dying, the user is asked.
 */
export function recoverPage(window: BrowserWindow, quit: () => void, recovered: () => void): void {
  let patient = createBudget();
  const again = (): void => {
    recovered();
    window.webContents.reload();
  };
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    report('main.page', reason);
    if (patient()) {
      again();
      return;
    }
    const question = stopped();
    void dialog.showMessageBox(window, question).then(({ response }) => {
      if (response === question.cancelId) {
        quit();
        return;
      }
      patient = createBudget();
      again();
    });
  });
}

/**
 * Asks the user when a page doesn't answer, because it may only be busy. Reloading ends the page's
 * process, which `recoverPage` handles like any crash.
 */
export function askWhenHung(window: BrowserWindow): void {
  let asking: AbortController | undefined;
  window.on('unresponsive', () => {
    if (asking) return;
    const own = (asking = new AbortController());
    const settle = (): void => {
      if (asking === own) asking = undefined;
    };
    const question = hung();
    void dialog
      .showMessageBox(window, { ...question, signal: own.signal })
      .then(({ response }) => {
        if (response !== question.cancelId && !own.signal.aborted)
          window.webContents.forcefullyCrashRenderer();
      })
      .finally(settle);
  });
  // The page answers again, so close the question.
  const answered = (): void => asking?.abort();
  window.on('responsive', answered);
  window.on('closed', answered);
  window.webContents.on('render-process-gone', answered);
}

/**
 * Chromium restarts its GPU process, and the engine restores its lost context. The page explains
 * the delay.
 */
export function watchGpu(app: App, recovered: () => void): void {
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return;
    report('main.graphics', reason);
    recovered();
  });
}
