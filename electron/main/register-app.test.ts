import { resolve } from 'node:path';
import { expect, it, vi } from 'vitest';

import { APP_ID } from './origin.ts';
import { registerApp, type Started } from './register-app.ts';

function registered(started: Partial<Started>) {
  const app = {
    getVersion: () => '1.2.3',
    setAboutPanelOptions: vi.fn(),
    setAppUserModelId: vi.fn(),
    setAsDefaultProtocolClient: vi.fn(() => true),
  };
  registerApp(app, { ...process, platform: 'linux', ...started });
  return app;
}

it('claims links for the program itself where it is installed', () => {
  const argv = ['/opt/likeness', 'me.png'];
  const app = registered({ defaultApp: false, execPath: '/opt/likeness', argv });
  expect(app.setAsDefaultProtocolClient).toHaveBeenCalledExactlyOnceWith('likeness');
});

it('claims links for Electron with the script, whole path, where it runs from its sources', () => {
  const argv = ['/electron', 'out/main/index.js'];
  const app = registered({ defaultApp: true, execPath: '/electron', argv });
  expect(app.setAsDefaultProtocolClient).toHaveBeenCalledExactlyOnceWith('likeness', '/electron', [
    resolve('out/main/index.js'),
  ]);
});

it('has the id of its shortcut on Windows alone', () => {
  expect(registered({ platform: 'win32' }).setAppUserModelId).toHaveBeenCalledExactlyOnceWith(
    APP_ID,
  );
  expect(registered({ platform: 'linux' }).setAppUserModelId).not.toHaveBeenCalled();
});

it('shows its name and version in About', () => {
  expect(registered({}).setAboutPanelOptions).toHaveBeenCalledExactlyOnceWith({
    applicationName: 'Likeness',
    applicationVersion: '1.2.3',
  });
});
