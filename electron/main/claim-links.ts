import { resolve } from 'node:path';
import type { App } from 'electron';

/** How this process was started, as `process` tells it. */
export type Started = Pick<NodeJS.Process, 'defaultApp' | 'execPath' | 'argv'>;

/**
 * Makes the app the one that opens `likeness://` links, for this user. In development the program is
 * Electron's own: on Windows a link has to be told which script it starts, else it starts none.
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
