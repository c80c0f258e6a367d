import { app, type BrowserWindow } from 'electron';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';

import type { HandlersOf } from '../dispatcher.ts';
import { emit } from '../ipc.ts';
import { report } from '../report.ts';
import type { SettingsFile } from '../settings.ts';
import type { SignedFeed } from './signed-provider.ts';
import { createUpdates, type Updater, type UpdateService } from './updates.ts';

export interface UpdateDeps {
  readonly window: () => BrowserWindow | undefined;
  readonly settings: SettingsFile;
  /**
   * The folder of the newest version and the key that signs it. Without it, the app never checks
   * for updates.
   */
  readonly feed: SignedFeed | undefined;
}

/** Newer versions, for the page to show. Null where this program can't be updated. */
export function updateHandlers(parts: UpdateDeps): HandlersOf<'updates'> {
  const opened = open(parts).catch((thrown: unknown) => {
    report('main.updates', thrown);
    return undefined;
  });
  const ask = (act: (updates: UpdateService) => unknown) => async (): Promise<void> => {
    const updates = await opened;
    // These take long; events report their progress.
    if (updates) void act(updates);
  };
  return {
    'updates.state': async () => (await opened)?.state() ?? null,
    'updates.automatic': ({ on }) => ask((updates) => updates.setAutomatic(on))(),
    'updates.check': ask((updates) => updates.check()),
    'updates.download': ask((updates) => updates.download()),
    'updates.install': ask((updates) => updates.install()),
  };
}

async function open({ window, settings, feed }: UpdateDeps): Promise<UpdateService | undefined> {
  if (feed === undefined) return undefined;
  const updater = await openUpdater(feed);
  return (
    updater &&
    createUpdates({
      updater,
      automatic: () => settings.get().automaticUpdates ?? true,
      remember: (automaticUpdates) => settings.change({ automaticUpdates }),
      notify: (state) => emit(window(), 'updates', state),
      report: (failure) => report('main.updates', failure),
      after(milliseconds, then) {
        const timer = setTimeout(then, milliseconds).unref();
        return () => clearTimeout(timer);
      },
    })
  );
}

/** electron-updater with all automatic actions off. Its code is loaded only if there is a feed. */
async function openUpdater(feed: SignedFeed): Promise<Updater | undefined> {
  const [{ default: electronUpdater }, { SignedProvider }] = await Promise.all([
    import('electron-updater'),
    import('./signed-provider.ts'),
  ]);
  const { autoUpdater } = electronUpdater;
  // Only sandbox builds run unpackaged with a feed, in tests.
  autoUpdater.forceDevUpdateConfig = !app.isPackaged;
  // False for a program that was unpacked by hand.
  if (!autoUpdater.isUpdaterActive()) return undefined;
  autoUpdater.setFeedURL({
    provider: 'custom',
    updateProvider: class extends SignedProvider {
      constructor(_options: unknown, _updater: unknown, options: ProviderRuntimeOptions) {
        super(feed, options);
      }
    },
  });
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.allowDowngrade = false;
  autoUpdater.disableWebInstaller = true;
  autoUpdater.logger = null;
  return autoUpdater;
}
