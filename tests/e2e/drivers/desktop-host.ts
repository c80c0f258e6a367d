import { chromium, type Page } from '@playwright/test';

import { HOST_ORIGIN } from '../../electron-host/address.ts';
import { ElectronHost } from '../../electron-host/host.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../../tools/browser.ts';
import type { DesktopDriverOptions, RunFolders } from './desktop-options.ts';
import type { Driver } from './driver.ts';
import { newFile } from './saved-file.ts';

export interface HostDriverOptions extends DesktopDriverOptions {
  /** Start arguments after the program's own name. */
  readonly argv?: readonly string[];
  /** The system's language. */
  readonly locale?: string | undefined;
}

export interface HostDriver extends Driver {
  readonly host: ElectronHost;
}

/**
 * Runs the built main and preload code on the test host, for machines without the Electron program.
 */
export async function hostDriver(
  { out, sandbox, prepare, argv = [], locale = 'en-US' }: HostDriverOptions,
  folders: RunFolders,
): Promise<HostDriver> {
  const context = await chromium.launchPersistentContext(folders.profile, {
    baseURL: HOST_ORIGIN,
    executablePath: ensureBrowser(),
    // Chromium would ask before the page calls this machine. Main's answer, on Electron, is tested
    // by `lockdown.test.ts` alone.
    args: [...BROWSER_FLAGS, '--disable-features=LocalNetworkAccessChecks'],
    viewport: { width: 1280, height: 860 },
    locale,
  });
  process.env['LIKENESS_SANDBOX'] = sandbox;
  const host = new ElectronHost(context, folders);
  const startedWith = process.argv;
  process.argv = ['/usr/bin/likeness', ...argv];
  const window = await host
    .start(out, () => prepare?.(context) ?? Promise.resolve())
    .finally(() => (process.argv = startedWith));
  const page = (): Page => window.page;

  return {
    host,
    context,
    get page() {
      return page();
    },
    async open(path) {
      await page().goto(HOST_ORIGIN + path);
    },
    async choosePhotos(paths, action) {
      const answered = host.answered(([channel]) => channel === 'photos.pick');
      host.systemUi.answers.push(paths);
      await Promise.all([answered, action()]);
    },
    savedFile: (action) => newFile(folders.downloads, action),
    async reload() {
      await page().reload();
    },
    async crash() {
      const recovered = new Promise((resolve) => window.once('host-reopened', resolve));
      await page()
        .goto('chrome://crash')
        .catch(() => undefined);
      await recovered;
    },
    leaveWindow() {
      window.focused = false;
      return Promise.resolve();
    },
    notifications: () =>
      Promise.resolve(host.systemUi.notifications.map(({ title }) => title ?? '')),
    close: () => host.close(),
  };
}
