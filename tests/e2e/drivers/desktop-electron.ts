import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type * as Electron from 'electron';

import { APP_ORIGIN } from '../../../electron/main/origin.ts';
import type { DesktopDriverOptions, RunFolders } from './desktop-options.ts';
import type { Driver } from './driver.ts';
import { newFile } from './saved-file.ts';

const NOTIFICATIONS = 'likenessNews';

/** In main: gives the focus to another program, and records notifications instead of showing them. */
function watchNotifications({ BrowserWindow, Notification }: typeof Electron, key: string): void {
  const notifications: string[] = [];
  Object.assign(globalThis, { [key]: notifications });
  BrowserWindow.prototype.isFocused = () => false;
  Notification.prototype.show = function () {
    notifications.push(this.title);
  };
}

/** Runs the built app on Electron itself. */
export async function electronDriver(
  binary: string,
  { out, sandbox, prepare }: DesktopDriverOptions,
  folders: RunFolders,
): Promise<Driver> {
  let away = false;
  const launch = async (): Promise<{ app: ElectronApplication; page: Page }> => {
    const started = await _electron.launch({
      executablePath: binary,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--user-data-dir=${folders.userData}`,
        join(out, 'main/index.js'),
      ],
      env: { ...process.env, LIKENESS_SANDBOX: sandbox },
    });
    await started.evaluate(
      ({ app: running }, downloads) => running.setPath('downloads', downloads),
      folders.downloads,
    );
    if (away) await started.evaluate(watchNotifications, NOTIFICATIONS);
    // The first page is in the system's language, those that are opened from here in English.
    await started.context().addInitScript(() => localStorage.setItem('language', 'en'));
    await prepare?.(started.context());
    return { app: started, page: await started.firstWindow() };
  };
  let { app, page } = await launch();

  return {
    get page() {
      return page;
    },
    get context() {
      return app.context();
    },
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
      // Main reloads the page, but Playwright can't use one that has crashed.
      await app.close();
      ({ app, page } = await launch());
      await page.goto(url);
    },
    async leaveWindow() {
      away = true;
      await app.evaluate(watchNotifications, NOTIFICATIONS);
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
