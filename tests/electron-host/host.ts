import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import Module, { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Frame, Page, Request as PageRequest, Route } from '@playwright/test';
import type { BrowserWindowConstructorOptions, CustomScheme, Session } from 'electron';

import { APP_ORIGIN, APP_SCHEME } from '../../electron/main/origin.ts';
import { INVOKE } from '../../renderer/platform/desktop/ipc-channels.ts';
import { HOST_ORIGIN, toApp } from './address.ts';
import { HostApp, type AppFolders } from './app.ts';
import { HostWindow } from './browser-window.ts';
import { BINDING, preloadScript } from './preload-page.ts';
import { strict } from './strict.ts';
import { SystemUi } from './system-ui.ts';

/** Runs of main by number. Each has its own `electron`. */
const runs = new Map<string, object>();
const KEY = Symbol.for('likeness.electron-host');
(globalThis as Record<symbol, unknown>)[KEY] = runs;

let hooked = false;

/**
 * Imports a built main process with `electron` resolved to the given object: through a loader hook
 * for ES imports, and a patch for `require`. It affects only that file's imports.
 */
async function loadMain(file: string, electron: object): Promise<void> {
  if (!hooked) {
    register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
    patchRequire();
    hooked = true;
  }
  const run = String(runs.size + 1);
  runs.set(run, electron);
  const url = pathToFileURL(file);
  url.searchParams.set('electron-host', `${run}:${Object.keys(electron).join(',')}`);
  await import(url.href);
}

/**
 * The loader runs in a separate thread, so it answers with a module that fetches the object from
 * this one.
 */
const HOOK = `
export async function resolve(specifier, context, next) {
  const parent = context.parentURL;
  if (!parent?.includes('electron-host=')) return next(specifier, context);
  if (specifier !== 'electron') {
    const found = await next(specifier, context);
    // Other files of main belong to the same run and share its module.
    return specifier.startsWith('.') ? { ...found, url: found.url + new URL(parent).search } : found;
  }
  const [run, names] = new URL(parent).searchParams.get('electron-host').split(':');
  const source = 'const held = globalThis[Symbol.for("likeness.electron-host")].get("' + run + '");'
    + names.split(',').map((name) => 'export const ' + name + ' = held.' + name + ';').join('')
    + 'export default held;';
  return { url: 'data:text/javascript,' + encodeURIComponent(source), format: 'module', shortCircuit: true };
}`;

/** CommonJS inside the package (e.g. the updater) gets the newest run's. */
function patchRequire(): void {
  const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
  const load = loader._load;
  const electronPackage = createRequire(import.meta.url).resolve('electron');
  loader._load = (request, ...rest) =>
    request === 'electron' || request === electronPackage
      ? [...runs.values()].at(-1)
      : load.call(loader, request, ...rest);
}

type SchemeHandler = (request: Request) => Response | Promise<Response>;
type InvokeHandler = (event: object, ...args: unknown[]) => unknown;
type PermissionCheck = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;

/** Electron's names of permissions, and Chromium's names for those that tests use. */
const PERMISSIONS = {
  'clipboard-sanitized-write': 'clipboard-write',
  'clipboard-read': 'clipboard-read',
  notifications: 'notifications',
  geolocation: 'geolocation',
} as const;

/**
 * A stand-in for `electron` that runs a built main process in this Node process, with pages of a
 * real Chromium as its windows. Main's own handler serves app:// under an https origin, the built
 * preload script runs before each page, and IPC goes to main's own handlers.
 */
export class ElectronHost {
  readonly app: HostApp;
  readonly systemUi = new SystemUi();
  readonly windows: HostWindow[] = [];
  readonly schemes: CustomScheme[] = [];
  readonly #context: BrowserContext;
  readonly #handlers = new Map<string, InvokeHandler>();
  readonly #answers = new EventEmitter();
  readonly #sessionEvents = new EventEmitter();
  #opening = false;
  #scheme: SchemeHandler | undefined;

  constructor(context: BrowserContext, folders: AppFolders) {
    this.#context = context;
    this.app = new HostApp(folders);
    this.app.on('before-quit', () => this.windows.forEach((window) => window.close()));
  }

  /** The app's window. */
  get window(): HostWindow {
    const [window] = this.windows;
    if (!window) throw new Error('the app has no window');
    return window;
  }

  /**
   * Runs `out/main/index.js` and waits until its first window shows its page. `prepare` may add
   * routes; they take precedence over the host's.
   */
  async start(
    out: string,
    prepare: () => Promise<void> = () => Promise.resolve(),
  ): Promise<HostWindow> {
    const shown = new Promise<HostWindow>((resolve) => this.app.once('host-window-shown', resolve));
    const failed = this.app.ended.then((code) => {
      throw new Error(`the main process ended with ${code} before it showed a window`);
    });
    await this.#load(out, prepare);
    return Promise.race([shown, failed]);
  }

