import type { MenuItemConstructorOptions } from 'electron';

import { places } from '../../renderer/core/places.ts';
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

/** An item that the system or Electron carries out. Electron's own labels are English only. */
const does = (
  role: NonNullable<MenuItemConstructorOptions['role']>,
  label: string,
): MenuItemConstructorOptions => ({ role, label });

const editing = (mac: boolean): MenuItemConstructorOptions[] => {
  const remove = does('delete', i18n.t('Delete'));
  const selectAll = does('selectAll', i18n.t('Select All'));
  return [
    does('undo', i18n.t('Undo')),
    does('redo', i18n.t('Redo')),
    LINE,
    does('cut', i18n.t('Cut')),
    does('copy', i18n.t('Copy')),
    does('paste', i18n.t('Paste')),
    ...(mac
      ? [
          does('pasteAndMatchStyle', i18n.t('Paste and Match Style')),
          remove,
          selectAll,
          LINE,
          {
            label: i18n.t('Substitutions'),
            submenu: [
              does('showSubstitutions', i18n.t('Show Substitutions')),
              LINE,
              does('toggleSmartQuotes', i18n.t('Smart Quotes')),
              does('toggleSmartDashes', i18n.t('Smart Dashes')),
              does('toggleTextReplacement', i18n.t('Text Replacement')),
            ],
          },
          {
            label: i18n.t('Speech'),
            submenu: [
              does('startSpeaking', i18n.t('Start Speaking')),
              does('stopSpeaking', i18n.t('Stop Speaking')),
            ],
          },
        ]
      : [remove, LINE, selectAll]),
  ];
};

/** What each system calls the end of a program. */
const quitLabel = (platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return i18n.t('Quit Likeness');
  return platform === 'win32' ? i18n.t('Exit') : i18n.t('Quit');
};

/** The platform's usual menus plus the app's screens. */
export function menuTemplate({
  platform,
  packaged,
  go,
  checkForUpdates,
}: MenuDeps): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const to = (label: string, path: string, accelerator?: string): MenuItemConstructorOptions => ({
    // A single '&' would underline the letter after it.
    label: label.replaceAll('&', '&&'),
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

  const about = does('about', platform === 'linux' ? i18n.t('About') : i18n.t('About Likeness'));
  const quit = does('quit', quitLabel(platform));
  const close = does('close', mac ? i18n.t('Close Window') : i18n.t('Close'));

  const app: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      about,
      ...updates,
      LINE,
      settings,
      LINE,
      does('services', i18n.t('Services')),
      LINE,
      does('hide', i18n.t('Hide Likeness')),
      does('hideOthers', i18n.t('Hide Others')),
      does('unhide', i18n.t('Show All')),
      LINE,
      quit,
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: i18n.t('&File'),
    submenu: [
      to(i18n.t('New Avatar'), '/customize', 'CmdOrCtrl+N'),
      LINE,
      ...(mac ? [close] : [settings, LINE, quit]),
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: i18n.t('&View'),
    submenu: [
      does('resetZoom', i18n.t('Actual Size')),
      does('zoomIn', i18n.t('Zoom In')),
      does('zoomOut', i18n.t('Zoom Out')),
      LINE,
      does('togglefullscreen', i18n.t('Toggle Full Screen')),
      ...(packaged ? [] : [LINE, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
  const screens: MenuItemConstructorOptions = {
    label: i18n.t('&Go'),
    submenu: places()
      .filter(({ go: at }) => at !== undefined)
      .sort((a, b) => Number(a.go) - Number(b.go))
      .map(({ label, to: path, go: at }) => to(label, path, `CmdOrCtrl+${String(at)}`)),
  };
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: i18n.t('Help'),
    submenu: [
      to(i18n.t('Contact Support'), '/contact', 'F1'),
      to(i18n.t('Trust & Security'), '/trust-security'),
      to(i18n.t('NFT minting guide'), '/nft-guide'),
      ...(mac ? [] : [LINE, ...updates, about]),
    ],
  };
  const window: MenuItemConstructorOptions = {
    role: 'windowMenu',
    label: i18n.t('Window'),
    submenu: [
      does('minimize', i18n.t('Minimize')),
      ...(mac
        ? [does('zoom', i18n.t('Zoom')), LINE, does('front', i18n.t('Bring All to Front'))]
        : [close]),
    ],
  };
  return [
    ...(mac ? [app] : []),
    file,
    { role: 'editMenu', label: i18n.t('Edit'), submenu: editing(mac) },
    view,
    screens,
    window,
    help,
  ];
}
