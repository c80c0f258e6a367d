import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';

import { menuTemplate } from './menu-template.ts';

const PLATFORMS = ['darwin', 'win32', 'linux'] as const;
const items = (menus: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  menus.flatMap((menu) => [menu, ...(Array.isArray(menu.submenu) ? items(menu.submenu) : [])]);
const open = (platform: NodeJS.Platform, packaged = true, checkForUpdates?: () => void) => {
  const go = vi.fn<(path: string) => void>();
  const menus = menuTemplate({
    platform,
    packaged,
    go,
    ...(checkForUpdates ? { checkForUpdates } : {}),
  });
  const all = items(menus);
  return {
    go,
    menus,
    all,
    roles: all.flatMap(({ role }) => (role === undefined ? [] : [role])),
    click: (label: string) =>
      (all.find((item) => item.label === label)?.click as (() => void) | undefined)?.(),
  };
};

describe.each(PLATFORMS)('the menu on %s', (platform) => {
  it('assigns no shortcut twice, nor one that the roles have', () => {
    const { all } = open(platform);
    const shortcuts = all.flatMap(({ accelerator }) =>
      accelerator === undefined ? [] : [accelerator],
    );
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
    expect(shortcuts).toContain('CmdOrCtrl+N');
    // Used by editMenu, windowMenu, quit, close and zoom.
    for (const taken of ['Z', 'X', 'C', 'V', 'A', 'Q', 'W', 'M', 'H', '0', 'Plus', '-'])
      expect(shortcuts).not.toContain(`CmdOrCtrl+${taken}`);
  });

  it('leads to screens of the app', () => {
    const { all, go } = open(platform);
    for (const { click } of all) (click as (() => void) | undefined)?.();
    const paths = go.mock.calls.map(([path]) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/customize',
        '/dashboard',
        '/dashboard?tab=settings',
        '/contact',
      ]),
    );
    expect(paths.every((path) => path.startsWith('/'))).toBe(true);
  });

  it('can be edited, closed and quit with, and developed only unpackaged', () => {
    expect(open(platform).roles).toEqual(
      expect.arrayContaining(['editMenu', 'windowMenu', 'close', 'help', 'about', 'quit']),
    );
    expect(open(platform, true).roles).not.toContain('toggleDevTools');
    expect(open(platform, true).roles).not.toContain('reload');
    expect(open(platform, false).roles).toContain('toggleDevTools');
  });

  it('looks for updates where there can be any', () => {
    const look = vi.fn();
    const { click, go } = open(platform, true, look);
    click('Check for Updates…');
    expect(look).toHaveBeenCalledOnce();
    expect(go).toHaveBeenCalledWith('/dashboard?tab=settings');
    expect(open(platform).all.some(({ label }) => label === 'Check for Updates…')).toBe(false);
  });
});

it.each(['appMenu', 'zoom'])('has %s on macOS alone', (role) => {
  expect(open('darwin').roles).toContain(role);
  for (const platform of ['win32', 'linux'] as const)
    expect(open(platform).roles).not.toContain(role);
});
