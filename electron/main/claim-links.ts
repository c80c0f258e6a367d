import { resolve } from 'node:path';
import type { App } from 'electron';

/** The fields of `process` that say how this process was started. */
export type Started = Pick<NodeJS.Process, 'defaultApp' | 'execPath' | 'argv'>;

/**
 * Registers the app for `likeness://` links, for this user. In development the program is Electron
 * itself; on Windows the registration must then name the script, or the link starts nothing.
 */
export function claimLinks(
  app: Pick<App, 'setAsDefaultProtocolClient'>,
  { defaultApp, execPath, argv }: Started,
): void {
  const script = argv[1];
  if (defaultApp && script !== undefined)
    app.setAsDefaultProtocolClient('likeness', execPath, [resolve(script)]);
  else app.setAsDefaultProtocolClient('likeness');
}
