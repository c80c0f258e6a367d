import { EventEmitter } from 'node:events';
import type { App, Session, WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';

import { lockNavigation, lockSession, showNoCertificate } from './lockdown.ts';

type PermissionRequest = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type PermissionCheck = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

/** New web contents after `lockNavigation`. */
function locked() {
  const app = new EventEmitter();
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn<(handler: OpenHandler) => void>(),
    setWebRTCIPHandlingPolicy: vi.fn(),
  });
  lockNavigation(app as unknown as App);
  app.emit('web-contents-created', {}, contents);
  return contents;
}

/** Whether main allows it. */
function allows(contents: EventEmitter, event: string, url: string): boolean {
  const preventDefault = vi.fn();
  contents.emit(event, { url, preventDefault });
  return preventDefault.mock.calls.length === 0;
}

const MOVES = ['will-navigate', 'will-redirect', 'will-frame-navigate'];
const FOREIGN = [
  'https://evil.example/',
  'https://likeness/',
  'file:///home/ada/dropped.html',
  'file:///home/ada/dropped.png',
  'data:text/html,x',
  'javascript:alert(1)',
  'blob:app://likeness/1',
  'app://evil/',
  'app://likeness.evil.example/',
  'app://likeness:81/',
  'app://user@likeness/',
  'app://likeness@evil/',
  'app:likeness',
  'chrome://settings',
  'about:blank',
  'view-source:app://likeness/',
  'likeness://avatar/1',
  'devtools://x',
  '',
];

describe('every web contents', () => {
  it.each(MOVES)('stays on our pages: %s', (event) => {
    const contents = locked();
    for (const url of ['app://likeness/', 'app://likeness/customize?a=b#c'])
      expect(allows(contents, event, url), url).toBe(true);
    // Files dropped on the page, links in it, and addresses set by its scripts.
    for (const url of FOREIGN) expect(allows(contents, event, url), url).toBe(false);
  });

  it('opens no window and holds no webview, not even of ours', () => {
    const contents = locked();
    expect(
      contents.setWindowOpenHandler.mock.calls[0]?.[0]({
        url: 'app://likeness/',
      } as Parameters<OpenHandler>[0]),
    ).toEqual({ action: 'deny' });
    expect(allows(contents, 'will-attach-webview', 'app://likeness/')).toBe(false);
  });

  it('sends nothing by WebRTC past the policy over UDP', () => {
    expect(locked().setWebRTCIPHandlingPolicy).toHaveBeenCalledExactlyOnceWith(
      'disable_non_proxied_udp',
    );
  });
});

/** A session that main has locked. Its answer to a requested permission must equal that to a check. */
function lockedSession(callsNearby: () => boolean) {
  let request: PermissionRequest | undefined;
  let check: PermissionCheck | undefined;
  let device: (() => boolean) | undefined;
  const events = new EventEmitter();
  lockSession(
    {
      on: (event: string, listener: () => void) => events.on(event, listener),
      setPermissionRequestHandler: (handler: PermissionRequest) => (request = handler),
      setPermissionCheckHandler: (handler: PermissionCheck) => (check = handler),
      setDevicePermissionHandler: (handler: () => boolean) => (device = handler),
    } as unknown as Session,
    callsNearby,
  );
  const asked = (permission: string, requestingUrl: string): boolean => {
    let answer = false;
    request?.(undefined as never, permission as never, (granted) => (answer = granted), {
      requestingUrl,
    } as never);
    expect(check?.(null, permission as never, requestingUrl, {} as never)).toBe(answer);
    return answer;
  };
  return { asked, device: () => device?.(), events };
}

const NEARBY = ['local-network-access', 'loopback-network', 'local-network'];

it('permissions are three, and only our page’s: those that are asked for, checked, and of devices', () => {
  const { asked, device } = lockedSession(() => false);
  for (const permission of ['clipboard-sanitized-write', 'notifications', 'persistent-storage']) {
    expect(asked(permission, 'app://likeness/')).toBe(true);
    for (const url of FOREIGN) expect(asked(permission, url), `${permission} ${url}`).toBe(false);
  }
  for (const permission of [
    ...NEARBY,
    'media',
    'geolocation',
    'clipboard-read',
    'fullscreen',
    'openExternal',
    'fileSystem',
    'hid',
    'serial',
    'usb',
    'midiSysex',
    'pointerLock',
    'display-capture',
    'unknown',
    'function toString() { [native code] }',
  ]) {
    expect(asked(permission, 'app://likeness/'), permission).toBe(false);
  }
  expect(device()).toBe(false);
});

it('this machine and its network may be called by our page while its policy names such an address', () => {
  let nearby = true;
  const { asked } = lockedSession(() => nearby);
  for (const permission of NEARBY) {
    expect(asked(permission, 'app://likeness/'), permission).toBe(true);
    for (const url of FOREIGN) expect(asked(permission, url), `${permission} ${url}`).toBe(false);
  }
  expect(asked('geolocation', 'app://likeness/')).toBe(false);
  nearby = false;
  expect(asked('loopback-network', 'app://likeness/')).toBe(false);
});

it('a page downloads nothing by itself', () => {
  const { events } = lockedSession(() => true);
  expect(allows(events, 'will-download', 'blob:app://likeness/1')).toBe(false);
});

it('a host that asks for a certificate of the user’s gets none', () => {
  const app = new EventEmitter();
  showNoCertificate(app as unknown as App);
  const preventDefault = vi.fn();
  const choose = vi.fn();
  app.emit(
    'select-client-certificate',
    { preventDefault },
    null,
    'https://rpc.example/',
    [{ subjectName: 'Ada' }],
    choose,
  );
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(choose).toHaveBeenCalledExactlyOnceWith();
});
