import { BrowserWindow } from 'electron';

import type { EngineHost } from '../../../studio/engine/engine.ts';
import { StudioError } from '../../../studio/failures.ts';
import { WEB_PREFERENCES } from '../window.ts';

/** The engine has time limits of its own, so a page that exceeds this one is hanging. */
const LONGEST_CALL_MS = 10 * 60_000;

/**
 * Starts the engine's page in a window that is never shown.
 * @param url the page's address
 * @throws StudioError 'missing' if it doesn't load
 */
export async function startEngineWindow(url: string): Promise<EngineHost> {
  const window = new BrowserWindow({
    show: false,
    // Chromium slows the timers of windows that nobody sees.
    webPreferences: { ...WEB_PREFERENCES, backgroundThrottling: false },
  });
  const { webContents } = window;
  const end = (): Promise<void> => {
    window.destroy();
    return Promise.resolve();
  };
  const gone = new Promise<void>((resolve) => {
    webContents.once('render-process-gone', () => resolve());
    window.once('closed', () => resolve());
  });
  /** A crashed page never answers, and Electron doesn't reject the call. */
  const died = gone.then(() => {
    throw new Error('The engine’s page has gone.');
  });
  died.catch(() => undefined); // Most often nobody is waiting for an answer at that moment.
  try {
    await window.loadURL(url);
  } catch (thrown) {
    await end();
    throw new StudioError('missing', 'The engine did not start. Install the app again.', {
      cause: thrown,
    });
  }
  return {
    browser: `Electron/${process.versions.electron}, Chrome/${process.versions.chrome}`,
    gone,
    end,
    async call(name, ...args) {
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        limit = setTimeout(() => reject(new Error('The engine hangs.')), LONGEST_CALL_MS);
      });
      try {
        // JSON is valid JavaScript, so no argument can be anything but a value.
        const answer = webContents.executeJavaScript(
          `window.enginePage.${name}(...${JSON.stringify(args)})`,
        ) as Promise<never>;
        return await Promise.race([answer, died, late]);
      } finally {
        clearTimeout(limit);
      }
    },
  };
}
