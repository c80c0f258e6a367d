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

/** How a window gets its page: main constructs windows without waiting, pages take a moment. */
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
      'forcefullyCrashRenderer' | 'reload' | 'send' | 'setWebRTCIPHandlingPolicy' | 'startDrag'
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
      .catch(() => undefined); // The page is gone: so would the message be.
  }

  /** Asks main's listeners whether a navigation may go on. */
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
>;

/** `BrowserWindow` over a Playwright page. */
export class HostWindow extends EventEmitter implements Known {
  readonly options: BrowserWindowConstructorOptions;
  readonly contents: HostWebContents;
  readonly webContents: HostWebContents;
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
    this.webContents = strict('webContents', this.contents);
  }

  /** The page that is shown now; after a crash another than before. */
  get page(): Page {
    if (!this.#page) throw new Error('the window has no page yet');
    return this.#page;
  }

  async loadURL(url: string): Promise<void> {
    this.#url = url;
    this.#page = await this.#source.open(this);
    await this.#page.goto(toHost(url));
    this.emit('ready-to-show');
  }

  /** A crashed page can't be reloaded from outside, so the same address is opened in another. */
  reopen(): void {
    const gone = this.#page;
    const url = gone && gone.url().startsWith('https:') ? toApp(gone.url()) : this.#url;
    void (async () => {
      await this.loadURL(url);
      await gone?.close();
      this.emit('host-reopened');
    })();
  }

  /** Remembers where the page has gone by itself, which a crash would forget. */
  wentTo(url: string): void {
    this.#url = toApp(url);
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

  close(): void {
    this.emit('close', { preventDefault: () => undefined });
    this.emit('closed');
  }
}
