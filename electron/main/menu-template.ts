import type { MenuItemConstructorOptions } from 'electron';

import { i18n } from '../../renderer/i18n/index.ts';

interface MenuDeps {
  readonly platform: NodeJS.Platform;
  /** Developer tools exist only in development. */
  readonly packaged: boolean;
  readonly go: (path: string) => void;
  /** Absent where the app can't check for updates. */
  readonly checkForUpdates?: () => void;
}

const LINE: MenuItemConstructorOptions = { type: 'separator' };

/** The platform's usual menus plus the app's screens. */
export function menuTemplate({
  platform,
  packaged,
  go,
  checkForUpdates,
}: MenuDeps): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const to = (label: string, path: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => go(path),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const settings = to(i18n.t('Settings…'), '/dashboard?tab=settings', 'CmdOrCtrl+,');
  const updates: MenuItemConstructorOptions[] = checkForUpdates
    ? [
        {
          label: i18n.t('Check for Updates…'),
          click: () => {
            checkForUpdates();
            go('/dashboard?tab=settings');
          },
        },
      ]
    : [];

  const app: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      ...updates,
      LINE,
      settings,
      LINE,
      { role: 'services' },
      LINE,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      LINE,
      { role: 'quit' },
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      to(i18n.t('New Avatar'), '/customize', 'CmdOrCtrl+N'),
      LINE,
      ...(mac ? [{ role: 'close' } as const] : [settings, LINE, { role: 'quit' } as const]),
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      LINE,
      { role: 'togglefullscreen' },
      ...(packaged ? [] : [LINE, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
  const screens: MenuItemConstructorOptions = {
    label: '&Go',
    submenu: [
      to('Home', '/', 'CmdOrCtrl+1'),
      to(i18n.t('Avatar Creator'), '/customize', 'CmdOrCtrl+2'),
      to(i18n.t('Dashboard'), '/dashboard', 'CmdOrCtrl+3'),
      to(i18n.t('Templates'), '/explore', 'CmdOrCtrl+4'),
      to(i18n.t('Pricing'), '/pricing', 'CmdOrCtrl+5'),
      to(i18n.t('Mint an NFT'), '/nft-minting', 'CmdOrCtrl+6'),
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [
      to(i18n.t('Contact Support'), '/contact', 'F1'),
      to(i18n.t('Trust & Security'), '/trust-security'),
      to(i18n.t('NFT Minting Guide'), '/nft-guide'),
      ...(mac ? [] : [LINE, ...updates, { role: 'about' } as const]),
    ],
  };
  return [
    ...(mac ? [app] : []),
    file,
    { role: 'editMenu' },
    view,
    screens,
    { role: 'windowMenu' },
    help,
  ];
}
