import { resolve } from 'node:path';
import { expect, it, vi } from 'vitest';

import { APP_ID } from './origin.ts';
import { registerApp, type Started } from './register-app.ts';

function claimed(started: Omit<Started, 'platform'>): readonly unknown[] {
  let given: readonly unknown[] = [];
  registerApp(
    {
      setAsDefaultProtocolClient: (...args) => (given = args).length > 0,
      setAppUserModelId: () => expect.unreachable(),
    },
    { ...started, platform: 'linux' },
  );
  return given;
}

it('claims links for the program itself where it is installed', () => {
  expect(
    claimed({ defaultApp: false, execPath: '/opt/likeness', argv: ['/opt/likeness', 'me.png'] }),
  ).toEqual(['likeness']);
});

it('claims links for Electron with the script, whole path, where it runs from its sources', () => {
  expect(
    claimed({ defaultApp: true, execPath: '/electron', argv: ['/electron', 'out/main/index.js'] }),
  ).toEqual(['likeness', '/electron', [resolve('out/main/index.js')]]);
});

it('has the id of its shortcut on Windows', () => {
  const setAppUserModelId = vi.fn();
  registerApp(
    { setAsDefaultProtocolClient: () => true, setAppUserModelId },
    { ...process, platform: 'win32' },
  );
  expect(setAppUserModelId).toHaveBeenCalledExactlyOnceWith(APP_ID);
});