  /** Runs `out/main/index.js` as a command, which shows no window. Resolves with its exit code. */
  async run(out: string): Promise<number> {
    await this.#load(out, () => Promise.resolve());
    return this.app.ended;
  }

  async #load(out: string, prepare: () => Promise<void>): Promise<void> {
    await this.#context.route('**/*', (route) => this.#route(route));
    await this.#context.exposeBinding(
      BINDING,
      ({ page, frame }, message: { channel: string; args: unknown[] }) =>
        this.#invoke(page, frame.url(), frame === page.mainFrame(), message),
    );
    await this.#context.addInitScript({
      content: preloadScript(await readFile(`${out}/preload/index.cjs`, 'utf8')),
    });
    this.#context.on('page', (page) => void this.#onPage(page));
    await prepare();
    await loadMain(`${out}/main/index.js`, this.#electron());
  }

  /** Settles when main has answered the next message that `matches` accepts. */
  answered(matches: (args: readonly unknown[]) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const onAnswer = (args: readonly unknown[]): void => {
        if (!matches(args)) return;
        this.#answers.off('answer', onAnswer);
        resolve();
      };
      this.#answers.on('answer', onAnswer);
    });
  }

  /** Ends the app. Requests that the page makes at that moment are dropped. */
  async close(): Promise<void> {
    // A page that has just crashed can't be reached any more.
    await this.#context.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
    await this.#context.close();
  }

  /** Sends a message from an invented frame, bypassing the preload script. */
  messageFrom(
    frame: { readonly origin: string; readonly parent: object | null } | null,
    ownWindow: boolean,
    ...args: unknown[]
  ): unknown {
    return this.#handler(INVOKE)(
      { sender: ownWindow ? this.windows[0]?.webContents : {}, senderFrame: frame },
      ...args,
    );
  }

  /** What the system does when the app is started a second time. */
  startAgain(...argv: string[]): void {
    this.app.emit('second-instance', {}, argv, '/', {});
  }

  /** What macOS does when a file or a link is opened with the app. */
  openWith(kind: 'open-file' | 'open-url', what: string): void {
    this.app.emit(kind, { preventDefault: () => undefined }, what);
  }

  #electron() {
    const session = {
      defaultSession: strict('session', this.#session()),
      fromPartition: () => ({}),
    };
    return {
      app: strict('app', this.app),
      BrowserWindow: this.#windowClass(),
      protocol: strict('protocol', {
        registerSchemesAsPrivileged: (schemes: CustomScheme[]) => {
          this.schemes.push(...schemes);
        },
        handle: (scheme: string, handler: SchemeHandler) => {
          if (scheme !== APP_SCHEME)
            throw new Error(`the Electron test host doesn't serve ${scheme}:`);
          this.#scheme = handler;
        },
      }),
      session: strict('session', session),
      ipcMain: strict('ipcMain', {
        handle: (channel: string, handler: InvokeHandler) => {
          if (this.#handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
          this.#handlers.set(channel, handler);
        },
      }),
      dialog: strict('dialog', this.systemUi.dialog),
      // Node's client has the part of Electron's that electron-updater uses.
      net: strict('net', {
        request: (options: RequestOptions) => httpRequest(options),
        fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
      }),
      nativeImage: strict('nativeImage', this.systemUi.nativeImage),
      shell: strict('shell', this.systemUi.shell),
      safeStorage: strict('safeStorage', this.systemUi.safeStorage),
      screen: strict('screen', this.systemUi.screen),
      powerSaveBlocker: strict('powerSaveBlocker', this.systemUi.powerSaveBlocker),
      Menu: strict('Menu', this.systemUi.Menu),
      Notification: strict('Notification', this.systemUi.Notification),
    };
  }

  #session() {
    return {
      on: (event: string, listener: (...args: unknown[]) => void) =>
        this.#sessionEvents.on(event, listener),
      setPermissionRequestHandler: () => undefined,
      setDevicePermissionHandler: () => undefined,
      setPermissionCheckHandler: (check: PermissionCheck) => {
        const granted = Object.entries(PERMISSIONS)
          .filter(([name]) =>
            check(
              null,
              name as Parameters<PermissionCheck>[1],
              `${APP_ORIGIN}/`,
              {} as Parameters<PermissionCheck>[3],
            ),
          )
          .map(([, chromium]) => chromium);
        void this.#context.grantPermissions(granted, { origin: HOST_ORIGIN });
      },
    } satisfies Pick<
      { [K in keyof Session]: unknown },
      | 'on'
      | 'setPermissionRequestHandler'
      | 'setDevicePermissionHandler'
      | 'setPermissionCheckHandler'
    >;
  }

  #windowClass() {
    const opened = (options: BrowserWindowConstructorOptions): HostWindow => {
      const window = new HostWindow(options, { open: (asking) => this.#openPage(asking) });
      this.windows.push(window);
      this.app.emit('web-contents-created', {}, window.webContents);
      window.once('ready-to-show', () => this.app.emit('host-window-shown', window));
      window.once('host-closed', () => {
        if (this.app.quitting || !this.windows.every(({ closed }) => closed)) return;
        if (!this.app.emit('window-all-closed')) this.app.quit();
      });
      return strict('BrowserWindow', window);
    };
    // Called with `new`; the guarded window that it returns is the result of `new`.
    return function BrowserWindow(options: BrowserWindowConstructorOptions): HostWindow {
      return opened(options);
    };
  }

  async #openPage(window: HostWindow): Promise<Page> {
    const blank = this.#context
      .pages()
      .find((page) => page.url() === 'about:blank' && this.#windowOf(page) === undefined);
    this.#opening = true;
    const page = blank ?? (await this.#context.newPage());
    this.#opening = false;
    page.on('crash', () =>
      window.contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
    );
    page.on('download', (download) => {
      const preventDefault = (): void =>
        void this.systemUi.refusedDownloads.push(download.suggestedFilename());
      this.#sessionEvents.emit('will-download', { preventDefault });
      void download.cancel();
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && frame.url().startsWith(HOST_ORIGIN))
        window.wentTo(frame.url());
    });
    return page;
  }

  #windowOf(page: Page): HostWindow | undefined {
    return this.windows.find((window) => {
      try {
        return window.page === page;
      } catch {
        return false;
      }
    });
  }

  /** A page without a BrowserWindow was opened by another page, with or without `noopener`. */
  async #onPage(page: Page): Promise<void> {
    if (!this.#opening) await page.close();
  }

  /** The first request of a window that a page opens arrives before the window: main decides. */
  #openedWindow(route: Route): Promise<void> {
    const url = route.request().url();
    if (
      this.windows.some(
        (window) => window.contents.openHandler({ url: toApp(url) }).action !== 'deny',
      )
    ) {
      throw new Error(`the Electron test host opens no second windows: ${url}`);
    }
    this.systemUi.refusedWindows.push(url);
    return route.abort('aborted');
  }

  #handler(channel: string): InvokeHandler {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler;
  }

  async #invoke(
    page: Page,
    url: string,
    isMainFrame: boolean,
    { channel, args }: { channel: string; args: unknown[] },
  ): Promise<unknown> {
    const handler = this.#handler(channel);
    const sender = this.#windowOf(page)?.webContents;
    try {
      return await handler(
        {
          sender,
          senderFrame: { origin: toApp(new URL(url).origin), parent: isMainFrame ? null : {} },
        },
        ...args,
      );
    } finally {
      this.#answers.emit('answer', args);
    }
  }

  async #route(route: Route): Promise<void> {
    const request = route.request();
    const url = request.url();
    if (request.isNavigationRequest()) {
      const frame = frameOf(request);
      if (!frame) return this.#openedWindow(route);
      const window = this.#windowOf(frame.page());
      const event = frame === frame.page().mainFrame() ? 'will-navigate' : 'will-frame-navigate';
      if (window && !window.contents.allows(event, url)) return route.abort('aborted');
      window?.contents.emit('did-start-navigation', {
        url: toApp(url),
        isSameDocument: false,
        isMainFrame: event === 'will-navigate',
      });
    }
    if (url.startsWith(`${HOST_ORIGIN}/`)) return this.#serve(route);
    if (/^http:\/\/(127\.0\.0\.1|localhost):/.test(url)) return forward(route);
    return route.fallback();
  }

  async #serve(route: Route): Promise<void> {
    if (!this.#scheme) throw new Error('main has not registered its protocol');
    const request = route.request();
    const headers = await request.allHeaders();
    const asked = new Request(toApp(request.url()), {
      method: request.method(),
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !name.startsWith(':')),
      ),
    });
    const response = await this.#scheme(asked);
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }
}

function frameOf(request: PageRequest): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined; // Playwright's way of saying that there is none yet.
  }
}

/** Forwards a request to a local server as if it came from the page at app://. */
async function forward(route: Route): Promise<void> {
  const request = route.request();
  const headersUp = { ...(await request.allHeaders()), origin: APP_ORIGIN };
  const response = await route
    .fetch({ headers: headersUp, maxRedirects: 0 })
    .catch(() => undefined);
  if (!response) return route.abort('connectionfailed');
  const headers = response.headers();
  if (headers['access-control-allow-origin'] === APP_ORIGIN)
    headers['access-control-allow-origin'] = HOST_ORIGIN;
  await route.fulfill({ response, headers });
}
