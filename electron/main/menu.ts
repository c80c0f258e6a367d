import { Menu, type MenuItemConstructorOptions } from 'electron';

/** The platform's usual menus; developers' tools only while the app is developed. */
export function installMenu(platform: NodeJS.Platform, packaged: boolean, go: (path: string) => void): void {
  const route = (label: string, accelerator: string, path: string): MenuItemConstructorOptions => ({ label, accelerator, click: () => go(path) });
  const mac = platform === 'darwin';
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' } as const] : []),
      {
        label: 'File',
        submenu: [route('New Avatar', 'CmdOrCtrl+N', '/customize'), route('Dashboard', 'CmdOrCtrl+D', '/dashboard'), { type: 'separator' }, { role: mac ? 'close' : 'quit' }],
      },
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
          ...(packaged ? [] : [{ role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
        ],
      },
      { role: 'windowMenu' },
    ]),
  );
}
