import { join } from 'node:path';
import { _electron } from '@playwright/test';

import { APP_ORIGIN } from '../../../electron/main/origin.ts';
import type { DesktopDriverOptions, RunFolders } from './desktop-options.ts';
import type { Driver } from './driver.ts';
import { newFile } from './saved-file.ts';

const NOTIFICATIONS = 'likenessNews';

/** Runs the built app on Electron itself. */
export async function electronDriver(
  binary: string,
  { out, sandbox, prepare }: DesktopDriverOptions,
  folders: RunFolders,
): Promise<Driver> {
  const app = await _electron.launch({
    executablePath: binary,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${folders.userData}`,
      join(out, 'main/index.js'),
    ],
    env: { ...process.env, LIKENESS_SANDBOX: sandbox },
  });
  await app.evaluate(
    ({ app: running }, downloads) => running.setPath('downloads', downloads),
    folders.downloads,
  );
  const context = app.context();
  const page = await app.firstWindow();
  if (prepare) {
    await prepare(context);
    await page.reload();
  }

  return {
    page,
    context,
    async open(path) {
      await page.goto(APP_ORIGIN + path);
    },
    async choosePhotos(paths, action) {
      await app.evaluate(
        ({ dialog }, chosen) => {
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: chosen });
        },
        [...paths],
      );
      await action();
    },
    savedFile: (action) => newFile(folders.downloads, action),
    async reload() {
      await page.reload();
    },
    async crash() {
      const url = page.url();
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      );
      await page.goto(url);
    },
    async leaveWindow() {
      await app.evaluate(({ BrowserWindow, Notification }, key) => {
        const notifications: string[] = [];
        Object.assign(globalThis, { [key]: notifications });
        BrowserWindow.prototype.isFocused = () => false;
        Notification.prototype.show = function () {
          notifications.push(this.title);
        };
      }, NOTIFICATIONS);
    },
    notifications: () =>
      app.evaluate(
        (_electron, key) =>
          (globalThis as unknown as Record<string, string[] | undefined>)[key] ?? [],
        NOTIFICATIONS,
      ),
    async close() {
      await app.close();
    },
  };
}
