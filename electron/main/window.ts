import { join } from 'node:path';
import { BrowserWindow, screen, type Rectangle, type WebPreferences } from 'electron';

import type { SettingsFile } from './settings.ts';

/** The page runs in Chromium's sandbox, isolated from the preload script, without Node. */
export const WEB_PREFERENCES: Readonly<WebPreferences> = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
};

const DEFAULT_SIZE = { width: 1280, height: 860 };

/** Creates the only window, at its last position. Shown when its page is painted. */
export function createWindow(settings: SettingsFile): BrowserWindow {
  const { bounds, maximized } = settings.get();
  const window = new BrowserWindow({
    ...DEFAULT_SIZE,
    ...(bounds && isVisible(bounds) ? bounds : {}),
    minWidth: 360,
    minHeight: 560,
    show: false,
    backgroundColor: '#f7f4ee',
    title: 'Likeness',
    webPreferences: {
      ...WEB_PREFERENCES,
      preload: join(import.meta.dirname, '../preload/index.cjs'),
    },
  });
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () =>
    settings.change({ bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  return window;
}

/** A display may have been removed: a good part of the title bar must be on one. */
const isVisible = ({ x, y, width }: Rectangle): boolean =>
  screen.getAllDisplays().some(({ workArea: area }) => {
    const overlap = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    return overlap >= 120 && y >= area.y && y < area.y + area.height - 40;
  });
