import type { BrowserContext, Page } from '@playwright/test';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** One way to drive the app. The specs know nothing else about where it runs. */
export interface Driver {
  /** Its name in reports: 'web', 'Electron', or 'test host'. */
  readonly name: string;
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
