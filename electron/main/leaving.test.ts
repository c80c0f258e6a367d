import { EventEmitter } from 'node:events';
import type { BrowserWindow, MessageBoxSyncOptions } from 'electron';
import { expect, it, vi } from 'vitest';

import { askBeforeLeaving } from './leaving.ts';

it.each([
  ['Stay', false],
  ['Leave', true],
])('a page that would lose work is left only by the user’s choice: %s', (choice, left) => {
  const webContents = new EventEmitter();
  const showMessageBoxSync = vi.fn((...args: unknown[]) => {
    const { buttons = [] } = args.at(-1) as MessageBoxSyncOptions;
    return buttons.indexOf(choice);
  });
  askBeforeLeaving({ webContents } as unknown as BrowserWindow, { showMessageBoxSync });
  const preventDefault = vi.fn();
  webContents.emit('will-prevent-unload', { preventDefault });
  expect(showMessageBoxSync.mock.lastCall?.at(-1)).toMatchObject({
    message: 'Work in progress',
    defaultId: 0,
    cancelId: 0,
  });
  // Electron then doesn't heed the page.
  expect(preventDefault.mock.calls.length > 0).toBe(left);
});
