import { dialog, type App, type BrowserWindow, type MessageBoxOptions } from 'electron';

import { report } from './report.ts';

const CRASHES_IN_A_ROW = 3;
const CALM_MS = 60_000;
const QUESTION = {
  type: 'error',
  title: 'Likeness',
  message: 'Likeness stopped several times in a row.',
  detail:
    'Your photos, avatars and payments are stored on this device and are not affected. Try again, or quit and start the app later.',
  buttons: ['Try again', 'Quit'],
  defaultId: 0,
  cancelId: 1,
} satisfies MessageBoxOptions;

const HUNG = {
  type: 'warning',
  title: 'Likeness',
  message: 'Likeness is not responding.',
  detail:
    'Wait if it is at work. Or load it again: finished avatars and payments are stored, and a batch goes on where it was.',
  buttons: ['Wait', 'Load again'],
  defaultId: 0,
  cancelId: 0,
} satisfies MessageBoxOptions;

/** True for a crash as long as it isn't one too many without a calm minute between. */
function patience(): () => boolean {
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
 * All work is in storage, so a page whose process died is loaded again, and says what happened.
 * Not for ever by itself: when it keeps dying the user is asked.
 */
export function recoverPage(window: BrowserWindow, quit: () => void, recovered: () => void): void {
  let patient = patience();
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
    void dialog.showMessageBox(window, QUESTION).then(({ response }) => {
      if (response === QUESTION.cancelId) {
        quit();
        return;
      }
      patient = patience();
      again();
    });
  });
}

/**
 * A page that doesn't answer may only be busy, so the user decides. Loading it again ends its
 * process, which `recoverPage` takes as any other end of it.
 */
export function askWhenHung(window: BrowserWindow): void {
  let asking: AbortController | undefined;
  window.on('unresponsive', () => {
    if (asking) return;
    const question = (asking = new AbortController());
    const settle = (): void => {
      if (asking === question) asking = undefined;
    };
    void dialog
      .showMessageBox(window, { ...HUNG, signal: question.signal })
      .then(({ response }) => {
        if (response !== HUNG.cancelId && !question.signal.aborted)
          window.webContents.forcefullyCrashRenderer();
      })
      .finally(settle);
  });
  // It works again: the question goes away by itself.
  const answered = (): void => asking?.abort();
  window.on('responsive', answered);
  window.on('closed', answered);
  window.webContents.on('render-process-gone', answered);
}

/** Chromium starts its GPU process again by itself, and the engine its lost context; the page says why it took longer. */
export function watchGpu(app: App, recovered: () => void): void {
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return;
    report('main.graphics', reason);
    recovered();
  });
}
