import type { App, Session, WebContents } from 'electron';

import { isAppUrl } from './origin.ts';

const GRANTED = new Set(['clipboard-sanitized-write', 'notifications']);
/** Chromium's names, one after the other, for leave to call this machine and those beside it. */
const NEARBY = new Set(['local-network-access', 'loopback-network', 'local-network']);

/**
 * Denies every permission but writing text to the clipboard and notifications, to our own page; and,
 * while `callsNearby` says that its policy names such an address, calls to this machine and its network:
 * the page isn't of that network itself, so Chromium asks. The policy still decides which hosts.
 */
export function denyPermissions(session: Session, callsNearby: () => boolean): void {
  const granted = (permission: string): boolean =>
    GRANTED.has(permission) || (NEARBY.has(permission) && callsNearby());
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(granted(permission) && isAppUrl(requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => granted(permission) && isAppUrl(origin),
  );
  session.setDevicePermissionHandler(() => false);
}

/** A host that asks for a certificate gets none; by itself Electron would show it the first of the user's own. */
export function showNoCertificate(app: App): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
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
  // We make no such connections, and no policy of a page can forbid them: none by UDP, at least.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  // What is to open outside goes through the links module, by the user's click in our page.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
