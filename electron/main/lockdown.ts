import type { App, Session, WebContents } from 'electron';

import { isAppUrl } from './origin.ts';

const GRANTED = new Set(['clipboard-sanitized-write', 'notifications', 'persistent-storage']);
/** Chromium's successive names for the permission to call this machine and its local network. */
const NEARBY = new Set(['local-network-access', 'loopback-network', 'local-network']);

/**
 * Denies all permissions except writing text to the clipboard, showing notifications and keeping
 * what is stored, for our own page only. While `callsNearby` says that the page's policy names a
 * local address, it also allows calls to this machine and its network: our page isn't on that
 * network, so Chromium asks. The policy still determines the hosts.
 *
 * Refuses what a page downloads by itself: what the app saves goes through main, which knows its
 * types of files and where they go.
 */
export function lockSession(session: Session, callsNearby: () => boolean): void {
  const granted = (permission: string): boolean =>
    GRANTED.has(permission) || (NEARBY.has(permission) && callsNearby());
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(granted(permission) && isAppUrl(requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => granted(permission) && isAppUrl(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}

/**
 * Gives no certificate to a host that requests one. By default, Electron would send the first of
 * the user's certificates.
 */
export function showNoCertificate(app: App): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}

/** Keeps all web contents on the app's own pages: no other address, window or webview. */
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
  // We make no WebRTC connections, and no page policy can forbid them. This at least prevents those
  // over UDP.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  // External links are opened by the channel `links.open`, on the user's click in our page.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
