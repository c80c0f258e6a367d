import { join } from 'node:path';
import { app, type BrowserWindow, protocol, session } from 'electron';
import { securityHeaders } from '../../renderer/core/security-headers.ts';
import { appFiles } from './app-files.ts';
import { attentionHandlers } from './attention.ts';
import { routeOf } from './deep-link.ts';
import { downloadHandlers } from './downloads.ts';
import { imageHandlers } from './images.ts';
import { emit, serveIpc } from './ipc.ts';
import { linkHandlers } from './links.ts';
import { denyPermissions, lockNavigation } from './lockdown.ts';
import { installMenu } from './menu.ts';
import { APP_ORIGIN, APP_SCHEME } from './origin.ts';
import { readPageConfig } from './page-config.ts';
import { report } from './report.ts';
import { openSettings } from './settings.ts';
import { walletHandlers } from './wallet-bridge/index.ts';
import { createWindow } from './window.ts';

let window: BrowserWindow | undefined;
const current = (): BrowserWindow | undefined => window;

/** Brings the window to the front, at a route if one is named. */
function go(path: string | undefined): void {
  if (!window) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  if (path !== undefined) emit(window, 'navigate', { path });
}

async function start(): Promise<void> {
  const config = readPageConfig(__CONFIG__, process.env['LIKENESS_SANDBOX']);
  await app.whenReady();
  const settings = openSettings(app.getPath('userData'));

  denyPermissions(session.defaultSession);
  lockNavigation(app);
  protocol.handle(
    APP_SCHEME,
    appFiles({
      root: join(import.meta.dirname, '../renderer'),
      headers: securityHeaders({ addresses: config.addresses, https: false }),
      ...(config.json === undefined ? {} : { pageConfig: config.json }),
    }),
  );
  serveIpc(current, {
    ...imageHandlers(current),
    ...downloadHandlers(current, settings),
    ...linkHandlers(config.appUrl),
    ...attentionHandlers(current, go),
    ...walletHandlers(current, settings, __CONFIG__.network),
  });
  installMenu(process.platform, app.isPackaged, go);

  const open = async (path = '/'): Promise<void> => {
    window = createWindow(settings);
    await window.loadURL(APP_ORIGIN + path);
  };
  app.on('second-instance', (_event, argv) => go(routeOf(argv)));
  app.on('open-url', (_event, url) => go(routeOf([url])));
  app.on('window-all-closed', () => {
    window = undefined;
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    if (!window) void open().catch((thrown: unknown) => report('window', thrown));
  });
  await open(routeOf(process.argv));
}

app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true } },
]);
app.setAsDefaultProtocolClient('likeness');
if (app.requestSingleInstanceLock()) {
  start().catch((thrown: unknown) => {
    report('start', thrown);
    app.exit(1);
  });
} else {
  app.quit();
}
