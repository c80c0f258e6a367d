import { join } from 'node:path';
import { app, dialog, Menu, protocol, session, shell, type BrowserWindow } from 'electron';

import { LikenessError } from '../../renderer/core/errors.ts';
import { allowedLink } from '../../renderer/core/links.ts';
import { appFiles } from './app-files.ts';
import { attentionHandlers } from './attention.ts';
import { commandOf, readCommandLine, type Asked } from './command-line.ts';
import type { HandlersOf } from './dispatcher.ts';
import { openDownloads } from './downloads.ts';
import { dragOutHandlers } from './drag-out.ts';
import { engineHandlers } from './engines.ts';
import { imageHandlers } from './images.ts';
import { serveIpc } from './ipc.ts';
import { switchLanguage } from './language.ts';
import { createLaunchEvents } from './launch-events.ts';
import { askBeforeLeaving } from './leaving.ts';
import { lockNavigation, lockSession, showNoCertificate } from './lockdown.ts';
import { openLog } from './log.ts';
import { menuTemplate } from './menu-template.ts';
import { APP_ORIGIN, APP_SCHEME } from './origin.ts';
import { readPageConfig } from './page-config.ts';
import { createPendingPhotos } from './pending-photos.ts';
import { pictureFolderHandlers } from './picture-folder.ts';
import { askWhenHung, recoverPage, watchGpu } from './recovery.ts';
import { registerApp } from './register-app.ts';
import { report } from './report.ts';
import { rpcHandlers } from './rpc.ts';
import { openSettings } from './settings.ts';
import { unfinishedFiles } from './unfinished.ts';
import { updateHandlers } from './updates/index.ts';
import { walletHandlers } from './wallet-bridge/index.ts';
import { createWindow } from './window.ts';

/** Opens allow-listed addresses in the user's browser or mail program. */
const linkHandlers = (appUrl: string): HandlersOf<'links'> => ({
  async 'links.open'({ url }) {
    const allowed = allowedLink(url, appUrl);
    if (allowed === undefined) throw new LikenessError('link-refused');
    await shell.openExternal(allowed);
  },
});

let window: BrowserWindow | undefined;
const current = (): BrowserWindow | undefined => window;

const pendingPhotos = createPendingPhotos();
const launchEvents = createLaunchEvents(current, pendingPhotos);
/** Opens a window if there is none. Does nothing before the app is ready. */
let open: () => void = () => undefined;

/** Brings the window to the front and passes on what the start asked for. */
function arrive(asked: Asked): void {
  launchEvents.asked(asked);
  if (!window) {
    open();
    return;
  }
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
const go = (path: string): void => arrive({ path, files: [] });

async function start(): Promise<void> {
  const config = readPageConfig(__CONFIG__, process.env['LIKENESS_SANDBOX']);
  await app.whenReady();
  const log = openLog(app.getPath('userData'));
  const settings = openSettings(app.getPath('userData'));

  const root = join(import.meta.dirname, '../renderer');
  lockSession(session.defaultSession, () => config.callsNearby(settings.get().rpc));
  showNoCertificate(app);
  lockNavigation(app);
  protocol.handle(
    APP_SCHEME,
    appFiles({
      root,
      headers: () => config.headers(settings.get().rpc),
      metas: () => config.metas(settings.get().rpc),
    }),
  );
  const updates = updateHandlers({ window: current, settings, feed: config.updates });
  const unfinished = unfinishedFiles(join(app.getPath('userData'), 'unfinished'));
  const downloads = openDownloads(current, settings, unfinished);
  const attention = attentionHandlers(current, go);
  const engines = engineHandlers(current, app.getPath('userData'));
  const wallet = walletHandlers(current, settings, __CONFIG__.network);
  serveIpc(current, {
    ...imageHandlers(current, pendingPhotos),
    ...launchEvents.handlers,
    ...downloads.handlers,
    ...pictureFolderHandlers(current, settings, unfinished),
    ...dragOutHandlers(app, current, join(app.getPath('userData'), 'dragged')),
    ...engines.handlers,
    ...linkHandlers(config.appUrl),
    ...attention.handlers,
    ...updates,
    ...rpcHandlers(current, settings, { network: __CONFIG__.network, offered: config.solanaRpc }),
    ...wallet.handlers,
    ...log,
  });
  let updatable = false;
  const showMenu = (): void =>
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate({
          platform: process.platform,
          packaged: app.isPackaged,
          go,
          ...(updatable ? { checkForUpdates: () => void updates['updates.check'](null) } : {}),
        }),
      ),
    );
  showMenu();
  void Promise.resolve(updates['updates.state'](null)).then((state) => {
    updatable = state !== null;
    if (updatable) showMenu();
  });

  open = (): void => {
    window = createWindow(settings);
    recoverPage(
      window,
      () => app.quit(),
      () => launchEvents.crash('page', downloads.interrupted()),
    );
    askWhenHung(window);
    askBeforeLeaving(window, dialog);
    window.webContents.on('render-process-gone', attention.leave); // Recovery may ask the user first.
    const leave = (): void => {
      attention.leave();
      unfinished.leave();
      downloads.leave();
      engines.leave();
      wallet.leave();
    };
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) leave();
    });
    window.on('closed', () => {
      window = undefined; // Electron throws for anything that is asked of a closed one.
      leave();
    });
    window.webContents.on('did-navigate', (_event, address) => {
      switchLanguage(address, root).then(
        (changed) => changed && showMenu(),
        (thrown: unknown) => report('main.language', thrown),
      );
    });
    // Rejects if the page goes on to its own language, '/de', or the window closes meanwhile.
    void window.loadURL(APP_ORIGIN + launchEvents.firstPath());
  };
  watchGpu(app, () => launchEvents.crash('graphics'));
  app.on('second-instance', (_event, argv, folder) => arrive(readCommandLine(argv, folder)));
  // On macOS the app lives on without its window.
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    if (!window) open();
  });
  launchEvents.asked(readCommandLine(process.argv, process.cwd()));
  open();
}

/** Opens the app's window, unless another instance of the app is there to do it. */
function openApp(): void {
  registerApp(app, process);
  // If these events start the app on macOS, they arrive before it is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    arrive(readCommandLine(['', url], '/'));
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    arrive(readCommandLine(['', file], '/'));
  });
  if (app.requestSingleInstanceLock()) {
    start().catch((thrown: unknown) => {
      report('main.start', thrown);
      app.exit(1);
    });
  } else {
    app.quit();
  }
}

// Only a monitor: Electron's own handling of uncaught errors stays.
process.on('uncaughtExceptionMonitor', (thrown) => report('main.uncaught', thrown));
process.on('unhandledRejection', (thrown) => report('main.uncaught', thrown));
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: {
      standard: true,
      secure: true,
      supportFetchAPI: true,
      codeCache: true,
      stream: true,
    },
  },
]);
const command = commandOf(process.argv.slice(app.isPackaged ? 1 : 2));
if (command) {
  // Electron isn't ready before the main module has been evaluated.
  const { runCommand } = await import('./commands/index.ts');
  void runCommand(command).then(
    (code) => app.exit(code),
    (thrown: unknown) => {
      report('main.start', thrown);
      app.exit(1);
    },
  );
} else {
  openApp();
}
