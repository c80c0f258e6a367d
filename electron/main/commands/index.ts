import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, protocol, session } from 'electron';

import { securityHeaders } from '../../../renderer/core/security-headers.ts';
import { runInApp } from '../../../studio/app.ts';
import { QUIET_FLAGS } from '../../../studio/engine/chromium.ts';
import { createEngine, type EngineHost } from '../../../studio/engine/engine.ts';
import { StudioError } from '../../../studio/failures.ts';
import { appFiles } from '../app-files.ts';
import { lockNavigation, lockSession, showNoCertificate } from '../lockdown.ts';
import { APP_ORIGIN, APP_SCHEME } from '../origin.ts';
import { WEB_PREFERENCES } from '../window.ts';

/** The engine has time limits of its own, so a page that exceeds this one is hanging. */
const LONGEST_CALL_MS = 10 * 60_000;

/**
 * Starts the engine's page in a window that is never shown.
 * @param url the page's address
 * @throws StudioError 'missing' if it doesn't load
 */
async function startEngineWindow(url: string): Promise<EngineHost> {
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

/**
 * Runs a command of the studio in place of the app, which may be open meanwhile: this process has
 * a temporary profile. Call it before Electron is ready. Resolves with the exit code.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const profile = mkdtempSync(join(tmpdir(), 'likeness-command-'));
  app.setPath('userData', profile);
  for (const flag of QUIET_FLAGS) {
    const [name = '', value] = flag.replace(/^--/, '').split('=');
    app.commandLine.appendSwitch(name, ...(value === undefined ? [] : [value]));
  }
  // Electron would quit when the engine's window closes, before the report is written.
  app.on('window-all-closed', () => undefined);
  await app.whenReady();
  app.dock?.hide();
  lockSession(session.defaultSession, () => false);
  showNoCertificate(app);
  lockNavigation(app);
  serveEnginePage();
  try {
    return await runInApp(args, {
      createEngine: () => createEngine(() => startEngineWindow(`${APP_ORIGIN}/index.html`)),
      config: __CONFIG__,
    });
  } finally {
    // What Chromium still holds open stays in the system's temporary folder.
    await rm(profile, { recursive: true, force: true }).catch(() => undefined);
    // On Windows, output into a pipe is still on its way.
    for (const stream of [process.stdout, process.stderr])
      await new Promise((resolve) => stream.write('', resolve));
  }
}

/** Serves the engine's page. Its models are those of the app's own page. */
function serveEnginePage(): void {
  const headers = (): Readonly<Record<string, string>> =>
    securityHeaders({ addresses: [], https: false });
  const from = (folder: string) =>
    appFiles({ root: join(import.meta.dirname, '..', folder), headers });
  const [page, app] = [from('engine-page'), from('renderer')];
  protocol.handle(APP_SCHEME, async (request) => {
    const own = await page(request);
    return own.status === 404 ? app(request) : own;
  });
}
