import { resolve } from 'node:path';
import type { App } from 'electron';

import { APP_ID } from './origin.ts';

/** The fields of `process` that say how this process was started. */
export type Started = Pick<NodeJS.Process, 'defaultApp' | 'execPath' | 'argv' | 'platform'>;

/**
 * Registers the app for `likeness://` links, for this user. In development the program is Electron
 * itself; on Windows the registration must then name the script, or the link starts nothing.
 * Windows shows notifications only of a program that has the id of its shortcut. On Linux, Help,
 * About shows only the name and version that are set here.
 */
export function registerApp(
  app: Pick<
    App,
    'getVersion' | 'setAboutPanelOptions' | 'setAppUserModelId' | 'setAsDefaultProtocolClient'
  >,
  { defaultApp, execPath, argv, platform }: Started,
): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID); // Not there on other systems.
  app.setAboutPanelOptions({ applicationName: 'Likeness', applicationVersion: app.getVersion() });
  const script = argv[1];
  if (defaultApp && script !== undefined)
    app.setAsDefaultProtocolClient('likeness', execPath, [resolve(script)]);
  else app.setAsDefaultProtocolClient('likeness');
}
