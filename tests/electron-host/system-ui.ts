import { EventEmitter } from 'node:events';
import type {
  Dialog,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  NativeImage,
  NotificationConstructorOptions,
  OpenDialogOptions,
  OpenDialogReturnValue,
  PowerSaveBlocker,
  SafeStorage,
  Screen,
  Shell,
} from 'electron';

import { strict } from './strict.ts';

/** The user's desktop: records what main asked of it, and answers as the test sets it up. */
export class SystemUi {
  /** Answers of the next open dialogs, in order; undefined cancels. */
  readonly answers: (readonly string[] | undefined)[] = [];
  readonly asked: OpenDialogOptions[] = [];
  /** Message boxes that were shown; each waits for the test to press a button. */
  readonly questions: (MessageBoxOptions & { readonly answer: (button: string) => void })[] = [];
  readonly openedLinks: string[] = [];
  /** The user's own browser, if the test has one: opened addresses go there too. */
  browse: ((url: string) => Promise<unknown>) | undefined;
  /** Windows that a page tried to open and main refused. */
  readonly refusedWindows: string[] = [];
  /** What a page tried to download by itself and main refused. */
  readonly refusedDownloads: string[] = [];
  readonly shownFiles: string[] = [];
  readonly notifications: (NotificationConstructorOptions & { readonly click: () => void })[] = [];
  readonly awake = new Set<number>();
  menu: readonly MenuItemConstructorOptions[] = [];
  #blockers = 0;

  readonly dialog = {
    showOpenDialog: (...args: readonly unknown[]): Promise<OpenDialogReturnValue> => {
      if (this.answers.length === 0)
        return Promise.reject(new Error('an open dialog that no test expected'));
      this.asked.push(args.at(-1) as OpenDialogOptions);
      const filePaths = [...(this.answers.shift() ?? [])];
      return Promise.resolve({ canceled: filePaths.length === 0, filePaths });
    },
    showMessageBox: (...args: readonly unknown[]): Promise<MessageBoxReturnValue> =>
      new Promise((resolve) => {
        const question = args.at(-1) as MessageBoxOptions;
        const close = (response: number): void => resolve({ response, checkboxChecked: false });
        question.signal?.addEventListener('abort', () => close(question.cancelId ?? 0));
        this.questions.push({
          ...question,
          answer: (button) => close((question.buttons ?? []).indexOf(button)),
        });
      }),
  } satisfies Pick<Dialog, 'showOpenDialog' | 'showMessageBox'>;

  readonly shell = {
    openExternal: async (url) => {
      this.openedLinks.push(url);
      await this.browse?.(url);
    },
    showItemInFolder: (path) => {
      this.shownFiles.push(path);
    },
  } satisfies Pick<Shell, 'openExternal' | 'showItemInFolder'>;

  readonly powerSaveBlocker = {
    start: () => {
      this.awake.add(++this.#blockers);
      return this.#blockers;
    },
    stop: (id) => this.awake.delete(id),
  } satisfies Pick<PowerSaveBlocker, 'start' | 'stop'>;

  /** Recognises pictures by their first bytes; decoding them is Electron's part. */
  readonly nativeImage = {
    createFromBuffer: (buffer: Buffer): NativeImage => icon(buffer, 0),
  };

  /** Whether the system has a keychain. */
  hasKeychain = true;
  readonly safeStorage = {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    getSelectedStorageBackend: () => (this.hasKeychain ? 'gnome_libsecret' : 'basic_text'),
    encryptStringAsync: (text) =>
      Promise.resolve(Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x5a))),
    decryptStringAsync: (bytes) =>
      Promise.resolve({
        result: Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString(),
        shouldReEncrypt: false,
      }),
  } satisfies Pick<
    SafeStorage,
    | 'isAsyncEncryptionAvailable'
    | 'getSelectedStorageBackend'
    | 'encryptStringAsync'
    | 'decryptStringAsync'
  >;

  readonly screen = {
    getAllDisplays: () =>
      [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] as ReturnType<
        Screen['getAllDisplays']
      >,
  } satisfies Pick<Screen, 'getAllDisplays'>;

  readonly Menu = {
    buildFromTemplate: (template: readonly MenuItemConstructorOptions[]) => template,
    setApplicationMenu: (menu: readonly MenuItemConstructorOptions[]) => {
      this.menu = menu;
    },
  };

  /** A class, because main constructs it. Records every notification that is shown. */
  readonly Notification = notificationClass(this);

  /** Clicks a menu item by its label. */
  clickMenu(label: string): void {
    const item = this.menu
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .find((entry) => entry.label === label);
    if (!item?.click) throw new Error(`the menu has no '${label}'`);
    (item.click as () => void)();
  }
}

interface ShownNotification {
  on(event: 'click' | 'close', listener: () => void): void;
  show(): void;
}

interface NotificationClass {
  new (options: NotificationConstructorOptions): ShownNotification;
  isSupported(): boolean;
}

function notificationClass(systemUi: SystemUi): NotificationClass {
  return class implements ShownNotification {
    static isSupported(): boolean {
      return true;
    }

    readonly #options: NotificationConstructorOptions;
    readonly #events = new EventEmitter();

    constructor(options: NotificationConstructorOptions) {
      this.#options = options;
    }

    on(event: 'click' | 'close', listener: () => void): void {
      this.#events.on(event, listener);
    }

    show(): void {
      systemUi.notifications.push({ ...this.#options, click: () => this.#events.emit('click') });
    }
  };
}

/** An image of this width in pixels; 0 for the original. */
function icon(buffer: Buffer, width: number): NativeImage {
  const known: Pick<NativeImage, 'isEmpty' | 'resize' | 'getSize'> = {
    isEmpty: () =>
      !(
        buffer.subarray(1, 4).toString('latin1') === 'PNG' ||
        buffer.subarray(0, 2).toString('hex') === 'ffd8'
      ),
    resize: (options) => icon(buffer, options.width ?? width),
    getSize: () => ({ width, height: width }),
  };
  return strict('nativeImage', known) as NativeImage;
}
