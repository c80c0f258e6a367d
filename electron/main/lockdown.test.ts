import { EventEmitter } from 'node:events';
import type { App, Session, WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { denyPermissions, lockNavigation } from './lockdown.ts';

type PermissionRequest = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type PermissionCheck = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

/** A new web contents as lockNavigation leaves it. */
function locked() {
  const app = new EventEmitter();
  const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: vi.fn<(handler: OpenHandler) => void>() });
  lockNavigation(app as unknown as App);
  app.emit('web-contents-created', {}, contents);
  return contents;
}

/** Whether main lets it happen. */
function allows(contents: EventEmitter, event: string, url: string): boolean {
  const preventDefault = vi.fn();
  contents.emit(event, { url, preventDefault });
  return preventDefault.mock.calls.length === 0;
}

const MOVES = ['will-navigate', 'will-redirect', 'will-frame-navigate'];
const FOREIGN = [
  'https://evil.example/', 'file:///home/ada/dropped.html', 'file:///home/ada/dropped.png', 'data:text/html,x', 'javascript:alert(1)', 'blob:app://likeness/1',
  'app://evil/', 'app://likeness.evil.example/', 'app://likeness:81/', 'app://user@likeness/', 'app:likeness', 'chrome://settings', 'about:blank', 'view-source:app://likeness/', 'likeness://avatar/1', 'devtools://x', '',
];

describe('every web contents', () => {
  it.each(MOVES)('stays on our pages: %s', (event) => {
    const contents = locked();
    for (const url of ['app://likeness/', 'app://likeness/customize?a=b#c']) expect(allows(contents, event, url), url).toBe(true);
    // What is dropped on a page, linked from it, or set by a script in it.
    for (const url of FOREIGN) expect(allows(contents, event, url), url).toBe(false);
  });

  it('opens no window and holds no webview, not even of ours', () => {
    const contents = locked();
    expect(contents.setWindowOpenHandler.mock.calls[0]?.[0]({ url: 'app://likeness/' } as Parameters<OpenHandler>[0])).toEqual({ action: 'deny' });
    expect(allows(contents, 'will-attach-webview', 'app://likeness/')).toBe(false);
  });
});

it('permissions are two, and only our page’s: those that are asked for, checked, and of devices', () => {
  let request: PermissionRequest | undefined;
  let check: PermissionCheck | undefined;
  let device: (() => boolean) | undefined;
  denyPermissions({
    setPermissionRequestHandler: (handler: PermissionRequest) => (request = handler),
    setPermissionCheckHandler: (handler: PermissionCheck) => (check = handler),
    setDevicePermissionHandler: (handler: () => boolean) => (device = handler),
  } as unknown as Session);
  const asked = (permission: string, requestingUrl: string): boolean => {
    let answer = false;
    request?.(undefined as never, permission as never, (granted) => (answer = granted), { requestingUrl } as never);
    expect(check?.(null, permission as never, requestingUrl, {} as never)).toBe(answer);
    return answer;
  };
  for (const permission of ['clipboard-sanitized-write', 'notifications']) {
    expect(asked(permission, 'app://likeness/')).toBe(true);
    for (const url of FOREIGN) expect(asked(permission, url), `${permission} ${url}`).toBe(false);
  }
  for (const permission of ['media', 'geolocation', 'clipboard-read', 'fullscreen', 'openExternal', 'fileSystem', 'hid', 'serial', 'usb', 'midiSysex', 'pointerLock', 'display-capture', 'unknown', 'toString']) {
    expect(asked(permission, 'app://likeness/'), permission).toBe(false);
  }
  expect(device?.()).toBe(false);
});
