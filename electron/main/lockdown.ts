import type { App, Session, WebContents } from 'electron';
import { isAppUrl } from './origin.ts';

const GRANTED = new Set(['clipboard-sanitized-write', 'notifications']);

/** Denies every permission but writing text to the clipboard and notifications, to our own page. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(GRANTED.has(permission) && isAppUrl(requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => GRANTED.has(permission) && isAppUrl(origin));
  session.setDevicePermissionHandler(() => false);
}

/** Keeps every web contents on the app's own pages: no other address, window or webview. */
export function lockNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents) => lock(contents));
}

function lock(contents: WebContents): void {
  const stay = (event: { preventDefault: () => void; url: string }): void => {
    if (!isAppUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // What is to open outside goes through the links module, by the user's click in our page.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
