import type { MenuItemConstructorOptions } from 'electron';

import { places } from '../../renderer/core/places.ts';
import { t } from '../../renderer/i18n/index.ts';

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
  const remove = does('delete', t('Delete'));
  const selectAll = does('selectAll', t('Select All'));
  return [
    does('undo', t('Undo')),
    does('redo', t('Redo')),
    LINE,
    does('cut', t('Cut')),
    does('copy', t('Copy')),
    does('paste', t('Paste')),
    ...(mac
      ? [
          does('pasteAndMatchStyle', t('Paste and Match Style')),
          remove,
          selectAll,
          LINE,
          {
            label: t('Substitutions'),
            submenu: [
              does('showSubstitutions', t('Show Substitutions')),
              LINE,
              does('toggleSmartQuotes', t('Smart Quotes')),
              does('toggleSmartDashes', t('Smart Dashes')),
              does('toggleTextReplacement', t('Text Replacement')),
            ],
          },
          {
            label: t('Speech'),
            submenu: [
              does('startSpeaking', t('Start Speaking')),
              does('stopSpeaking', t('Stop Speaking')),
            ],
          },
        ]
      : [remove, LINE, selectAll]),
  ];
};

/** What each system calls the end of a program. */
const quitLabel = (platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return t('Quit Likeness');
  return platform === 'win32' ? t('Exit') : t('Quit');
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
  const settings = to(t('Settings…'), '/dashboard?tab=settings', 'CmdOrCtrl+,');
  const updates: MenuItemConstructorOptions[] = checkForUpdates
    ? [
        {
          label: t('Check for Updates…'),
          click: () => {
            checkForUpdates();
            go('/dashboard?tab=settings');
          },
        },
      ]
    : [];

  const about = does('about', platform === 'linux' ? t('About') : t('About Likeness'));
  const quit = does('quit', quitLabel(platform));
  const close = does('close', mac ? t('Close Window') : t('Close'));

  const app: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      about,
      ...updates,
      LINE,
      settings,
      LINE,
      does('services', t('Services')),
      LINE,
      does('hide', t('Hide Likeness')),
      does('hideOthers', t('Hide Others')),
      does('unhide', t('Show All')),
      LINE,
      quit,
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: t('&File'),
    submenu: [
      to(t('New Avatar'), '/customize', 'CmdOrCtrl+N'),
      LINE,
      ...(mac ? [close] : [settings, LINE, quit]),
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: t('&View'),
    submenu: [
      does('resetZoom', t('Actual Size')),
      does('zoomIn', t('Zoom In')),
      does('zoomOut', t('Zoom Out')),
      LINE,
      does('togglefullscreen', t('Toggle Full Screen')),
      ...(packaged ? [] : [LINE, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
  const screens: MenuItemConstructorOptions = {
    label: t('&Go'),
    submenu: places()
      .filter(({ go: at }) => at !== undefined)
      .sort((a, b) => Number(a.go) - Number(b.go))
      .map(({ label, to: path, go: at }) => to(label, path, `CmdOrCtrl+${String(at)}`)),
  };
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: t('Help'),
    submenu: [
      to(t('Contact Support'), '/contact', 'F1'),
      to(t('Trust & Security'), '/trust-security'),
      to(t('NFT minting guide'), '/nft-guide'),
      ...(mac ? [] : [LINE, ...updates, about]),
    ],
  };
  const window: MenuItemConstructorOptions = {
    role: 'windowMenu',
    label: t('Window'),
    submenu: [
      does('minimize', t('Minimize')),
      ...(mac ? [does('zoom', t('Zoom')), LINE, does('front', t('Bring All to Front'))] : [close]),
    ],
  };
  return [
    ...(mac ? [app] : []),
    file,
    { role: 'editMenu', label: t('Edit'), submenu: editing(mac) },
    view,
    screens,
    window,
    help,
  ];
}
