import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, protocol, session } from 'electron';

import { securityHeaders } from '../../../renderer/core/security-headers.ts';
import { runInApp } from '../../../studio/app.ts';
import { QUIET_FLAGS } from '../../../studio/engine/chromium.ts';
import { createEngine } from '../../../studio/engine/engine.ts';
import { appFiles } from '../app-files.ts';
import { lockNavigation, lockSession, showNoCertificate } from '../lockdown.ts';
import { APP_ORIGIN, APP_SCHEME } from '../origin.ts';
import { startEngineWindow } from './engine-window.ts';

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
