import { EventEmitter } from 'node:events';
import type { Page } from '@playwright/test';
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Item,
  Rectangle,
  WebContents,
  WindowOpenHandlerResponse,
} from 'electron';

import { toApp, toHost } from './address.ts';
import { RECEIVER } from './preload-page.ts';
import { strict } from './strict.ts';

/** How a window gets its page: main constructs windows synchronously, pages take a moment. */
export interface PageSource {
  open(window: HostWindow): Promise<Page>;
}

type OpenHandler = (details: { url: string }) => WindowOpenHandlerResponse;

/** `webContents` over a Playwright page. */
export class HostWebContents
  extends EventEmitter
  implements
    Pick<
      WebContents,
      | 'executeJavaScript'
      | 'forcefullyCrashRenderer'
      | 'reload'
      | 'send'
      | 'setWebRTCIPHandlingPolicy'
      | 'startDrag'
    >
{
  readonly #window: HostWindow;
  openHandler: OpenHandler = () => ({ action: 'allow' });

  constructor(window: HostWindow) {
    super();
    this.#window = window;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  webRtcPolicy = 'default';

  setWebRTCIPHandlingPolicy(policy: Parameters<WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    this.webRtcPolicy = policy;
  }

  /** What was dragged out of the window. */
  readonly drags: Item[] = [];

  startDrag(item: Item): void {
    this.drags.push(item);
  }

  /** As in Electron, the page's policy doesn't apply, and a crashed page never answers. */
  async executeJavaScript(code: string): Promise<unknown> {
    const { page } = this.#window;
    const session = await page.context().newCDPSession(page);
    const answer = await session
      .send('Runtime.evaluate', {
        expression: code,
        awaitPromise: true,
        returnByValue: true,
        allowUnsafeEvalBlockedByCSP: true,
      })
      .catch(() => new Promise<never>(() => undefined));
    await session.detach();
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description);
    return answer.result.value as unknown;
  }

  forcefullyCrashRenderer(): void {
    void this.#window.page.goto('chrome://crash').catch(() => undefined);
  }

  reload(): void {
    this.#window.reopen();
  }

  send(channel: string, ...args: unknown[]): void {
    const { page } = this.#window;
    page
      .evaluate(
        ([key, name, values]) => {
          const receive = (
            window as unknown as Record<symbol, (channel: string, args: unknown[]) => void>
          )[Symbol.for(key)];
          receive?.(name, values);
        },
        [RECEIVER, channel, args] as const,
      )
      .catch(() => undefined); // The page is gone, and the message with it.
  }

  /** Asks main's listeners whether a navigation is allowed. */
  allows(event: 'will-navigate' | 'will-frame-navigate', url: string): boolean {
    let prevented = false;
    this.emit(event, { url: toApp(url), preventDefault: () => (prevented = true) });
    return !prevented;
  }
}

type Known = Pick<
  BrowserWindow,
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFocused'
  | 'getNormalBounds'
  | 'setProgressBar'
  | 'close'
  | 'destroy'
>;

/** `BrowserWindow` over a Playwright page. */
export class HostWindow extends EventEmitter implements Known {
  readonly options: BrowserWindowConstructorOptions;
  readonly contents: HostWebContents;
  readonly #guarded: HostWebContents;
  closed = false;
  progress = -1;
  focused = true;
  visible = false;
  #maximized = false;
  #url = '';
  #page: Page | undefined;
  readonly #source: PageSource;

  constructor(options: BrowserWindowConstructorOptions, source: PageSource) {
    super();
    this.options = options;
    this.#source = source;
    this.contents = new HostWebContents(this);
    this.#guarded = strict('webContents', this.contents);
  }

  /** As in Electron, a closed window has none. */
  get webContents(): HostWebContents {
    if (this.closed) throw new TypeError('Object has been destroyed');
    return this.#guarded;
  }

  /** The current page; a crash replaces it. */
  get page(): Page {
    if (!this.#page) throw new Error('the window has no page yet');
    return this.#page;
  }

  loadURL(url: string): Promise<void> {
    const loaded = this.#load(url);
    loaded.catch(() => undefined); // Electron too reports it only to those who await it.
    return loaded;
  }

  /** As in Electron, rejects if the page navigates on before it is loaded. */
  async #load(url: string): Promise<void> {
    this.#url = url;
    this.#page = await this.#source.open(this);
    const aborted = new Promise<never>((_, reject) => {
      const abort = (): void => reject(new Error(`ERR_ABORTED (-3) loading '${url}'`));
      this.contents.once('did-start-navigation', () =>
        this.contents.once('did-start-navigation', abort),
      );
    });
    const shown = this.#page.goto(toHost(url)).then(() => void this.emit('ready-to-show'));
    await Promise.race([shown, aborted]);
  }

  /** A crashed page can't be reloaded from outside, so its address is opened in a new page. */
  reopen(): void {
    const gone = this.#page;
    const url = gone && gone.url().startsWith('https:') ? toApp(gone.url()) : this.#url;
    void (async () => {
      await this.loadURL(url);
      await gone?.close();
      this.emit('host-reopened');
    })();
  }

  /** Records where the page has navigated, which a crash would lose, and tells main. */
  wentTo(url: string): void {
    this.#url = toApp(url);
    this.contents.emit('did-navigate', {}, this.#url);
  }

  show(): void {
    this.visible = true;
  }

  focus(): void {
    this.focused = true;
  }

  restore(): void {
    this.visible = true;
  }

  maximize(): void {
    this.#maximized = true;
  }

  isMinimized(): boolean {
    return false;
  }

  isMaximized(): boolean {
    return this.#maximized;
  }

  isFocused(): boolean {
    return this.focused;
  }

  getNormalBounds(): Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.options;
    return { x, y, width, height };
  }

  setProgressBar(progress: number): void {
    this.progress = progress;
  }

  destroy(): void {
    void this.#page?.close().catch(() => undefined); // It has crashed.
    this.#end();
  }

  close(): void {
    if (this.closed) return;
    this.emit('close', { preventDefault: () => undefined });
    this.#end();
  }

  #end(): void {
    this.closed = true;
    this.emit('closed');
    this.emit('host-closed');
  }
}
