import type { BrowserContext, Page } from '@playwright/test';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** One way to drive the app. The specs know nothing else about where it runs. */
export interface Driver {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Goes to a route of the app, e.g. '/customize'. */
  open(path: string): Promise<void>;
  /** Runs `action`, which opens a photo picker, and answers the picker with these files. */
  choosePhotos(paths: readonly string[], action: () => Promise<void>): Promise<void>;
  /** Runs `action`, which saves a file. Resolves with that file. */
  savedFile(action: () => Promise<void>): Promise<SavedFile>;
  reload(): Promise<void>;
  /** Ends the window like a crash, and reopens the app at the same route with its storage kept. */
  crash(): Promise<void>;
  /** From now on the user is in another program. */
  leaveWindow(): Promise<void>;
  /** Titles of the system notifications since then. */
  notifications(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Runs in the page: answers the next picker that it opens with this file. */
export function answerPicker(name: string, base64: string, type: string): void {
  const { prototype } = HTMLInputElement;
  const open: (this: HTMLInputElement) => void = Reflect.get(prototype, 'click');
  prototype.click = function () {
    if (this.type !== 'file') {
      open.call(this);
      return;
    }
    prototype.click = open;
    const given = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    given.items.add(new File([bytes], name, { type }));
    this.files = given.files;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  };
}
